// Small comforts: tick all, tidy addresses, panels that close. Everything works without them.
"use strict";
(() => {
  document.documentElement.classList.add("scripted");

  const menuButton = document.querySelector(".menu-button");
  menuButton?.addEventListener("click", () => {
    const open = document.body.classList.toggle("menu-open");
    menuButton.setAttribute("aria-expanded", String(open));
  });

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

  // A form's further rows (tracking numbers) appear when asked for.
  for (const button of document.querySelectorAll("button[data-reveal]")) {
    button.addEventListener("click", () => {
      const hidden = [...document.querySelectorAll(`${button.dataset.reveal} > .spare`)];
      hidden[0]?.classList.remove("spare");
      hidden[0]?.querySelector("input, select")?.focus();
      if (hidden.length <= 1) button.hidden = true;
    });
  }
})();
