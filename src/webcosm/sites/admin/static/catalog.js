// A further row for a list of inputs: the last one again, empty, with the next number in its names.
"use strict";
for (const button of document.querySelectorAll("button[data-add-row]")) {
  const rows = document.getElementById(button.dataset.addRow);
  button.hidden = false;
  button.addEventListener("click", () => {
    const last = rows.lastElementChild;
    const row = last.cloneNode(true);
    for (const error of row.querySelectorAll(".error")) error.remove();
    for (const input of row.querySelectorAll("input")) {
      const next = (text) => text.replace(/\d+(?=\.|$)/, (number) => Number(number) + 1);
      input.name = input.id = input.name.replace(/\.new(\d+)\./, (_, number) => `.new${Number(number) + 1}.`);
      input.setAttribute("aria-label", next(input.getAttribute("aria-label")));
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
      input.value = "";
    }
    last.after(row);
    row.querySelector("input").focus();
  });
}
