// The map editor: paints hexes by tap, click or key, with undo. The server draws and checks.
// Without scripts one hex at a time is changed by the form below the map.
(function () {
  "use strict";
  var form = document.getElementById("editor");
  if (!form || !form.dataset.map) return;
  var STEPS = { e: [1, 0], ne: [1, -1], nw: [0, -1], w: [-1, 0], sw: [-1, 1], se: [0, 1] };
  var ANGLES = { e: 0, ne: 60, nw: 120, w: 180, sw: 240, se: 300 };
  var LETTERS = { p: "plain", f: "forest", m: "mountain", s: "marsh", c: "coast", o: "ocean" };
  var MOST_UNDO = 400;
  var map = JSON.parse(form.dataset.map);
  var tiles = {}, places = {};
  map.tiles.forEach(function (tile) {
    tiles[tile.n] = tile;
    places[tile.q + " " + tile.r] = tile.n;
  });
  var frame = form.querySelector(".map-frame");
  var state = document.getElementById("editor-state");
  var undo = document.getElementById("undo"), redo = document.getElementById("redo");
  var done = [], undone = [], group = null, saved = 0, stamp = 0, timer = null, leaving = false;
  var here = Number(form.elements.n.value) || (map.tiles[0] || {}).n;

  function tool() { return form.elements.tool.value; }
  function isTerrain(name) { return Object.values(LETTERS).indexOf(name) >= 0; }
  function hexOf(n) { return document.getElementById("hex-" + n); }
  function copy(tile, changes) {
    var made = Object.assign({}, tile, changes);
    Object.keys(made).forEach(function (key) {
      var value = made[key];
      var isEmpty = value === false || value === null || value === "" ||
        (typeof value === "object" && value && !Object.keys(value).length);
      if (isEmpty) delete made[key];
    });
    return made;
  }

  // Changing

  function put(n, tile) {
    tiles[n] = tile;
    var shape = hexOf(n) && hexOf(n).querySelector("use");
    if (shape) shape.setAttribute("href", "#map-" + tile.terrain);
  }
  function change(pairs) {
    var real = pairs.filter(function (pair) {
      return JSON.stringify(tiles[pair[0]]) !== JSON.stringify(pair[1]);
    }).map(function (pair) { return { n: pair[0], before: tiles[pair[0]], after: pair[1] }; });
    if (!real.length) return;
    real.forEach(function (one) { put(one.n, one.after); });
    if (group) group.push.apply(group, real);
    else keep(real);
    changed();
  }
  function keep(step) {
    if (!step.length) return;
    done.push({ step: step, stamp: stamp += 1 });
    if (done.length > MOST_UNDO) done.shift();
    undone = [];
  }
  function setTile(n, changes) { change([[n, copy(tiles[n], changes)]]); }
  function back() {
    var entry = done.pop();
    if (!entry) return;
    entry.step.slice().reverse().forEach(function (one) { put(one.n, one.before); });
    undone.push(entry);
    changed();
  }
  function again() {
    var entry = undone.pop();
    if (!entry) return;
    entry.step.forEach(function (one) { put(one.n, one.after); });
    done.push(entry);
    changed();
  }
  function now() { return done.length ? done[done.length - 1].stamp : 0; }
  function isDirty() { return now() !== saved || headsChanged(); }
  function headsChanged() {
    return form.elements.map_name.value !== form.elements.map_name.defaultValue ||
      form.elements.map_about.value !== form.elements.map_about.defaultValue;
  }
  function changed() {
    undo.disabled = !done.length;
    redo.disabled = !undone.length;
    say(isDirty() ? form.dataset.unsaved : "");
    fill();
    clearTimeout(timer);
    timer = setTimeout(redraw, 250);
  }
  function say(text) { state.textContent = text; }

  function giveStart(n, rank) {
    var pairs = [];
    Object.keys(tiles).forEach(function (other) {
      if (tiles[other].start === rank && Number(other) !== n) {
        pairs.push([Number(other), copy(tiles[other], { start: tiles[n].start || null })]);
      }
    });
    change(pairs.concat([[n, copy(tiles[n], { start: rank })]]));
  }
  function freeRank() {
    var taken = Object.keys(tiles).map(function (n) { return tiles[n].start; });
    for (var rank = 1; ; rank += 1) if (taken.indexOf(rank) < 0) return rank;
  }
  function mark(n, direction, what) {
    var edges = Object.assign({}, tiles[n].edges);
    var pairs = [[n, null]];
    if (what) edges[direction] = what; else delete edges[direction];
    pairs[0][1] = copy(tiles[n], { edges: edges });
    var step = STEPS[direction];
    var other = places[(tiles[n].q + step[0]) + " " + (tiles[n].r + step[1])];
    var opposite = Object.keys(STEPS)[(Object.keys(STEPS).indexOf(direction) + 3) % 6];
    // An edge bears what either side bears: a way through needs both, a cleared one as well.
    if (other && (what === "none" || !what || (tiles[other].edges || {})[opposite])) {
      var far = Object.assign({}, tiles[other].edges);
      if (what === "none") far[opposite] = "none"; else delete far[opposite];
      pairs.push([other, copy(tiles[other], { edges: far })]);
    }
    change(pairs);
  }
  function use(n, event) {
    var name = tool();
    select(n);
    if (isTerrain(name)) setTile(n, { terrain: name });
    else if (name === "river") setTile(n, { river: !tiles[n].river });
    else if (name === "bridge") setTile(n, { bridge: !tiles[n].bridge });
    else if (name === "start") setTile(n, { start: tiles[n].start ? null : freeRank() });
    else if (name.indexOf("edge-") === 0) {
      var direction = event && edgeAt(n, event);
      if (direction) mark(n, direction, name.slice(5));
      else openFields();
    }
  }
  function edgeAt(n, event) {
    if (!event.clientX && !event.clientY) return null;
    var box = hexOf(n).getBoundingClientRect();
    var x = event.clientX - (box.left + box.right) / 2;
    var y = (box.top + box.bottom) / 2 - event.clientY;
    var angle = (Math.atan2(y, x) * 180 / Math.PI + 360) % 360;
    return Object.keys(ANGLES).sort(function (a, b) {
      return apart(angle, ANGLES[a]) - apart(angle, ANGLES[b]);
    })[0];
  }
  function apart(a, b) { var d = Math.abs(a - b); return Math.min(d, 360 - d); }

  // The cursor and the fields of its hex

  function select(n) {
    if (hexOf(here)) hexOf(here).classList.remove("here");
    here = n;
    if (hexOf(here)) hexOf(here).classList.add("here");
    fill();
  }
  function fill() {
    var tile = tiles[here], fields = form.elements;
    if (!tile) return;
    fields.n.value = tile.n;
    fields.terrain.value = tile.terrain;
    fields.river.checked = Boolean(tile.river);
    fields.bridge.checked = Boolean(tile.bridge);
    fields.start.value = tile.start || "";
    fields.place.value = tile.name || "";
    Object.keys(STEPS).forEach(function (direction) {
      fields["edge_" + direction].value = (tile.edges || {})[direction] || "";
    });
  }
  function openFields() {
    var edges = document.querySelector("#hex-fields details");
    edges.open = true;
    edges.querySelector("select").focus();
  }
  function readFields(event) {
    var fields = form.elements, name = event.target.name;
    if (name === "n") {
      var n = Number(fields.n.value);
      if (tiles[n]) { select(n); show(n); }
      return;
    }
    if (!tiles[here]) return;
    var rank = Math.floor(Number(fields.start.value)) || null;
    if (name === "start" && rank) { giveStart(here, rank); return; }
    if (name.indexOf("edge_") === 0) {
      var edges = Object.assign({}, tiles[here].edges);
      edges[name.slice(5)] = event.target.value;
      setTile(here, { edges: copy(edges, {}) });
      return;
    }
    var changes = {
      terrain: { terrain: fields.terrain.value },
      river: { river: fields.river.checked },
      bridge: { bridge: fields.bridge.checked },
      start: { start: null },
      place: { name: fields.place.value.trim() }
    }[name];
    if (changes) setTile(here, changes);
  }
  function show(n) {
    var hex = hexOf(n);
    if (hex) hex.focus({ preventScroll: true });
    if (hex) hex.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  function move(key) {
    var tile = tiles[here];
    var ways = {
      ArrowLeft: ["w"], ArrowRight: ["e"],
      ArrowUp: tile.r % 2 ? ["nw", "ne"] : ["ne", "nw"],
      ArrowDown: tile.r % 2 ? ["sw", "se"] : ["se", "sw"]
    }[key];
    for (var i = 0; i < ways.length; i += 1) {
      var step = STEPS[ways[i]];
      var n = places[(tile.q + step[0]) + " " + (tile.r + step[1])];
      if (n) { select(n); show(n); return; }
    }
  }

  // Talking to the server

  function body(what) {
    var sent = new FormData(form);
    sent.set("do", what);
    sent.delete("text");
    sent.set("document", whole());
    return sent;
  }
  function whole() {
    var order = Object.keys(tiles).map(Number).sort(function (a, b) { return a - b; });
    return JSON.stringify({
      name: map.name || "", about: map.about || "",
      tiles: order.map(function (n) { return tiles[n]; })
    });
  }
  function ask(what) {
    return fetch(form.action || location.href, {
      method: "POST", body: body(what), headers: { "X-Editor": "1" }, credentials: "same-origin"
    });
  }
  function redraw() {
    var mine = now(), size = undone.length;
    ask("draw").then(function (answer) {
      return answer.ok ? answer.text() : refused(answer);
    }).then(function (drawn) {
      if (!drawn || mine !== now() || size !== undone.length) return;
      var held = frame.contains(document.activeElement) && document.activeElement.id;
      var page = new DOMParser().parseFromString(drawn, "text/html");
      frame.replaceChildren(document.importNode(page.querySelector("svg"), true));
      select(here);
      var again = held && document.getElementById(held);
      if (again) again.focus({ preventScroll: true });
    }).catch(offline);
  }
  function refused(answer) {
    return answer.json().then(function (said) { say(said.message); return ""; });
  }
  function offline() { say(form.dataset.offline); }
  function save() {
    var mine = now();
    ask("save").then(function (answer) {
      if (!answer.ok) return refused(answer);
      return answer.json().then(function (said) {
        form.elements.revision.value = said.revision;
        form.elements.map_name.defaultValue = form.elements.map_name.value;
        form.elements.map_about.defaultValue = form.elements.map_about.value;
        saved = mine;
        say(isDirty() ? form.dataset.unsaved : said.message);
      });
    }).catch(offline);
  }
  function check() {
    ask("check").then(function (answer) {
      return answer.ok ? answer.text() : refused(answer);
    }).then(function (told) {
      if (!told) return;
      var page = new DOMParser().parseFromString(told, "text/html");
      var result = document.getElementById("check-result");
      result.replaceChildren.apply(result, Array.from(page.body.children));
      result.firstElementChild.focus();
    }).catch(offline);
  }

  // What people do

  frame.addEventListener("click", function (event) {
    var hex = event.target.closest("a[id^=hex-]");
    if (!hex) return;
    event.preventDefault();
    if (event.detail && event.pointerType === "mouse" && isTerrain(tool())) return; // painted
    use(Number(hex.id.slice(4)), event.detail ? event : null);
  });
  frame.addEventListener("dragstart", function (event) { event.preventDefault(); });
  frame.addEventListener("pointerdown", function (event) {
    var hex = event.target.closest("a[id^=hex-]");
    if (!hex || event.pointerType !== "mouse" || event.button || !isTerrain(tool())) return;
    group = [];
    use(Number(hex.id.slice(4)), event);
  });
  frame.addEventListener("pointermove", function (event) {
    if (!group) return;
    var hex = event.target.closest && event.target.closest("a[id^=hex-]");
    if (hex && Number(hex.id.slice(4)) !== here) use(Number(hex.id.slice(4)), event);
  });
  window.addEventListener("pointerup", function () {
    if (!group) return;
    var step = group;
    group = null;
    keep(step);
    changed();
  });
  frame.addEventListener("focusin", function (event) {
    var hex = event.target.closest("a[id^=hex-]");
    if (hex && Number(hex.id.slice(4)) !== here) select(Number(hex.id.slice(4)));
  });
  frame.addEventListener("keydown", function (event) {
    if (event.altKey || !tiles[here]) return;
    var key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    var command = event.ctrlKey || event.metaKey;
    if (command && key === "z") (event.shiftKey ? again : back)();
    else if (command && key === "y") again();
    else if (command) return;
    else if (key.indexOf("Arrow") === 0) move(key);
    else if (LETTERS[key]) setTile(here, { terrain: LETTERS[key] });
    else if (key === "r") setTile(here, { river: !tiles[here].river });
    else if (key === "b") setTile(here, { bridge: !tiles[here].bridge });
    else if (key === "0") setTile(here, { start: null });
    else if (/^[1-9]$/.test(key)) giveStart(here, Number(key));
    else if (key === "u") back();
    else if (key === "y") again();
    else if (key === "Enter" && event.target === frame) use(here, null);
    else return;
    event.preventDefault();
  });
  undo.addEventListener("click", back);
  redo.addEventListener("click", again);
  document.getElementById("hex-fields").addEventListener("change", readFields);
  form.addEventListener("change", function (event) {
    if (event.target.name === "map-zoom") setTimeout(function () { show(here); });
    if (/^map_(name|about)$/.test(event.target.name)) say(isDirty() ? form.dataset.unsaved : "");
  });
  document.getElementById("check-result").addEventListener("click", function (event) {
    var link = event.target.closest("a[href^='#hex-']");
    if (!link) return;
    event.preventDefault();
    select(Number(link.hash.slice(5)));
    frame.scrollIntoView({ block: "nearest" });
    show(here);
  });
  form.addEventListener("submit", function (event) {
    var what = event.submitter && event.submitter.value;
    if (what === "save" || what === "check" || what === "hex" || !what) {
      event.preventDefault();
      if (what === "check") check();
      else if (what === "save") save();
      return;
    }
    form.elements.document.disabled = what === "text";
    form.elements.document.value = whole();
    leaving = true;
    setTimeout(function () { leaving = false; form.elements.document.disabled = true; }, 1000);
  });
  window.addEventListener("beforeunload", function (event) {
    if (isDirty() && !leaving) event.preventDefault();
  });

  document.getElementById("tools").hidden = false;
  document.getElementById("keys").hidden = false;
  document.getElementById("change-hex").hidden = true;
  undo.hidden = redo.hidden = false;
  select(here);
  if (hexOf(here)) hexOf(here).scrollIntoView({ block: "nearest", inline: "nearest" });
})();
