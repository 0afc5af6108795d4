// Adds a team of the skirmish up while it is typed, and lets what is sent be what is seen. The
// server judges every team; without scripts "Add it up" asks it.
(function () {
  function count(field) { return /^\d{1,4}$/.test(field.value.trim()) ? Number(field.value) : 0; }
  function isAllowed(field) {
    return /^\d{1,4}$/.test(field.value.trim() || "0") && count(field) >= Number(field.min) && count(field) <= Number(field.max);
  }
  function reckon(form) {
    var fields = Array.from(form.querySelectorAll("[data-entry]")), most = count(form.elements.points);
    var sum = fields.reduce(function (all, field) { return all + count(field) * Number(field.dataset.cost); }, 0);
    var wrong = form.querySelector("[data-wrong]"), fit = fields.every(isAllowed);
    fields.forEach(function (field) { field.setAttribute("aria-invalid", String(!isAllowed(field))); });
    form.querySelector("[data-sum]").textContent = sum;
    form.querySelector("[data-most]").textContent = most;
    wrong.textContent = !fit ? wrong.dataset.count : sum > most ? wrong.dataset.dear : "";
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
  document.addEventListener("input", function (event) {
    var form = event.target.closest && event.target.closest("[data-team]");
    if (form) reckon(form);
  });
})();
