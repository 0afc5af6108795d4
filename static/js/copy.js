// A text to pass on: tapping selects it, its button copies it. Without scripts it is a field to select from.
(function () {
  function show() {
    document.querySelectorAll("[data-copy][hidden]").forEach(function (button) { button.hidden = false; });
  }
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("htmx:load", show);
  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-copy]");
    var field = button ? document.getElementById(button.dataset.copy) : event.target.closest(".copy > input");
    if (!field) return;
    field.select();
    if (!button) return;
    function said() { button.textContent = button.dataset.done; }
    // The clipboard is there on safe addresses only; the old way works on all.
    function old() { if (document.execCommand("copy")) said(); }
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(said, old);
    else old();
  });
})();
