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
function valueOf(known, role) {
  const { el, tag } = known;
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
  if ((role === "textbox" || role === "searchbox" || role === "combobox") && isEditableContent(el)) return el.innerText.trim();
  if (role === "combobox" || role === "textbox" || role === "searchbox") return comboText(el, role);
  return known.edits ? el.innerText.trim() : null;
}

function optionText(option) {
  const label = attr(option, "aria-label") ?? attr(option, "label");
  return trimmed(label ? label : option.text);
}

const selectedText = (select) => [...select.selectedOptions].map(optionText).join(" ");

/** A combobox built from ARIA shows the selected option of what it controls, or its own text. */
function comboText(el, role) {
  if (role !== "combobox") return trimmed(textContentOf.call(el));
  const input = el.querySelector("input");
  if (input) return input.value;
  return trimmed(textContentOf.call(el));
}

const flag = (value) => (value === "true" ? true : value === "false" ? false : null);

/** Only the states that apply, in a fixed order. */
function statesOf(known, role, focused) {
  const { el, tag, has } = known;
  const states = {};
  if (focused) states.focused = true;
  const { control } = known.shared;
  if (!has && !control && role !== "heading" && !role.startsWith("DisclosureTriangle") && role !== "dialog") return states;
  checkedStates(el, role, tag, states);
  expandedState(known, role, states);
  selectedState(known, role, states);
  if (role === "heading") states.level = headingLevel(el, tag);
  if (known.disabled) states.disabled = true;
  if (!has && !control) return states;
  if (anyDisabledByAria && (control || tag === "a" || known.aria)) ariaDisabled(el, role, states);
  fieldStates(known, role, states);
  if (RANGES.has(role)) rangeStates(el, tag, states);
  if (known.stateful || tag === "dialog" || (known.aria && LIVE_ROLES[role] !== undefined)) ariaStates(el, role, tag, states);
  return states;
}

function ariaDisabled(el, role, states) {
  if (!states.disabled && closest.call(el, '[aria-disabled="true"]') && isDisabledByAria(el, role)) states.disabled = true;
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

function expandedState(known, role, states) {
  const { el, tag } = known;
  const given = known.stateful ? flag(attr(el, "aria-expanded")) : null;
  if (given !== null) states.expanded = given;
  else if (role.startsWith("DisclosureTriangle")) states.expanded = parentNodeOf.call(el).open === true;
  else if (tag === "select" && role === "combobox") states.expanded = is(el, ":open");
}

function selectedState(known, role, states) {
  const { el, tag } = known;
  if (!SELECTABLE.has(role)) return;
  const given = known.stateful ? flag(attr(el, "aria-selected")) : null;
  if (given !== null) states.selected = given;
  else if (tag === "option") states.selected = el.selected;
}

function headingLevel(el, tag) {
  const given = Number.parseInt(attr(el, "aria-level") ?? "", 10);
  if (given > 0) return given;
  return /^h[1-6]$/.test(tag) ? Number(tag[1]) : 2;
}

function fieldStates(known, role, states) {
  const { el, tag, stateful } = known;
  const field = tag === "input" || tag === "textarea" || tag === "select";
  if (field ? el.required : stateful && attr(el, "aria-required") === "true") states.required = true;
  if (known.edits) states.editable = true;
  if (tag === "textarea") states.multiline = true;
  if (tag === "select" && el.multiple) states.multiselectable = true;
  if (tag === "input" && role === "combobox" && el.list) states.autocomplete = "list";
  if (role === "combobox") states.hasPopup = tag === "select" ? "menu" : "listbox";
  if (((tag === "input" && TEXT_INPUT.test(el.type)) || tag === "textarea") && el.readOnly) states.readonly = true;
  if (field && el.willValidate && is(el, ":user-invalid")) states.invalid = true;
  if (!stateful) return;
  if (attr(el, "aria-required") === "true") states.required = true;
  if (attr(el, "aria-readonly") === "true") states.readonly = true;
  const invalid = attr(el, "aria-invalid");
  if (invalid !== null && invalid !== "" && invalid !== "false") states.invalid = invalid === "true" ? true : invalid;
  else if (invalid === "false") delete states.invalid;
  if (attr(el, "aria-multiselectable") === "true") states.multiselectable = true;
  if (attr(el, "aria-multiline") === "true") states.multiline = true;
  const complete = attr(el, "aria-autocomplete");
  if (complete && complete !== "none") states.autocomplete = complete;
}

function rangeStates(el, tag, states) {
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
  if (attr(el, "aria-modal") === "true" || (tag === "dialog" && is(el, ":modal"))) states.modal = true;
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
function clickability(known, role, pointerAround) {
  const { el, tag } = known;
  if (tag === "html" || tag === "body") return NOT_CLICKABLE;
  if (known.shared.control && tag !== "fieldset" && tag !== "optgroup") {
    return (tag === "input" && el.type === "hidden") || known.disabled ? NOT_CLICKABLE : STRONGLY;
  }
  if (known.has) {
    if (known.stateful && attr(el, "aria-disabled") === "true") return NOT_CLICKABLE;
    if (CLICKABLE_ROLES.has(role) && (role !== "gridcell" || isFocusable(el))) return STRONGLY;
    if (known.edits) return STRONGLY;
    if (known.scripted || (known.tabbed && Number.parseInt(attr(el, "tabindex"), 10) >= 0)) return WEAKLY;
  }
  if (tag === "summary" && isActiveSummary(el)) return STRONGLY;
  if ((tag === "audio" || tag === "video") && el.controls) return STRONGLY;
  if (tag === "label" && el.control && !is(el.control, ":disabled")) return WEAKLY;
  if (listening.has(el)) return WEAKLY;
  return known.pointer && !pointerAround ? WEAKLY : NOT_CLICKABLE;
}

const isEditableContent = (el) => el instanceof HTMLElement && contentEditableOf.call(el);

function isEditable(el) {
  const tag = localNameOf.call(el);
  if (tag === "textarea" || (tag === "input" && TEXT_INPUT.test(el.type))) return !el.readOnly && !is(el, ":disabled");
  return isEditableContent(el);
}

function isDisabled(el) {
  return (CONTROL.test(localNameOf.call(el)) && is(el, ":disabled")) || closest.call(el, '[aria-disabled="true"]') !== null;
}
