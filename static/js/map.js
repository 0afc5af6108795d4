// Opens a map that does not fit the screen at the reader's own land, again at every zoom.
// Without scripts it opens at its corner.
(function () {
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
    if (event.target.name === "map-zoom") show(event.target.closest(".map").querySelector(".map-frame"));
  });
  document.addEventListener("htmx:load", function (event) {
    event.target.querySelectorAll(".map-frame").forEach(show);
    if (event.target.matches(".map")) show(event.target.querySelector(".map-frame"));
  });
})();
