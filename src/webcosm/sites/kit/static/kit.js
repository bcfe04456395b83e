// After a refused form the first thing that is wrong has the focus and is in view, wherever on the page it stands.
"use strict";

{
  const FIELDS = "input:not([type=hidden]), select, textarea, button";
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true });
  const open = (one) => {
    for (let around = one.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    return isShown(one);
  };
  const main = document.querySelector("main");
  const invalid = [...main.querySelectorAll("[aria-invalid]:not([aria-invalid=false])")].filter(open);
  const told = [...main.querySelectorAll(".error:not([role])")].filter(open);
  const said = [...main.querySelectorAll(".flash.wrong")].filter(isShown);
  const fieldOf = (one) => (one.matches(FIELDS) ? one : one.querySelector(FIELDS));
  const first = (invalid.length && fieldOf(invalid[0])) || (told.length && told[0].closest(".field, fieldset, td, form")?.querySelector(FIELDS)) || said[0] || told[0];
  if (first) {
    if (!first.matches(FIELDS)) first.tabIndex = -1;
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: "center", behavior: "instant" });
  }
}
