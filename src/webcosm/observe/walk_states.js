// Values, states, and what a click does.

const CHECKABLE = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);
const SELECTABLE = new Set(["option", "tab", "treeitem", "row", "gridcell", "columnheader", "rowheader"]);
const RANGES = new Set(["slider", "spinbutton", "scrollbar", "progressbar", "meter", "separator"]);
const CLICKABLE_ROLES = new Set(
  `button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider
  spinbutton switch tab textbox treeitem`.split(/\s+/));
const CONTROL = /^(button|input|select|textarea|option|optgroup|fieldset)$/;
const TEXT_INPUT = /^(text|search|url|tel|email|password|number|date|time|month|week|datetime-local)$/;

/** What a field holds now, or null where a value makes no sense. */
function valueOf(el, role) {
  const tag = localNameOf.call(el);
  if (tag === "input") {
    switch (el.type) {
      case "checkbox": case "radio": case "button": case "submit": case "reset": case "image": case "hidden": return null;
      case "password": return "•".repeat(el.value.length);
      case "file": return [...el.files].map((file) => file.name).join(", ") || "No file chosen";
      case "range": return attr(el, "aria-valuetext") ?? el.value;
      default: return el.value;
    }
  }
  if (tag === "textarea") return el.value;
  if (tag === "select") {
    if (el.multiple || el.size > 1) return null;
    const option = el.options[el.selectedIndex];
    return option ? optionText(option) : "";
  }
  if (tag === "progress") return el.position < 0 ? null : `${el.value}`;
  if (tag === "meter") return `${el.value}`;
  if (RANGES.has(role)) return attr(el, "aria-valuetext") ?? attr(el, "aria-valuenow");
  if ((role === "textbox" || role === "searchbox" || role === "combobox") && el.isContentEditable) return el.innerText.trim();
  if (role === "combobox" || role === "textbox" || role === "searchbox") return comboText(el, role);
  if (role === "listbox") return null;
  return null;
}

function optionText(option) {
  const label = attr(option, "aria-label") ?? attr(option, "label");
  return trimmed(label ? label : option.text);
}

/** A combobox built from ARIA shows the selected option of what it controls, or its own text. */
function comboText(el, role) {
  if (role !== "combobox") return trimmed(el.textContent);
  const input = el.querySelector("input");
  if (input) return input.value;
  return trimmed(el.textContent);
}

const flag = (value) => (value === "true" ? true : value === "false" ? false : null);

/** Only the states that apply, in a fixed order. */
function statesOf(el, role, tag, focused) {
  const states = {};
  if (focused) states.focused = true;
  const control = CONTROL.test(tag);
  const has = hasAttributes.call(el);
  if (!has && !control && role !== "heading" && role !== "DisclosureTriangle" && role !== "dialog") return states;
  checkedStates(el, role, tag, states);
  expandedState(el, role, tag, states);
  selectedState(el, role, tag, states);
  if (role === "heading") states.level = headingLevel(el, tag);
  if (control ? el.matches(":disabled") : false) states.disabled = true;
  if (!has) return states;
  if (!states.disabled && el.closest('[aria-disabled="true"]') && isDisabledByAria(el, role)) states.disabled = true;
  fieldStates(el, role, tag, states);
  rangeStates(el, role, tag, states);
  ariaStates(el, role, tag, states);
  return states;
}

function isDisabledByAria(el, role) {
  return attr(el, "aria-disabled") === "true" || CLICKABLE_ROLES.has(role);
}

function checkedStates(el, role, tag, states) {
  if (CHECKABLE.has(role)) {
    if (tag === "input" && (el.type === "checkbox" || el.type === "radio")) {
      states.checked = el.indeterminate && el.type === "checkbox" ? "mixed" : el.checked;
    } else {
      const given = attr(el, "aria-checked");
      states.checked = given === "mixed" && role !== "radio" && role !== "switch" ? "mixed" : given === "true";
    }
  }
  const pressed = role === "button" ? attr(el, "aria-pressed") : null;
  if (pressed === "mixed") states.pressed = "mixed";
  else if (flag(pressed) !== null) states.pressed = flag(pressed);
}

function expandedState(el, role, tag, states) {
  const given = flag(attr(el, "aria-expanded"));
  if (given !== null) states.expanded = given;
  else if (role === "DisclosureTriangle") states.expanded = parentNodeOf.call(el).open === true;
  else if (tag === "select" && role === "combobox") states.expanded = el.matches(":open");
}

function selectedState(el, role, tag, states) {
  if (!SELECTABLE.has(role)) return;
  const given = flag(attr(el, "aria-selected"));
  if (given !== null) states.selected = given;
  else if (tag === "option") states.selected = el.selected;
}

function headingLevel(el, tag) {
  const given = Number.parseInt(attr(el, "aria-level") ?? "", 10);
  if (given > 0) return given;
  return /^h[1-6]$/.test(tag) ? Number(tag[1]) : 2;
}

function fieldStates(el, role, tag, states) {
  const field = tag === "input" || tag === "textarea" || tag === "select";
  if ((field && el.required) || attr(el, "aria-required") === "true") states.required = true;
  if (((tag === "input" && TEXT_INPUT.test(el.type)) || tag === "textarea") && el.readOnly) states.readonly = true;
  else if (attr(el, "aria-readonly") === "true") states.readonly = true;
  const invalid = attr(el, "aria-invalid");
  if (invalid !== null && invalid !== "" && invalid !== "false") states.invalid = invalid === "true" ? true : invalid;
  else if (field && invalid === null && el.willValidate && el.matches(":user-invalid")) states.invalid = true;
  if ((tag === "select" && el.multiple) || attr(el, "aria-multiselectable") === "true") states.multiselectable = true;
  if (tag === "textarea" || attr(el, "aria-multiline") === "true") states.multiline = true;
  if (isEditingHost(el)) states.editable = true;
  const complete = attr(el, "aria-autocomplete");
  if (complete && complete !== "none") states.autocomplete = complete;
  else if (tag === "input" && role === "combobox" && el.list) states.autocomplete = "list";
}

function rangeStates(el, role, tag, states) {
  if (!RANGES.has(role)) return;
  const number = (text) => (text === null || text === "" || Number.isNaN(Number(text)) ? undefined : Number(text));
  const native = tag === "input" || tag === "meter" || tag === "progress";
  const put = (name, value) => { if (value !== undefined) states[name] = value; };
  if (tag === "input" && el.type === "range") {
    put("valuemin", number(attr(el, "min")) ?? 0);
    put("valuemax", number(attr(el, "max")) ?? 100);
  } else {
    put("valuemin", number(attr(el, native ? "min" : "aria-valuemin")));
    put("valuemax", number(attr(el, native ? "max" : "aria-valuemax")));
  }
  if (attr(el, "aria-valuetext")) states.valuetext = attr(el, "aria-valuetext");
}

const LIVE_ROLES = { alert: "assertive", status: "polite", log: "polite" };

function ariaStates(el, role, tag, states) {
  if (attr(el, "aria-modal") === "true" || (tag === "dialog" && el.matches(":modal"))) states.modal = true;
  if (attr(el, "aria-busy") === "true") states.busy = true;
  const popup = attr(el, "aria-haspopup");
  if (popup && popup !== "false") states.hasPopup = popup === "true" ? "menu" : popup;
  const orientation = attr(el, "aria-orientation");
  if (orientation === "vertical" || orientation === "horizontal") states.orientation = orientation;
  const live = attr(el, "aria-live") ?? LIVE_ROLES[role];
  if (live && live !== "off") states.live = live;
  const current = attr(el, "aria-current");
  if (current && current !== "false") states.current = current === "true" ? true : current;
  const spoken = attr(el, "aria-roledescription");
  if (spoken && spoken.trim()) states.roledescription = spoken;
  const level = role === "heading" ? null : Number.parseInt(attr(el, "aria-level") ?? "", 10);
  if (level > 0) states.level = level;
  const sort = attr(el, "aria-sort");
  if (sort && sort !== "none") states.sort = sort;
  const keys = attr(el, "aria-keyshortcuts");
  if (keys) states.keyshortcuts = keys;
}

const listening = new WeakSet();
const NOT_CLICKABLE = 0, WEAKLY = 1, STRONGLY = 2;

/** Whether a click does something: STRONGLY for real controls, WEAKLY for what may be a mere wrapper of one. */
function clickability(el, role, tag, pointerAround) {
  if (tag === "html" || tag === "body") return NOT_CLICKABLE;
  const control = CONTROL.test(tag);
  if (control && tag !== "fieldset" && tag !== "optgroup") {
    return (tag === "input" && el.type === "hidden") || el.matches(":disabled") ? NOT_CLICKABLE : STRONGLY;
  }
  if (hasAttributes.call(el)) {
    if (attr(el, "aria-disabled") === "true") return NOT_CLICKABLE;
    if (CLICKABLE_ROLES.has(role) && (role !== "gridcell" || isFocusable(el))) return STRONGLY;
    if (isEditingHost(el)) return STRONGLY;
    if (attr(el, "onclick") !== null || attr(el, "onmousedown") !== null) return WEAKLY;
    const tabindex = attr(el, "tabindex");
    if (tabindex !== null && Number.parseInt(tabindex, 10) >= 0) return WEAKLY;
  }
  if (tag === "summary" && isActiveSummary(el)) return STRONGLY;
  if ((tag === "audio" || tag === "video") && el.controls) return STRONGLY;
  if (tag === "label" && el.control && !el.control.matches(":disabled")) return WEAKLY;
  if (listening.has(el)) return WEAKLY;
  return !pointerAround && showsPointer(factsOf(el)) ? WEAKLY : NOT_CLICKABLE;
}

const showsPointer = (known) => (known.pointer ??= known.style.cursor === "pointer");

function isEditable(el) {
  const tag = localNameOf.call(el);
  if (tag === "textarea" || (tag === "input" && TEXT_INPUT.test(el.type))) return !el.readOnly && !el.matches(":disabled");
  return el.isContentEditable === true;
}

function isDisabled(el) {
  return (CONTROL.test(localNameOf.call(el)) && el.matches(":disabled")) || el.closest('[aria-disabled="true"]') !== null;
}
