// Makes a match smooth: choosing on the board swaps the board alone, news waits while somebody
// types, the arrow keys walk through a replay. Without scripts all of it works by loading pages.
(function () {
  var DIRTY = "#plan-then, #plan-if, #plan-listed, #typed-answer, .sk-team input";

  function byId(id) { return document.getElementById(id); }
  function addressOf(link) { return link.href && link.href.baseVal !== undefined ? link.href.baseVal : link.getAttribute("href"); }

  // Choosing: links and forms of the board that lead to the match's own page.
  function boardPart(address) {
    var url = new URL(address, location.href);
    return /^\/matches\/\d+\/$/.test(url.pathname) && url.origin === location.origin ? url : null;
  }
  function choose(url) {
    var focused = document.activeElement && document.activeElement.id;
    window.htmx.ajax("GET", url.pathname + "board/" + url.search, { target: "#board", swap: "outerHTML show:none" }).then(function () {
      history.replaceState(null, "", url.pathname + url.search);
      var next = document.querySelector("#board [data-focus]") || (focused && byId(focused));
      if (next) next.focus({ preventScroll: true });
    });
  }
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest("#board a");
    if (!link || !window.htmx || event.ctrlKey || event.metaKey || event.shiftKey) return;
    var url = boardPart(addressOf(link));
    if (!url) return;
    event.preventDefault();
    choose(url);
  });
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (!form.closest("#board") || form.method !== "get" || !window.htmx) return;
    var button = event.submitter && event.submitter.getAttribute("formaction");
    var url = boardPart(button || form.getAttribute("action") || location.pathname);
    if (!url) return;
    event.preventDefault();
    url.search = new URLSearchParams(new FormData(form, event.submitter)).toString();
    choose(url);
  });

  // What was unfolded stays so.
  var unfolded = [];
  document.addEventListener("htmx:beforeSwap", function () {
    unfolded = Array.prototype.map.call(document.querySelectorAll("#match details[id][open]"), function (part) { return part.id; });
  });
  document.addEventListener("htmx:afterSwap", function () {
    unfolded.forEach(function (id) { if (byId(id)) byId(id).open = true; });
  });

  // A wide picture scrolls in its own box. It opens at what is new or chosen there, and stays where
  // it was moved to; data-scroll says where its own origin lies, so that it may grow at any side.
  var seen = null, kept = [];
  function middle(box) {
    var here = (box.querySelector("a[data-here]") || box.querySelector("[data-here]") || box.firstElementChild).getBoundingClientRect();
    var frame = box.getBoundingClientRect(), bar = document.querySelector("#board [data-bar]");
    var bottom = Math.min(frame.bottom, innerHeight - (bar ? bar.offsetHeight : 0)); // what the bar leaves of it
    if (bottom - frame.top < here.height) bottom = frame.bottom;
    if (here.left >= frame.left && here.right <= frame.right && here.top >= frame.top && here.bottom <= bottom) return;
    box.scrollLeft += (here.left + here.right - frame.left - frame.right) / 2;
    box.scrollTop += (here.top + here.bottom - frame.top - bottom) / 2;
  }
  // What was chosen may lie so low that its box cannot bring it out from under the bar: then the page does.
  function liftOverBar(box) {
    var chosen = box.querySelector("a[data-here]"), bar = document.querySelector("#board [data-bar]");
    if (!chosen || !bar) return;
    var low = chosen.getBoundingClientRect().bottom + 24 - (innerHeight - bar.offsetHeight);
    if (low > 0) scrollBy(0, low);
  }
  function originOf(box) { return box.dataset.scroll.split(" ").map(Number); }
  function settle() {
    var box = document.querySelector("[data-scroll]");
    kept.forEach(function (id) { if (byId(id)) byId(id).checked = true; });
    if (!box) return;
    var origin = originOf(box);
    if (seen) {
      box.scrollLeft = seen.left + origin[0];
      box.scrollTop = seen.top + origin[1];
    }
    middle(box);
    liftOverBar(box);
  }
  document.addEventListener("htmx:beforeSwap", function () {
    var box = document.querySelector("[data-scroll]");
    kept = Array.prototype.map.call(document.querySelectorAll("[data-keep]:checked"), function (part) { return part.id; });
    if (box) seen = { left: box.scrollLeft - originOf(box)[0], top: box.scrollTop - originOf(box)[1] };
  });
  // A field on which one goes on choosing is not left under the bar.
  function clearOfBar() {
    var field = document.querySelector("#board [data-clear]"), bar = document.querySelector("#board [data-bar]");
    if (!field || !bar) return;
    var box = field.getBoundingClientRect(), low = box.bottom - (innerHeight - bar.offsetHeight);
    if (low > 0 && box.top > 0 && box.top < innerHeight / 2) scrollBy(0, Math.min(low, box.top));
  }
  document.addEventListener("htmx:afterSwap", function () {
    settle();
    clearOfBar();
  });
  settle();

  // On such a field the arrow keys lead from one target to the nearest in that direction.
  var STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function nearest(from, step) {
    var here = from.getBoundingClientRect(), best = null, least = Infinity;
    from.closest("[data-clear]").querySelectorAll("a, button").forEach(function (target) {
      var there = target.getBoundingClientRect(), x = there.left - here.left, y = there.top - here.top;
      var along = x * step[0] + y * step[1], across = Math.abs(x * step[1] + y * step[0]);
      if (along < 1 || along + 2 * across >= least) return;
      least = along + 2 * across;
      best = target;
    });
    return best;
  }
  document.addEventListener("keydown", function (event) {
    var step = STEPS[event.key], from = event.target.closest("[data-clear] a, [data-clear] button");
    if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    var next = nearest(from, step);
    if (next) next.focus();
  });

  // News: what is being typed is never lost to it.
  function isTyping() {
    return Array.prototype.some.call(document.querySelectorAll(DIRTY), function (field) {
      return field.tagName === "SELECT" ? field.selectedIndex > 0 : field.value !== field.defaultValue;
    });
  }
  document.addEventListener("htmx:beforeSwap", function (event) {
    var detail = event.detail;
    if (!detail.target || detail.target.id !== "match" || detail.xhr.status === 204) return;
    wasInSight = isInSight();
    if (detail.requestConfig.elt.id === "watch" && isTyping()) {
      detail.shouldSwap = false;
      byId("moved-on").hidden = false;
      return;
    }
    if (detail.xhr.status < 400) return;
    if (detail.requestConfig.elt.id === "watch" && detail.xhr.status === 404) { // somebody else has the seat
      detail.shouldSwap = false;
      var told = byId("shut-out");
      told.hidden = false;
      byId("match").replaceChildren(told);
      return told.focus();
    }
    detail.shouldSwap = true; // what was refused comes with the reason
    if (detail.serverResponse.indexOf('id="match"') < 0) {
      detail.target = byId("main");
      detail.selectOverride = "main";
    }
  });
  // A board may be shorter than it was: it stays in sight, and how it all ended comes into it.
  var wasInSight = false;
  function isInSight() {
    var board = byId("board");
    return !board || board.getBoundingClientRect().bottom >= innerHeight / 2;
  }
  function showWhatCameOfIt(sent) {
    if (sent && byId("match").hasAttribute("data-ended")) byId("headline").scrollIntoView();
    else if ((sent || wasInSight) && !isInSight()) byId("board").scrollIntoView({ block: "end" });
  }
  document.addEventListener("htmx:afterSettle", function (event) {
    var part = event.detail.elt;
    if (!part || part.id !== "match") return;
    var problems = byId("problems"), path = location.pathname;
    if (problems) return problems.focus();
    if (location.search) history.replaceState(null, "", path);
    byId("match-said").textContent = byId("headline").textContent;
    showWhatCameOfIt(event.detail.requestConfig.elt.classList.contains("send"));
  });

  // A phone in a tunnel: what was not sent says so, and goes when the site answers again.
  document.addEventListener("htmx:sendError", function () {
    if (byId("unreached")) byId("unreached").hidden = false;
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.successful && byId("unreached")) byId("unreached").hidden = true;
  });
  document.addEventListener("htmx:responseError", function (event) {
    if (event.detail.target && event.detail.target.id === "board") location.reload();
  });

  // A replay by keys.
  var WAYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", function (event) {
    var way = WAYS[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    var link = document.querySelector("#replay a[data-way=" + way + "]");
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
