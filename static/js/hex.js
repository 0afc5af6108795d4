// Opens a tapped hex's sheet beside the map. Without scripts its row leads to the sheet's page.
(function () {
  var back = null; // the link that the keyboard came from, to go back to
  function open(address, byKeys) {
    window.htmx.ajax("GET", address, { target: "#hex-sheet", swap: "innerHTML" }).then(function () {
      uncover();
      if (byKeys) document.getElementById("hex-sheet").focus();
    });
  }
  // The hex that was tapped stays in sight above its sheet.
  function uncover() {
    var card = document.getElementById("hex-sheet");
    var row = document.querySelector(".tiles tr:target");
    var hex = row && document.getElementById(row.id.replace("tile", "hex"));
    if (!hex || card.offsetWidth < window.innerWidth) return;
    var hidden = hex.getBoundingClientRect().bottom - card.getBoundingClientRect().top;
    if (hidden > 0) window.scrollBy(0, hidden + 8);
  }
  function close() {
    var sheet = document.getElementById("hex-sheet");
    if (!sheet || !sheet.firstChild) return;
    sheet.replaceChildren();
    if (back) back.focus();
    back = null;
  }
  function addressOf(link) {
    var row = document.getElementById(link.getAttribute("href").slice(1));
    var more = row && row.querySelector("a.more");
    return more && more.href;
  }
  document.addEventListener("click", function (event) {
    var link = event.target.closest(".map-svg a, .tiles a.more, #hex-sheet .ways a, #hex-sheet .hex-close");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    var byKeys = event.detail === 0;
    if (link.matches(".hex-close")) {
      if (back) event.preventDefault();
      return close();
    }
    if (!window.htmx || !document.getElementById("hex-sheet")) return;
    var onMap = link.closest(".map-svg");
    var address = onMap ? addressOf(link) : link.href;
    if (!address) return;
    if (!onMap) {
      event.preventDefault();
      location.hash = "tile-" + /(\d+)\/?$/.exec(address)[1];
    }
    if (!link.closest("#hex-sheet")) back = byKeys ? link : null;
    open(address, byKeys);
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") close();
  });
})();
