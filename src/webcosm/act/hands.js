// What the hands do to an element by script, in an isolated world. Python calls these by name through PageReader.call().
({
  // Whether it is an option of a select field, whose list is drawn outside the page where no click can go.
  isOption: (element) => element.localName === "option" && !!element.closest("select"),

  chooseOption(element) {
    const select = element.closest("select");
    if (select.disabled || element.disabled) return false;
    this.closeList(select);
    element.selected = select.multiple ? !element.selected : true;
    this.tellChange(select);
    return true;
  },

  // As after a choice by hand: the list is closed, and its field has the focus.
  closeList(select) {
    if (!select.multiple && select.matches(":open")) select.blur();
    select.focus({ preventScroll: true });
  },

  // Chooses options by label, text or value; returns what is wrong, or "".
  select(element, wanted) {
    const select = element.localName === "option" ? element.closest("select") : element;
    if (!select || select.localName !== "select") return "is not a select field";
    if (wanted.length > 1 && !select.multiple) return "takes one option only";
    const tidy = (text) => text.replace(/\s+/g, " ").trim();
    const options = [...select.options];
    const chosen = [];
    for (const name of wanted) {
      const found =
        options.find((option) => tidy(option.label) === tidy(name)) ||
        options.find((option) => tidy(option.text) === tidy(name)) ||
        options.find((option) => option.value === name) ||
        options.find((option) => tidy(option.label).toLowerCase() === tidy(name).toLowerCase());
      if (!found) {
        const shown = options.slice(0, 30).map((option) => `'${tidy(option.label)}'`).join(", ");
        const more = options.length > 30 ? ` and ${options.length - 30} more` : "";
        return `has no option '${name}'; it has ${shown}${more}`;
      }
      if (found.disabled) return `cannot take option '${name}': it is disabled`;
      chosen.push(found);
    }
    this.closeList(select);
    for (const option of options) option.selected = chosen.includes(option);
    this.tellChange(select);
    return "";
  },

  // Fields that a keyboard would fill piece by piece are set at once.
  isSetAtOnce: (element) =>
    element.localName === "input" && !element.readOnly &&
    ["date", "time", "datetime-local", "month", "week", "color", "range"].includes(element.type),

  // Sets such a field; returns what is wrong, or "".
  setValue(element, text) {
    const before = element.value;
    element.value = text.trim();
    const taken = element.value.toLowerCase() === text.trim().toLowerCase() || (element.type === "range" && Number(element.value) === Number(text));
    if (text && !taken) {
      element.value = before;
      const range = `a number from ${element.min || 0} to ${element.max || 100}`;
      const form = { date: "2026-05-14", time: "14:30", "datetime-local": "2026-05-14T14:30", month: "2026-05", week: "2026-W20", color: "#2f5d62", range };
      return `does not take '${text}' as a ${element.type}; write it like ${form[element.type]}`;
    }
    element.focus();
    this.tellChange(element);
    return "";
  },

  // Selects all that a field holds, so that what is typed replaces it; returns what is wrong, or "".
  selectAll(element, text) {
    if (element.localName === "input" && element.type === "number" && text.trim() && isNaN(Number(text)))
      return `takes a number only, not '${text}'`;
    element.focus();
    if (element.select) element.select();
    else window.getSelection().selectAllChildren(element);
    return "";
  },

  // Puts many lines in where the caret is, in one go: Chromium makes an editing command of every line that is typed, and
  // each of them lays out all the others. Pages hear one input event. Returns whether the element takes text like this.
  insertLines(element, text) {
    while (element && (element.shadowRoot?.activeElement || element.contentDocument?.activeElement))
      element = element.shadowRoot?.activeElement || element.contentDocument.activeElement;
    if (!element || (element.localName !== "textarea" && !element.isContentEditable)) return false;
    if (element.readOnly || element.disabled) return false;
    const before = new InputEvent("beforeinput", { inputType: "insertText", data: text, bubbles: true, composed: true, cancelable: true });
    if (!element.dispatchEvent(before)) return true;
    const page = element.ownerDocument;
    const escaped = (words) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const rich = (line) => escaped(line).replace(/^ | $|\t/g, "&nbsp;") || "<br>";
    const html = element.localName === "textarea" ? escaped(text)
      : text.split("\n").map((line) => `<div>${rich(line)}</div>`).join("");
    return page.execCommand("insertHTML", false, html);
  },

  caretToEnd(element) {
    if (element.isContentEditable) {
      window.getSelection().selectAllChildren(element);
      window.getSelection().collapseToEnd();
    } else {
      try {
        element.setSelectionRange(element.value.length, element.value.length);
      } catch {
        // this type of field has no caret
      }
    }
  },

  // true or false for what can be ticked, null for everything else.
  isChecked(element) {
    const ticked = (one) => (one && one.localName === "input" && ["checkbox", "radio"].includes(one.type) ? one.checked : null);
    const own = ticked(element);
    if (own !== null) return own;
    const label = element.closest("label");
    const labelled = label ? ticked(label.control) : null;
    if (labelled !== null) return labelled;
    const state = element.getAttribute("aria-checked");
    return state === null ? null : state === "true";
  },

  isRadio: (element) => (element.closest("label")?.control || element).matches("input[type=radio], [role=radio]"),

  // Whether a click would reach the label of a box that cannot be clicked itself.
  isLabelInReach(element) {
    const label = element.labels?.[0] || element.closest("label");
    if (!label) return false;
    label.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const { left, top, width, height } = label.getBoundingClientRect();
    const upper = label.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
    return upper !== null && label.contains(upper);
  },

  takesSeveral: (element) => element.multiple,

  takeFocus(element) {
    element.focus();
    return element.matches(":focus, :focus-within");
  },

  click: (element) => element.click(),

  tellChange(element) {
    element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
  },
})
