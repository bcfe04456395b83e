// Accessible names, descriptions and rendered text (accname 1.2 and HTML-AAM, where they differ as Chromium does it).

const NEVER_TEXT = new Set(["script", "style", "template", "noscript", "head", "title", "meta", "link", "datalist"]);

const FROM_CONTENT = new Set(
  `button cell checkbox columnheader DisclosureTriangle doc-backlink doc-biblioref doc-glossref doc-noteref gridcell
  heading link LayoutTableCell menuitem menuitemcheckbox menuitemradio option radio rowheader switch tab term tooltip
  treeitem`.split(/\s+/));

/** Roles whose contents do not flow into the name of something around them. */
const NO_CONTENT_EVEN_INSIDE = new Set(
  `Audio combobox EmbeddedObject grid Iframe listbox MenuListPopup menu menubar meter PluginObject progressbar
  RootWebArea scrollbar searchbox slider spinbutton SvgRoot textbox tree treegrid tablist Video`.split(/\s+/));

/** Roles that ARIA forbids to name; Chromium moves a title to the description there. */
const NAME_PROHIBITED = new Set(
  `caption code definition deletion emphasis generic insertion mark paragraph strong subscript superscript term time
  none`.split(/\s+/));

const REPLACED_INLINE = /^(img|input|button|select|textarea|iframe|canvas|video|audio|object|embed|meter|progress|svg)$/;

let facts = new Map();
let pseudoHosts = null;
let labelsOf = null;

/** Layout kind of an element, read once per look. */
function factsOf(el) {
  let known = facts.get(el);
  if (known === undefined) {
    const style = getComputedStyle(el);
    const display = style.display;
    known = {
      style, display,
      hidden: style.visibility !== "visible",
      inline: display === "inline" || display === "contents" || display.startsWith("ruby"),
    };
    facts.set(el, known);
  }
  return known;
}

/** Calls visit for each child in the flat tree. */
function eachChild(el, visit) {
  const shadow = shadowRootOf.call(el);
  if (shadow === null && localNameOf.call(el) === "slot") {
    const assigned = el.assignedNodes();
    if (assigned.length) { for (const node of assigned) visit(node); return; }
  }
  const parent = shadow ?? el;
  for (let child = firstChildOf.call(parent); child !== null; child = nextSiblingOf.call(child)) visit(child);
}

const collapse = (text) => text.replace(/[ \t\n\r\f]+/g, " ");
const trimmed = (text) => collapse(text).replace(/^ | $/g, "");

/** A text node's text as the page shows it: white space collapsed, case transformed; not trimmed. */
function renderedText(node, parentFacts) {
  let text = node.data;
  if (/[ \t\n\r\f]{2}|[\t\n\r\f]/.test(text)) {
    const mode = parentFacts.style.whiteSpace;
    if (mode === "pre-line") text = text.replace(/[ \t\r\f]+/g, " ").replace(/ ?\n ?/g, "\n");
    else if (!mode.startsWith("pre") && mode !== "break-spaces") text = collapse(text);
  }
  return /[a-zA-Z\u00c0-\uffff]/.test(text) ? transformed(text, parentFacts) : text;
}

function transformed(text, parentFacts) {
  const transform = (parentFacts.textTransform ??= parentFacts.style.textTransform);
  switch (transform) {
    case "uppercase": return text.toUpperCase();
    case "lowercase": return text.toLowerCase();
    case "capitalize": return text.replace(/(^|[^\p{L}\p{N}'’])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
    default: return text;
  }
}

function pseudoText(el, which) {
  if (pseudoHosts !== true && !pseudoHosts.has(el) && localNameOf.call(el) !== "q") return "";
  const style = getComputedStyle(el, which);
  const content = style.content;
  if (content === "none" || content === "normal" || style.display === "none" || style.visibility !== "visible") return "";
  return generatedText(content);
}

/** The text of a computed `content` value; the part after a slash is its alternative for those who listen. */
function generatedText(content) {
  const pieces = [];
  const pattern = /"((?:[^"\\]|\\.)*)"|(open-quote|close-quote)|(\/)/g;
  for (let match; (match = pattern.exec(content)); ) {
    if (match[3]) pieces.length = 0;
    else if (match[2]) pieces.push(match[2] === "open-quote" ? "“" : "”");
    else pieces.push(match[1].replace(/\\([0-9a-fA-F]{1,6}) ?|\\(.)/g, (_, hex, char) => (hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : char)));
  }
  return pieces.join("");
}

function isRendered(el) {
  for (let up = el; up; up = flatParent(up)) {
    if (factsOf(up).display === "contents") continue;
    return up.checkVisibility();
  }
  return true;
}

function hiddenFromNames(el) {
  if (attr(el, "aria-hidden") === "true") return true;
  const known = factsOf(el);
  return known.display === "none" || known.hidden;
}

/** Text of the contents, for a name. `context` tells why we are here; see `alternative`. */
function contentText(el, context) {
  const known = factsOf(el);
  let text = "";
  let lastBoxed = false;
  let any = false;
  const add = (piece, boxed) => {
    if (piece === "") return;
    if (any && (boxed || lastBoxed) && !/[ \n]$/.test(text) && !/^[ \n]/.test(piece)) text += " ";
    text += piece;
    any = true;
    lastBoxed = boxed;
  };
  add(pseudoText(el, "::before"), false);
  eachChild(el, (child) => {
    if (child.nodeType === 3) {
      if (!known.hidden || context.hidden) add(renderedText(child, known), false);
    } else if (child.nodeType === 1) {
      if (ownedElsewhere !== null && ownedElsewhere.has(child)) return;
      const tag = localNameOf.call(child);
      if (NEVER_TEXT.has(tag)) return;
      if (tag === "br") { text += " "; return; }
      const piece = alternative(child, context);
      add(piece, piece !== "" && isBoxed(child, tag));
    }
  });
  if (ownedBy !== null) for (const owned of ownedBy.get(el) ?? []) add(alternative(owned, context), true);
  add(pseudoText(el, "::after"), false);
  return text;
}

const isBoxed = (el, tag) => !factsOf(el).inline || REPLACED_INLINE.test(tag);

/**
 * What an element inside something else says for that other's name.
 * context.hidden: hidden content counts, since a reference points at a hidden element.
 * context.referenced: we follow aria-labelledby already and do not follow another.
 * context.visited: elements on the way, against circles and against naming a control by itself.
 */
function alternative(el, context) {
  if (context.visited.has(el)) return "";
  if (!context.hidden && hiddenFromNames(el)) return "";
  context.visited.add(el);
  const text = alternativeUnguarded(el, context);
  context.visited.delete(el);
  return text;
}

function alternativeUnguarded(el, context) {
  const role = roleOf(el);
  const held = embeddedValue(el, role);
  if (held !== null) return held;
  if (hasAttributes.call(el)) {
    if (!context.referenced) {
      const referenced = labelledByText(el, context.visited);
      if (referenced) return referenced;
    }
    const label = attr(el, "aria-label");
    if (label && label.trim()) return label;
  }
  const native = nativeName(el, role, context);
  if (native !== null && native.text) return native.text;
  if (!NO_CONTENT_EVEN_INSIDE.has(role)) {
    const text = contentText(el, context);
    if (text.trim()) return text;
    if (text && role === "generic") return text;
  }
  return native === null || native.text === "" ? attr(el, "title") ?? "" : native.text;
}

/** A field inside a label gives its value, not its own label. */
function embeddedValue(el, role) {
  switch (role) {
    case "textbox": case "searchbox": case "spinbutton": case "slider": case "scrollbar": case "progressbar":
    case "meter": case "combobox": case "listbox": case "Date": case "DateTime": case "InputTime":
      return valueOf(el, role) ?? "";
    default: return null;
  }
}

function labelledByText(el, visited) {
  const ids = tokens(attr(el, "aria-labelledby") ?? attr(el, "aria-labeledby"));
  if (!ids.length) return "";
  return referencedText(el, ids, visited);
}

function referencedText(el, ids, visited) {
  const pieces = [];
  for (const id of ids) {
    const target = byId(el, id);
    if (!target) continue;
    const hidden = !isRendered(target) || factsOf(target).hidden || attr(target, "aria-hidden") === "true";
    const context = { hidden, referenced: true, visited: new Set(target === el ? [] : visited) };
    context.visited.delete(target);
    const piece = trimmed(referencedAlternative(target, context));
    if (piece) pieces.push(piece);
  }
  return pieces.join(" ");
}

/** As `alternative`, but the target's contents always count, whatever its role. */
function referencedAlternative(el, context) {
  context.visited.add(el);
  const role = roleOf(el);
  const label = attr(el, "aria-label");
  if (label && label.trim()) return label;
  const native = nativeName(el, role, context);
  if (native !== null && native.text) return native.text;
  const held = embeddedValue(el, role);
  if (held) return held;
  return contentText(el, context) || attr(el, "title") || "";
}

function labelText(el, visited) {
  const labels = labelsOf.get(el);
  if (!labels) return "";
  const pieces = [];
  for (const label of labels) {
    const context = { hidden: !isRendered(label), referenced: true, visited: new Set(visited).add(el) };
    const piece = trimmed(alternativeOfLabel(label, context));
    if (piece) pieces.push(piece);
  }
  return pieces.join(" ");
}

function alternativeOfLabel(label, context) {
  context.visited.add(label);
  const spoken = attr(label, "aria-label");
  return spoken && spoken.trim() ? spoken : contentText(label, context);
}

const named = (text, from) => ({ text, from });

/** The name HTML or SVG gives by its own means, or null where it gives none. Empty text means: named empty on purpose. */
function nativeName(el, role, context) {
  const tag = localNameOf.call(el);
  switch (tag) {
    case "input": return inputName(el, context);
    case "select": case "textarea": case "button": case "meter": case "output": case "progress": {
      const label = labelText(el, context.visited);
      if (label) return named(label, "label");
      return tag === "textarea" ? hintName(el) : null;
    }
    case "img": case "area": {
      const alt = attr(el, "alt");
      return alt === null ? null : named(alt, "alt");
    }
    case "fieldset": return childText(el, "legend", context);
    case "figure": return childText(el, "figcaption", context);
    case "table": return childText(el, "caption", context);
    case "svg": case "g": case "path": case "circle": case "rect": case "polygon": case "ellipse": case "line": case "use":
    case "polyline": return namespaceOf.call(el) === SVG ? childText(el, "title", context) : null;
    case "optgroup": return named(attr(el, "label") ?? "", "attribute");
    case "option": return attr(el, "label") ? named(attr(el, "label"), "attribute") : null;
    case "abbr": case "acronym": return tag === "abbr" && attr(el, "title") ? named(attr(el, "title"), "title") : null;
    default: return null;
  }
}

function childText(el, wanted, context) {
  for (let child = firstChildOf.call(el); child; child = nextSiblingOf.call(child)) {
    if (child.nodeType !== 1 || localNameOf.call(child) !== wanted) continue;
    if (wanted === "title") return named(trimmed(child.textContent), "child");
    if (!context.hidden && hiddenFromNames(child)) return null;
    const text = trimmed(alternative(child, context));
    return text ? named(text, "child") : null;
  }
  return null;
}

function inputName(el, context) {
  const label = el.type === "hidden" ? "" : labelText(el, context.visited);
  if (label) return named(label, "label");
  switch (el.type) {
    case "button": return attr(el, "value") ? named(attr(el, "value"), "value") : null;
    case "submit": return named(attr(el, "value") ?? "Submit", "value");
    case "reset": return named(attr(el, "value") ?? "Reset", "value");
    case "image": {
      const alt = attr(el, "alt");
      if (alt) return named(alt, "alt");
      if (attr(el, "value")) return named(attr(el, "value"), "value");
      return attr(el, "title") ? named(attr(el, "title"), "title") : named("Submit", "value");
    }
    case "file": return named(el.multiple ? "Choose Files" : "Choose File", "value");
    default: return hintName(el);
  }
}

/** Title, then placeholder: what names a text field that nothing else names. */
function hintName(el) {
  const title = attr(el, "title");
  if (title && title.trim()) return named(title, "title");
  const hint = attr(el, "placeholder");
  if (hint && hint.trim() && takesPlaceholder(el)) return named(hint, "placeholder");
  const aria = attr(el, "aria-placeholder");
  return aria && aria.trim() ? named(aria, "placeholder") : null;
}

const takesPlaceholder = (el) =>
  localNameOf.call(el) === "textarea" || /^(text|search|url|tel|email|password|number)$/.test(el.type);

/** The accessible name of an element of the tree: its text, and where it came from. */
function nameOf(el, role) {
  const has = hasAttributes.call(el);
  const visited = new Set([el]);
  if (has) {
    const referenced = labelledByText(el, visited);
    if (referenced) return named(referenced, "labelledby");
    const label = attr(el, "aria-label");
    if (label && label.trim()) return named(trimmed(label), "label");
  }
  const native = nativeName(el, role, { hidden: false, referenced: false, visited });
  if (native !== null && native.text) return named(trimmed(native.text), native.from);
  if (FROM_CONTENT.has(role) || namedByFocus(el, role)) {
    const text = trimmed(contentText(el, { hidden: false, referenced: false, visited }));
    if (text) return named(text, "content");
  }
  if (native !== null && native.from === "alt") return native;
  const title = has && !NAME_PROHIBITED.has(role) ? attr(el, "title") : null;
  return title && title.trim() ? named(trimmed(title), "title") : named("", "");
}

/** A focusable thing without a role is named by what it holds, so that landing on it says something. */
function namedByFocus(el, role) {
  return (role === "generic" || role === "row") && attr(el, "tabindex") !== null && !isEditingHost(el);
}

function descriptionOf(el, role, from, name) {
  if (!hasAttributes.call(el)) return "";
  const ids = tokens(attr(el, "aria-describedby"));
  if (ids.length) {
    const text = referencedText(el, ids, new Set());
    if (text) return text;
  }
  const described = attr(el, "aria-description");
  if (described && described.trim()) return trimmed(described);
  const tag = localNameOf.call(el);
  if (tag === "input" && /^(button|submit|reset)$/.test(el.type) && from !== "value" && attr(el, "value")) {
    return attr(el, "value");
  }
  if (tag === "table" && from !== "child") {
    const caption = childText(el, "caption", { hidden: false, referenced: false, visited: new Set([el]) });
    if (caption !== null && caption.text) return caption.text;
  }
  const title = attr(el, "title");
  if (title && from !== "title" && trimmed(title) !== name) return trimmed(title);
  return "";
}

/** Collects labels and aria-owns once per look. */
function indexReferences(roots) {
  labelsOf = new Map();
  ownedBy = null;
  ownedElsewhere = null;
  for (const root of roots) {
    for (const label of root.querySelectorAll("label")) {
      const control = label.control;
      if (!control) continue;
      const labels = labelsOf.get(control);
      if (labels) labels.push(label);
      else labelsOf.set(control, [label]);
    }
    for (const owner of root.querySelectorAll("[aria-owns]")) indexOwner(owner);
  }
}

let ownedBy = null;
let ownedElsewhere = null;

function indexOwner(owner) {
  for (const id of tokens(attr(owner, "aria-owns"))) {
    const target = byId(owner, id);
    if (!target || target === owner || target.contains(owner) || ownedElsewhere?.has(target)) continue;
    ownedBy ??= new Map();
    ownedElsewhere ??= new Set();
    ownedElsewhere.add(target);
    ownedBy.set(owner, [...(ownedBy.get(owner) ?? []), target]);
  }
}

const sheetPseudos = new WeakMap();

/** Selectors of rules in a sheet that make ::before or ::after say something; null when they cannot be known. */
function pseudoSelectors(sheet) {
  let rules;
  try { rules = sheet.cssRules; } catch { return null; }
  const known = sheetPseudos.get(sheet);
  const last = rules[rules.length - 1];
  if (known && known.length === rules.length && known.first === rules[0] && known.last === last) return known.selectors;
  const selectors = [];
  const complete = collectPseudos(rules, selectors);
  const result = complete ? selectors : null;
  sheetPseudos.set(sheet, { length: rules.length, first: rules[0], last, selectors: result });
  return result;
}

function collectPseudos(rules, selectors) {
  let complete = true;
  for (const rule of rules) {
    if (rule.styleSheet) {
      const imported = pseudoSelectors(rule.styleSheet);
      if (imported === null) complete = false;
      else selectors.push(...imported);
      continue;
    }
    const selector = rule.selectorText;
    if (selector !== undefined && /:(before|after)\b/.test(selector)) {
      if (/&|:host|::slotted|::part/.test(selector)) complete = false;
      const content = rule.style.content;
      if (content && content !== "none" && content !== "normal" && content !== '""') {
        for (const part of selector.split(",")) {
          if (/:(before|after)\b/.test(part)) selectors.push(part.replace(/::?(before|after)\b/g, "").trim() || "*");
        }
      }
    }
    if (rule.cssRules && rule.cssRules.length && !collectPseudos(rule.cssRules, selectors)) complete = false;
  }
  return complete;
}

/** Elements that may carry generated text, or true when any may. */
function indexPseudos(roots) {
  const hosts = new Set();
  for (const root of roots) {
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
      if (sheet.disabled) continue;
      const selectors = pseudoSelectors(sheet);
      if (selectors === null) return true;
      for (const selector of selectors) {
        try { for (const el of root.querySelectorAll(selector)) hosts.add(el); } catch { return true; }
      }
    }
  }
  return hosts;
}
