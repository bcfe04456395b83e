// Photos change in place, orders apply at once, filters fold on phones, empty ones stay out of the address. Everything works without it.
"use strict";
(() => {
  const big = document.querySelector("[data-big]");
  for (const link of document.querySelectorAll("[data-photo]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      big.src = link.dataset.photo;
      document.querySelector("[data-photo][aria-current]")?.removeAttribute("aria-current");
      link.setAttribute("aria-current", "true");
    });
  }
  // Where columns stand one under the other, the list comes before its filters.
  const filters = document.querySelector("[data-filters]");
  if (filters && matchMedia("(max-width: 62rem)").matches) filters.open = false;
  for (const select of document.querySelectorAll("select[data-submit]")) {
    select.addEventListener("change", () => select.form.requestSubmit());
  }
  for (const form of document.querySelectorAll("form[data-tidy]")) {
    form.addEventListener("submit", () => {
      const empty = [...form.elements].filter((one) => one.name && one.value.trim() === "" && !one.disabled);
      for (const one of empty) one.disabled = true;
      setTimeout(() => empty.forEach((one) => (one.disabled = false)));
    });
  }
})();
