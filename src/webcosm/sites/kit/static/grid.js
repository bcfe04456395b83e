// Small comforts of grids: tick all, tidy addresses, panels that close. Everything works without them.
"use strict";
(() => {
  document.documentElement.classList.add("scripted");

  // Empty fields stay out of the address.
  for (const form of document.querySelectorAll("form[data-tidy]")) {
    form.addEventListener("submit", () => {
      const empty = [...form.elements].filter((one) => one.name && one.value.trim() === "" && !one.disabled);
      for (const one of empty) one.disabled = true;
      setTimeout(() => empty.forEach((one) => (one.disabled = false)));
    });
  }

  for (const select of document.querySelectorAll("select[data-submit]")) {
    select.addEventListener("change", () => select.form.requestSubmit());
  }

  const rows = [...document.querySelectorAll("input[name=ids][form=mass]")];
  const all = document.querySelector("[data-tick-all]");
  const tally = document.querySelector("[data-ticked]");
  const count = () => {
    const ticked = rows.filter((one) => one.checked).length;
    if (tally) tally.textContent = ticked ? `${ticked} selected` : "";
    if (all) {
      all.checked = ticked > 0 && ticked === rows.length;
      all.indeterminate = ticked > 0 && ticked < rows.length;
    }
  };
  all?.addEventListener("change", () => {
    for (const one of rows) one.checked = all.checked;
    count();
  });
  for (const one of rows) one.addEventListener("change", count);
  if (rows.length) count();

  // Only one panel is open at a time; Escape and a click elsewhere close it.
  const panels = [...document.querySelectorAll("details.panel, details.menu")];
  const close = (but) => panels.forEach((one) => one !== but && !one.contains(but) && (one.open = false));
  document.addEventListener("click", (event) => close(event.target.closest("details.panel, details.menu")));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close(null);
  });
})();
