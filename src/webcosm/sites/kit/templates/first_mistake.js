{# Written into the page: a further script to fetch would make the time at which a page comes to rest a matter of luck. #}
// After a refused form the first thing that is wrong has the focus and is in view, wherever on the page it stands.
document.addEventListener("DOMContentLoaded", () => {
  const FIELDS = "input:not([type=hidden]), select, textarea, button";
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true });
  const open = (one) => {
    for (let around = one.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    return isShown(one);
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const [invalid] = all("main [aria-invalid]:not([aria-invalid=false])").filter(open);
  const [told] = all("main .error:not([role])").filter(open);
  const [said] = all("main .flash.wrong").filter(isShown);
  const field = invalid && (invalid.matches(FIELDS) ? invalid : invalid.querySelector(FIELDS));
  const first = field || told?.closest(".field, fieldset, td, form")?.querySelector(FIELDS) || said || told;
  if (!first) return;
  if (!first.matches(FIELDS)) first.tabIndex = -1;
  first.focus({ preventScroll: true });
  first.scrollIntoView({ block: "center", behavior: "instant" });
});
