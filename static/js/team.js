// Adds a team of the skirmish up while it is typed or stepped, and lets what is sent be what is
// seen. The server judges every team; without scripts "Add it up" asks it.
(function () {
  function isNumber(field) { return /^\d{1,4}$/.test(field.value.trim() || "0"); }
  function count(field) { return isNumber(field) ? Number(field.value) : 0; }
  function isAllowed(field) {
    return isNumber(field) && count(field) >= Number(field.min) && count(field) <= Number(field.max);
  }
  function reckon(form) {
    var fields = Array.from(form.querySelectorAll("[data-entry]")), most = count(form.elements.points);
    var sum = fields.reduce(function (all, field) { return all + count(field) * Number(field.dataset.cost); }, 0);
    var wrong = form.querySelector("[data-wrong]"), fit = fields.every(isAllowed);
    fields.forEach(function (field) {
      field.setAttribute("aria-invalid", String(!isAllowed(field)));
      field.closest("tr").classList.toggle("is-taken", count(field) > 0);
    });
    form.querySelector("[data-sum]").textContent = sum;
    form.querySelector("[data-most]").textContent = most;
    form.querySelector(".sk-sum").classList.toggle("is-over", sum > most);
    wrong.textContent = !fit ? wrong.dataset.count : sum > most ? wrong.dataset.dear : "";
    document.querySelectorAll("main .problems").forEach(function (old) { old.hidden = true; }); // they were of another team
    take(fields, fit && fields.some(count) && sum <= most);
  }
  // In a match the team is sent by a form of its own.
  function take(fields, isTeam) {
    var box = document.querySelector("[data-take]");
    if (!box) return;
    var held = fields.filter(count).map(function (field) { return field.dataset.entry + " " + count(field); });
    box.querySelector("[name=answer]").value = ["team"].concat(held).join(" ");
    box.querySelector("button").disabled = !isTeam;
  }
  function step(button) {
    var field = button.parentNode.querySelector("[data-entry]");
    var wanted = count(field) + Number(button.dataset.step);
    field.value = Math.max(Number(field.min), Math.min(Number(field.max), wanted));
    reckon(button.form);
  }
  function ready() {
    document.querySelectorAll("[data-team] [data-step]").forEach(function (button) { button.hidden = false; });
  }
  document.addEventListener("input", function (event) {
    var form = event.target.closest && event.target.closest("[data-team]");
    if (form) reckon(form);
  });
  document.addEventListener("click", function (event) {
    var button = event.target.closest && event.target.closest("[data-team] [data-step]");
    if (button) step(button);
  });
  document.addEventListener("htmx:afterSwap", ready);
  ready();
})();
