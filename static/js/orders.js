// Orders by the map: the hex's card fills in the order form, and the map shows what is written.
// Without scripts the same links open the form with the order in it.
(function () {
  var chosen = null;

  function say(text) {
    document.querySelectorAll(".map-says").forEach(function (line) { line.textContent = text; });
  }
  function words(name, token, hex) {
    var line = document.querySelector(".map-says");
    return line ? line.dataset[name].replace("{token}", token).replace("{hex}", hex) : "";
  }
  function selectOf(anchor) {
    var place = document.getElementById(anchor);
    var row = place && place.closest(".order");
    return row && row.querySelector(".order-select");
  }
  function nameOf(select) {
    return select.closest(".order").querySelector("strong").textContent;
  }
  function unfold(select) {
    var fold = select.closest("#change");
    if (fold) fold.open = true;
  }
  function order(select, hex) {
    var option = Array.from(select.options).find(function (each) { return each.value === "move:" + hex; });
    chosen = null;
    if (!option) return say(words("no", nameOf(select), hex));
    unfold(select);
    select.value = option.value;
    say(words("done", nameOf(select), hex));
    draw();
  }

  // The card of a hex lies over the form's foot on a phone: it has done its work.
  function closeCard() {
    var card = document.getElementById("hex-sheet");
    if (card) card.replaceChildren();
    if (/^#tile-\d+$/.test(location.hash)) location.hash = location.hash.replace("tile", "hex");
  }

  // The map shows the draft: its arrows and its table are fetched anew, the rest stays.
  function moves() {
    return Array.from(document.querySelectorAll(".order-select"), function (select) {
      var to = /^move:(\d+)$/.exec(select.value);
      return to ? "go=" + select.id + "-" + to[1] : "";
    }).filter(Boolean);
  }
  function draw() {
    var map = document.querySelector(".map-on-demand");
    if (!map || !map.querySelector(".map") || !document.querySelector(".order-select")) return;
    var address = map.getAttribute("hx-get").split("?")[0];
    fetch(address + "?" + (moves().join("&") || "go="), { headers: { "HX-Request": "true" } })
      .then(function (answer) { return answer.ok ? answer.text() : ""; })
      .then(function (text) {
        if (!text) return;
        var fresh = new DOMParser().parseFromString(text, "text/html");
        [".map-frame .orders", ".tiles"].forEach(function (part) {
          var old = map.querySelector(part), now = fresh.querySelector(part);
          if (old && now) old.innerHTML = now.innerHTML;
        });
      });
  }

  document.addEventListener("click", function (event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !document.querySelector(".order-select")) return;
    var link = event.target.closest("a.order-link"), hex = event.target.closest(".map-svg a");
    if (link) {
      var goal = /[?&]go=((?:army|ship)-\d+)-(\d+)/.exec(link.href);
      var select = selectOf(goal ? goal[1] : link.hash.slice(1));
      if (!select) return;
      event.preventDefault();
      closeCard();
      if (goal) return order(select, goal[2]);
      unfold(select);
      chosen = select;
      say(words("choose", nameOf(select), ""));
    } else if (hex && chosen) {
      event.preventDefault();
      event.stopPropagation();
      order(chosen, hex.id.slice(4));
    }
  }, true);
  document.addEventListener("change", function (event) {
    if (event.target.matches(".order-select")) draw();
  });
  document.addEventListener("htmx:load", function (event) {
    if (event.target.matches("#sheet, .map")) draw();
  });
  document.addEventListener("DOMContentLoaded", function () {
    var map = document.querySelector(".map-on-demand");
    if (map && window.matchMedia("(min-width: 64rem)").matches) map.open = true;
  });
})();
