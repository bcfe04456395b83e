// Small comforts: ticking without a reload, a live word count, shortcuts. Every form works without them.
"use strict";
(() => {
  const checks = document.getElementById("checks");
  const editor = document.getElementById("editor");

  let queue = Promise.resolve(); // ticks go out one by one: each needs the revision that the one before it made

  checks?.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button?.matches(".check")) return;
    event.preventDefault();
    queue = queue.then(() => tick(button));
  });

  async function tick(button) {
    const body = new URLSearchParams(new FormData(checks));
    body.set("line", button.value);
    try {
      const answer = await fetch(checks.action, { method: "POST", body, headers: { Accept: "application/json" } });
      if (!answer.ok) return location.reload(); // the page says what is the matter
      const { revision, done, total } = await answer.json();
      checks.elements.revision.value = revision;
      button.setAttribute("aria-checked", button.getAttribute("aria-checked") === "true" ? "false" : "true");
      document.getElementById("progress").textContent = `${done} of ${total} done`;
    } catch {
      location.reload();
    }
  }

  if (editor) {
    const text = editor.elements.body;
    const words = document.getElementById("words");
    const tally = () => {
      const plain = text.value.replace(/^\s*[-*] \[[ xX]\] ?/gm, "");
      const count = (plain.match(/[\p{L}\p{N}_]+(?:['’.,-][\p{L}\p{N}_]+)*/gu) || []).length;
      words.textContent = count === 1 ? "1 word" : `${count.toLocaleString("en-US")} words`;
    };
    words.hidden = false;
    tally();
    text.addEventListener("input", tally);
    editor.elements.colour.addEventListener("change", () => (editor.className = `editor page ${editor.elements.colour.value}`));
    editor.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) editor.requestSubmit();
    });
    const first = editor.querySelector("[aria-invalid=true]") || (editor.elements.title.value ? null : editor.elements.title);
    first?.focus();
  }

  for (const select of document.querySelectorAll("#sort")) {
    select.addEventListener("change", () => select.form.requestSubmit());
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    const search = document.getElementById("search");
    if (event.key === "/" && search) {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (event.key === "n" && search) {
      location.assign("/new");
    }
  });
})();
