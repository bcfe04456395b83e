// Small comforts beside those of grid.js. Everything works without them.
"use strict";
(() => {
  const menuButton = document.querySelector(".menu-button");
  menuButton?.addEventListener("click", () => {
    const open = document.body.classList.toggle("menu-open");
    menuButton.setAttribute("aria-expanded", String(open));
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
