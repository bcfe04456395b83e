// Makes the calculator's form quicker: keys type at the caret, results show while typing. Without it the form still works.
"use strict";
(() => {
  const form = document.getElementById("machine");
  const input = document.getElementById("q");
  const output = document.getElementById("result");
  const problem = document.getElementById("problem");
  const copy = document.getElementById("copy");
  const OPERATORS = "+-*/^%!×÷−";
  const PAUSE = 150; // milliseconds of quiet before a preview is asked for

  // After "=", the next number starts anew and the next operator goes on from the answer.
  let fresh = form.dataset.fresh === "yes";
  let timer = 0;
  let asked = 0;

  function settle() {
    fresh = false;
  }

  function type(text) {
    if (fresh) {
      const goesOn = text !== "" && OPERATORS.includes(text[0]);
      input.value = goesOn ? "Ans" : "";
      input.setSelectionRange(input.value.length, input.value.length);
      settle();
    }
    input.setRangeText(text, input.selectionStart, input.selectionEnd, "end");
    changed();
  }

  function erase() {
    settle();
    const [start, end] = [input.selectionStart, input.selectionEnd];
    if (start === end && start > 0) input.setRangeText("", start - 1, end, "end");
    else input.setRangeText("", start, end, "end");
    changed();
  }

  function empty() {
    settle();
    input.value = "";
    changed();
  }

  function changed() {
    input.removeAttribute("aria-invalid");
    input.focus();
    input.scrollLeft = input.scrollWidth;
    clearTimeout(timer);
    timer = setTimeout(preview, PAUSE);
  }

  function show(shown, plain, message) {
    output.textContent = shown ? "= " + shown : "";
    output.dataset.plain = plain;
    problem.textContent = message;
    copy.hidden = plain === "";
  }

  async function preview() {
    const number = ++asked;
    if (input.value.trim() === "") return show("", "", "");
    const query = new URLSearchParams({ q: input.value, angle: form.elements.angle.value });
    try {
      const answer = await (await fetch("/preview?" + query)).json();
      if (number !== asked) return; // a later question is under way
      if (answer.error) show("", "", answer.error);
      else show(answer.shown, answer.result, "");
    } catch {
      if (number === asked) show("", "", "No preview: the server did not answer.");
    }
  }

  form.addEventListener("click", (event) => {
    const key = event.target.closest("button[data-types]");
    if (!key) return;
    event.preventDefault();
    if (key.value === "all") empty();
    else if (key.value === "back") erase();
    else type(key.dataset.types);
  });

  input.addEventListener("beforeinput", (event) => {
    const all = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    if (fresh && all && event.inputType === "insertText" && event.data?.length === 1 && OPERATORS.includes(event.data)) {
      event.preventDefault();
      type(event.data);
    }
  });
  input.addEventListener("input", () => {
    settle();
    changed();
  });
  input.addEventListener("pointerdown", settle);
  for (const choice of form.elements.angle) choice.addEventListener("change", preview);

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      empty();
    } else if (event.target === input) {
      if (event.key === "=") {
        event.preventDefault();
        form.requestSubmit(form.elements.equals);
      } else if (event.key.startsWith("Arrow")) settle();
    } else if (event.target.matches("body, .key:not(.recall)")) {
      if (/^[0-9.+\-*/^%!()]$/.test(event.key)) {
        event.preventDefault();
        type(event.key);
      } else if (event.key === "Backspace") {
        event.preventDefault();
        erase();
      } else if (event.key === "=") {
        event.preventDefault();
        form.requestSubmit(form.elements.equals);
      }
    }
  });

  document.querySelector(".tape").addEventListener("click", (event) => {
    const entry = event.target.closest("a[data-insert]");
    if (!entry || event.ctrlKey || event.metaKey || event.shiftKey || "replace" in entry.dataset) return;
    event.preventDefault();
    type(entry.dataset.insert);
  });

  copy.addEventListener("click", () => {
    const scratch = document.createElement("textarea"); // the clipboard API needs https
    scratch.value = output.dataset.plain;
    scratch.className = "visually-hidden";
    document.body.append(scratch);
    scratch.select();
    const done = document.execCommand("copy");
    scratch.remove();
    copy.textContent = done ? "Copied" : "Copy failed";
    setTimeout(() => (copy.textContent = "Copy"), 1500);
    input.focus();
  });

  copy.hidden = output.dataset.plain === "";
  if (matchMedia("(pointer: coarse)").matches) input.inputMode = "none"; // the keys are on the page already
  input.focus();
  if (fresh) input.select();
  else {
    const at = Number(input.dataset.position || input.value.length + 1) - 1;
    input.setSelectionRange(at, at);
    input.scrollLeft = input.scrollWidth;
  }
})();
