// Comfort only: everything works without it.
document.querySelectorAll("select[data-submit]").forEach((select) => {
  select.addEventListener("change", () => select.form.requestSubmit());
  const button = select.form.querySelector("button");
  if (button) button.classList.add("visually-hidden");
});
const target = location.hash.startsWith("#comment-") && document.getElementById(location.hash.slice(1));
for (let around = target; around; around = around.parentElement) if (around.tagName === "DETAILS") around.open = true;
if (target) target.scrollIntoView();
