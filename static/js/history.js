// Plays the campaign's past: the slider, back and on change the page in place, play goes on by itself.
// Without scripts the slider is a form and every position a link.
(function () {
  var PAUSE = 1800;
  var PIECES = [".map-frame", ".tiles-scroll", "#moment-steps", "#moment-story"];
  var form = document.getElementById("timeline");
  if (!form) return;
  var slider = form.querySelector("#at");
  var play = form.querySelector("#play");
  var title = form.querySelector("#moment-title");
  var timer = 0;
  var asked = 0;

  function link(place) {
    return document.querySelector('.stops [data-place="' + place + '"]');
  }

  function name(place) {
    var stop = link(place);
    title.textContent = stop.textContent;
    slider.setAttribute("aria-valuetext", stop.textContent);
    document.querySelectorAll(".stops [aria-current]").forEach(function (other) {
      other.removeAttribute("aria-current");
    });
    stop.setAttribute("aria-current", "true");
  }

  async function show(place) {
    var mine = ++asked;
    slider.value = place;
    name(place);
    var address = link(place).href;
    var answer = await fetch(address, { headers: { "HX-Request": "true" } });
    if (!answer.ok) return stop();
    var text = await answer.text();
    if (mine !== asked) return;
    var found = new DOMParser().parseFromString(text, "text/html");
    PIECES.forEach(function (piece) {
      var old = document.querySelector(piece);
      var fresh = found.querySelector(piece);
      if (old && fresh) old.replaceChildren.apply(old, Array.from(fresh.childNodes));
    });
    history.replaceState(null, "", address);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = play.dataset.play;
    play.setAttribute("aria-pressed", "false");
  }

  function begin() {
    play.textContent = play.dataset.pause;
    play.setAttribute("aria-pressed", "true");
    var over = slider.value === slider.max;
    timer = setTimeout(over ? restart : step, PAUSE / 3);
  }

  async function restart() {
    await show(slider.min);
    if (timer) timer = setTimeout(step, PAUSE);
  }

  async function step() {
    var place = Number(slider.value);
    if (place >= Number(slider.max)) return stop();
    await show(place + 1);
    if (timer) timer = setTimeout(step, PAUSE);
  }

  slider.addEventListener("input", function () {
    stop();
    name(slider.value);
    var place = slider.value;
    setTimeout(function () { if (slider.value === place) show(place); }, 120);
  });
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    show(slider.value);
  });
  form.addEventListener("click", function (event) {
    var way = event.target.closest("a[rel]");
    if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    show(Number(slider.value) + (way.rel === "next" ? 1 : -1)).then(function () {
      var again = form.querySelector('a[rel="' + way.rel + '"]');
      (again || slider).focus();
    });
  });
  play.addEventListener("click", function () {
    if (timer) stop(); else begin();
  });

  // Nothing plays by itself for who asked for no motion; back, on and the slider remain.
  var still = window.matchMedia("(prefers-reduced-motion: reduce)");
  function fit() {
    play.hidden = still.matches;
    if (still.matches) stop();
  }
  still.addEventListener("change", fit);
  form.querySelector("#show").hidden = true;
  stop();
  fit();
  name(slider.value);
})();
