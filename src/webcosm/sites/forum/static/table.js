// Comfort only: everything works without it.
"use strict";
for (const select of document.querySelectorAll("select[data-submit]")) {
  select.addEventListener("change", () => select.form.requestSubmit());
  const button = select.form.querySelector("button");
  if (button) button.hidden = true;
}

// A fold must not hide what the address leads to.
function unfold() {
  const target = /^#comment-\d+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
  if (!target) return;
  for (let around = target; around; around = around.parentElement) if (around.tagName === "DETAILS") around.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();
