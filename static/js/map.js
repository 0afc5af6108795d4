// Opens a map that does not fit the screen at the reader's own land, again at every zoom;
// zooms by two fingers or Ctrl and the wheel, and drags with the mouse.
// Without scripts it opens at its corner, zooms by its buttons and scrolls.
(function () {
  var SMALLEST = 16, LARGEST = 160;

  function show(frame) {
    var map = frame.closest(".map");
    var own = map.dataset.home ? frame.querySelectorAll(".k" + map.dataset.home) : [];
    var boxes = Array.from(own, function (mark) { return mark.getBoundingClientRect(); });
    boxes = boxes.filter(function (box) { return box.width; });
    if (!boxes.length) return;
    var middle = function (low, high) {
      return (Math.min.apply(null, boxes.map(function (box) { return box[low]; })) +
        Math.max.apply(null, boxes.map(function (box) { return box[high]; }))) / 2;
    };
    var seen = frame.getBoundingClientRect();
    frame.scrollLeft += middle("left", "right") - (seen.left + seen.right) / 2;
    frame.scrollTop += middle("top", "bottom") - (seen.top + seen.bottom) / 2;
  }
  document.addEventListener("change", function (event) {
    if (event.target.name !== "map-zoom") return;
    var frame = event.target.closest(".map").querySelector(".map-frame");
    frame.style.removeProperty("--zoom");
    show(frame);
  });
  document.addEventListener("htmx:load", function (event) {
    event.target.querySelectorAll(".map-frame").forEach(show);
    if (event.target.matches(".map")) show(event.target.querySelector(".map-frame"));
  });

  // Zoom: how wide a hex is, with the point x, y of the screen kept where it is.

  function width(svg) {
    return svg.getBoundingClientRect().width / parseFloat(svg.getAttribute("width"));
  }
  function zoom(frame, size, x, y) {
    var svg = frame.querySelector(".map-svg"), near = frame.closest(".map").querySelector("[id=map-near]");
    if (!svg || !near) return;
    var before = svg.getBoundingClientRect();
    near.checked = true;
    frame.style.setProperty("--zoom", Math.min(Math.max(size, SMALLEST), LARGEST) + "px");
    var after = svg.getBoundingClientRect();
    frame.scrollLeft += after.left + (x - before.left) / before.width * after.width - x;
    frame.scrollTop += after.top + (y - before.top) / before.height * after.height - y;
  }
  function frameOf(event) { return event.target.closest && event.target.closest(".map-frame"); }

  var pinch = null;
  function fingers(event) {
    var one = event.touches[0], other = event.touches[1];
    return {
      apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1,
      x: (one.clientX + other.clientX) / 2,
      y: (one.clientY + other.clientY) / 2
    };
  }
  document.addEventListener("touchstart", function (event) {
    var frame = frameOf(event);
    var svg = frame && frame.querySelector(".map-svg");
    pinch = svg && event.touches.length === 2 ? { frame: frame, from: fingers(event), size: width(svg) } : null;
  }, { passive: true });
  document.addEventListener("touchmove", function (event) {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    var now = fingers(event);
    zoom(pinch.frame, pinch.size * now.apart / pinch.from.apart, now.x, now.y);
    pinch.frame.scrollLeft -= now.x - (pinch.x === undefined ? now.x : pinch.x);
    pinch.frame.scrollTop -= now.y - (pinch.y === undefined ? now.y : pinch.y);
    pinch.x = now.x;
    pinch.y = now.y;
  }, { passive: false });
  document.addEventListener("wheel", function (event) {
    var frame = event.ctrlKey && frameOf(event);
    var svg = frame && frame.querySelector(".map-svg");
    if (!svg) return;
    event.preventDefault();
    zoom(frame, width(svg) * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });

  // Drag with the mouse; a drag is no tap on a hex.

  var drag = null;
  document.addEventListener("pointerdown", function (event) {
    var frame = frameOf(event);
    var paints = document.querySelector(".editor [name=tool]:checked:not([value=look])");
    if (!frame || event.pointerType !== "mouse" || event.button || paints) return;
    drag = { frame: frame, x: event.clientX, y: event.clientY, moved: false };
  });
  document.addEventListener("pointermove", function (event) {
    if (!drag || !event.buttons) return;
    var x = event.clientX - drag.x, y = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(x, y) < 6) return;
    drag.moved = true;
    drag.frame.scrollLeft -= x;
    drag.frame.scrollTop -= y;
    drag.x = event.clientX;
    drag.y = event.clientY;
  });
  document.addEventListener("dragstart", function (event) {
    if (frameOf(event)) event.preventDefault();
  });
  document.addEventListener("click", function (event) {
    if (drag && drag.moved && frameOf(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
    drag = null;
  }, true);
})();
