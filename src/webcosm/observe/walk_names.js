// Accessible names, descriptions and rendered text (accname 1.2 and HTML-AAM, where they differ as Chromium does it).

const NEVER_TEXT = new Set(["script", "style", "template", "noscript", "head", "title", "meta", "link", "datalist"]);

const FROM_CONTENT = new Set(
  `button cell checkbox columnheader DisclosureTriangle DisclosureTriangleGrouped doc-backlink doc-biblioref doc-glossref
  doc-noteref doc-subtitle gridcell heading link LayoutTableCell math menuitem menuitemcheckbox menuitemradio option radio
  rowheader switch tab term tooltip treeitem`.split(/\s+/));

/** Roles whose contents do not flow into the name of something around them. */
const KEEPS_CONTENT = new Set(
  `alert alertdialog application article Audio banner blockquote combobox comment complementary contentinfo dialog document
  EmbeddedObject feed figure form grid group Iframe image listbox log main marquee MathMLMath menu menubar MenuListPopup
  meter navigation note PluginObject progressbar radiogroup RootWebArea row rowgroup scrollbar search searchbox separator
  slider spinbutton status suggestion table tablist tabpanel textbox timer toolbar tree treegrid Video`.split(/\s+/));
const keepsContent = (role, tag) =>
  (KEEPS_CONTENT.has(role) && tag !== "footer" && tag !== "address") || (role.startsWith("doc-") && !FROM_CONTENT.has(role));

/** Roles that ARIA forbids to name; Chromium moves a title to the description there. */
const NAME_PROHIBITED = new Set(
  `caption code definition deletion emphasis generic insertion mark paragraph strong subscript superscript term time
  none`.split(/\s+/));

const allowsName = (el, role) => !NAME_PROHIBITED.has(role) || (role === "generic" && localNameOf.call(el).includes("-"));

const REPLACED_INLINE = /^(img|input|button|select|textarea|iframe|canvas|video|audio|object|embed|meter|progress|svg)$/;

/** Levels we descend. The HTML parser stops at 512; only scripts build deeper, and the stack must hold. */
const DEEPEST = 600;
/** How deep in the page texts are kept, and how deep those may reach: far enough from DEEPEST that it cannot matter. */
const MOST_KEPT = 100, NEAR_DEEPEST = 400;
let nesting = 0;
let labelsOf = null;

const collapse = (text) => text.replace(/[ \t\n\r\f]+/g, " ");
const trimmed = (text) => (/[ \t\n\r\f]{2}|[\t\n\r\f]|^ | $/.test(text) ? collapse(text).replace(/^ | $/g, "") : text);

/** A text node's text as the page shows it: white space collapsed, case transformed; not trimmed. */
function renderedText(node, parentFacts) {
  let text = node.data;
  if (/[ \t\n\r\f]{2}|[\t\n\r\f]/.test(text)) {
    const mode = parentFacts.style.whiteSpace;
    if (mode === "pre-line") text = text.replace(/[ \t\r\f]+/g, " ").replace(/ ?\n ?/g, "\n");
    else if (!mode.startsWith("pre") && mode !== "break-spaces") text = collapse(text);
  }
  return parentFacts.transform === "none" ? text : transformed(text, parentFacts.transform);
}

function transformed(text, transform) {
  switch (transform) {
    case "uppercase": return text.toUpperCase();
    case "lowercase": return text.toLowerCase();
    case "capitalize": return text.replace(/(^|[^\p{L}\p{N}'’])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
    default: return text;
  }
}

function isRendered(el) {
  for (let up = el; up; up = flatParent(up)) {
    if (factsOf(up).display === "contents") continue;
    return checkVisibility.call(up);
  }
  return true;
}

function hiddenFromNames(known) {
  if (known.aria && attr(known.el, "aria-hidden") === "true") return true;
  return known.display === "none" || known.hidden;
}

/** Text of the contents, for a name. `context` tells why we are here; see `alternative`. */
function contentText(known, context) {
  if (nesting >= NEAR_DEEPEST) detours += 1;
  if (nesting >= DEEPEST) return "";
  const plainly = context === ON_THE_WAY && ownedBy === null && nesting < MOST_KEPT;
  if (plainly && known.content !== null) return known.content;
  const detoursBefore = detours;
  nesting += 1;
  const text = gatheredText(known, context);
  nesting -= 1;
  if (plainly && detours === detoursBefore) known.content = text;
  return text;
}

/**
 * The text of an element's contents is kept for when an element inside is named itself, which comes later: parents are
 * named first. That is right unless gathering met an element that was already on its way, or ran too deep.
 */
let detours = 0;

function gatheredText(known, context) {
  const { children, tag } = known;
  const unrendered = tag === "option"; // drawn by the browser, without the page's text-transform
  const shown = !known.hidden || context.hidden;
  const pseudo = hasPseudo(known);
  if (!pseudo && ownedBy === null && children.length === 1 && children[0] instanceof Words) {
    return shown ? ownText(children[0], unrendered) : "";
  }
  const pieces = new Pieces();
  if (pseudo) pieces.addPseudo(pseudoText(known, "::before"));
  for (const child of children) {
    if (child instanceof Words) {
      if (shown) pieces.add(ownText(child, unrendered), false);
      continue;
    }
    if (ownedElsewhere !== null && ownedElsewhere.has(child.el)) continue;
    if (child.tag === "br") { pieces.text += " "; continue; }
    const piece = alternative(child, context);
    pieces.add(piece, !child.inline || REPLACED_INLINE.test(child.tag));
  }
  if (ownedBy !== null) for (const owned of ownedBy.get(known.el) ?? []) pieces.add(alternative(factsOf(owned), context), true);
  if (pseudo) pieces.addPseudo(pseudoText(known, "::after"));
  return pieces.text;
}

const ownText = (words, unrendered) => (unrendered ? collapse(words.node.data) : words.rendered);

/** Pieces of text, put together with a space where one of two neighbours is a box of its own. */
class Pieces {
  constructor() {
    this.text = "";
    this.lastBoxed = false;
    this.any = false;
  }

  add(piece, boxed) {
    if (piece === "") return;
    if (this.any && (boxed || this.lastBoxed) && !/[ \n]$/.test(this.text) && !/^[ \n]/.test(piece)) this.text += " ";
    this.text += piece;
    this.any = true;
    this.lastBoxed = boxed;
  }

  addPseudo({ text, boxed }) { this.add(text, boxed); }
}

/**
 * What an element inside something else says for that other's name.
 * context.hidden: hidden content counts, since a reference points at a hidden element.
 * context.referenced: we follow aria-labelledby already and do not follow another.
 * context.visited: elements on the way, against circles and against naming a control by itself.
 */
function alternative(known, context) {
  const { el } = known;
  if (context.visited.has(el)) { detours += 1; return ""; }
  if (!context.hidden && hiddenFromNames(known)) return "";
  context.visited.add(el);
  const text = alternativeUnguarded(el, context, known);
  context.visited.delete(el);
  return text;
}

function alternativeUnguarded(el, context, known) {
  const role = roleFor(known);
  const held = embeddedValue(known, role);
  if (held !== null) return held;
  if (known.aria) {
    if (known.labelled && !context.referenced) {
      const referenced = labelledByText(el, context.visited);
      if (referenced) return referenced;
    }
    const label = attr(el, "aria-label");
    if (label && label.trim()) return label;
  }
  const native = known.shared.named ? nativeName(known, context) : null;
  if (native !== null && native.text) return native.text;
  if (!keepsContent(role, known.tag)) {
    const text = contentText(known, context);
    if (text) return text;
  }
  return known.titled && allowsName(el, role) ? attr(el, "title") ?? "" : "";
}

/** A field inside a label gives its value, not its own label. */
function embeddedValue(known, role) {
  switch (role) {
    case "textbox": case "searchbox": case "spinbutton": case "slider": case "scrollbar": case "progressbar":
    case "meter": case "Date": case "DateTime": case "InputTime":
      return valueOf(known, role) ?? "";
    case "combobox": return known.tag === "select" || known.tag === "input" ? valueOf(known, role) ?? "" : null;
    case "listbox": return known.tag === "select" ? selectedText(known.el) : null;
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
  const known = factsOf(el);
  const label = attr(el, "aria-label");
  if (label && label.trim()) return label;
  const native = nativeName(known, context);
  if (native !== null && native.text) return native.text;
  const held = embeddedValue(known, roleFor(known));
  if (held) return held;
  return contentText(known, context) || attr(el, "title") || "";
}

/** The text of a control's labels; null when it has none. Chromium lets even empty or hidden labels stop the search. */
function labelText(el, visited) {
  const labels = labelsOf.get(el);
  if (!labels) return null;
  const pieces = [];
  for (const label of labels) {
    const context = { hidden: false, referenced: true, visited: new Set(visited).add(el) };
    const piece = trimmed(isRendered(label) ? alternative(factsOf(label), context) : "");
    if (piece) pieces.push(piece);
  }
  return pieces.join(" ");
}

const named = (text, from) => ({ text, from });

/** The name HTML or SVG gives by its own means, or null where it gives none. Empty text means: named empty on purpose. */
function nativeName(known, context) {
  const { el, tag } = known;
  switch (tag) {
    case "input": return inputName(el, context);
    case "select": case "textarea": case "button": case "meter": case "output": case "progress": {
      const label = labelText(el, context.visited);
      if (label !== null) return named(label, "label");
      return tag === "textarea" ? hintName(el) : null;
    }
    case "img": case "area": {
      const alt = attr(el, "alt");
      return alt === null ? null : named(alt, "alt");
    }
    case "fieldset": return childText(el, "legend", context);
    case "table": return childText(el, "caption", context) ?? (attr(el, "summary") ? named(attr(el, "summary"), "attribute") : null);
    case "svg": case "g": case "path": case "circle": case "rect": case "polygon": case "ellipse": case "line": case "use":
    case "polyline": return known.namespace === SVG ? childText(el, "title", context) : null;
    case "optgroup": return named(attr(el, "label") ?? "", "attribute");
    case "option": return attr(el, "label") ? named(attr(el, "label"), "attribute") : null;
    case "abbr": return attr(el, "title") ? named(attr(el, "title"), "title") : null;
    default: return null;
  }
}

function childText(el, wanted, context) {
  for (let child = firstChildOf.call(el); child; child = nextSiblingOf.call(child)) {
    if (!isElement(child) || localNameOf.call(child) !== wanted) continue;
    if (wanted === "title" || wanted === "desc") return named(trimmed(textContentOf.call(child)), "child");
    if (!context.hidden && hiddenFromNames(factsOf(child))) return null;
    const text = trimmed(alternative(factsOf(child), context));
    return text ? named(text, "child") : null;
  }
  return null;
}

function inputName(el, context) {
  const label = el.type === "hidden" ? null : labelText(el, context.visited);
  if (label !== null) return named(label, "label");
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
function nameOf(known, role) {
  const { el } = known;
  const fromContent = FROM_CONTENT.has(role) || (role === "row" && inGrid(known));
  if (!fromContent && !known.has && !known.shared.named) return NAMELESS;
  const visited = ON_THE_WAY.visited;
  visited.clear();
  visited.add(el);
  if (known.aria) {
    const referenced = known.labelled ? labelledByText(el, visited) : "";
    if (referenced) return named(referenced, "labelledby");
    const label = attr(el, "aria-label");
    if (label && label.trim()) return named(trimmed(label), "label");
  }
  const native = known.shared.named ? nativeName(known, ON_THE_WAY) : null;
  if (native !== null && native.text) return named(trimmed(native.text), native.from);
  if (fromContent) {
    const text = trimmed(contentText(known, ON_THE_WAY));
    if (text) return named(text, "content");
  }
  if (native !== null && /^(label|value|alt)$/.test(native.from)) return native;
  const title = known.titled && allowsName(el, role) ? attr(el, "title") : null;
  return title && title.trim() ? named(trimmed(title), "title") : NAMELESS;
}

const ON_THE_WAY = { hidden: false, referenced: false, visited: new Set() };
const NAMELESS = named("", "");

function inGrid(row) {
  for (let up = row.outer; up !== null; up = up.outer) {
    const role = roleFor(up);
    if (role === "grid" || role === "treegrid") return true;
    if (role !== "rowgroup" && role !== "generic" && role !== "none") return false;
  }
  return false;
}

function descriptionOf(known, role, from, name) {
  const { el, tag } = known;
  if (known.stateful) {
    const ids = tokens(attr(el, "aria-describedby"));
    const text = ids.length ? referencedText(el, ids, new Set()) : "";
    if (text) return text;
    const described = attr(el, "aria-description");
    if (described && described.trim()) return trimmed(described);
  }
  if (tag === "input" && /^(button|submit|reset)$/.test(el.type) && from !== "value" && attr(el, "value")) {
    return attr(el, "value");
  }
  if (tag === "table" && from !== "child") {
    const caption = childText(el, "caption", { hidden: false, referenced: false, visited: new Set([el]) });
    if (caption !== null && caption.text) return caption.text;
  }
  if (tag === "svg") {
    const described = childText(el, "desc", ON_THE_WAY);
    if (described !== null && described.text) return described.text;
  }
  const title = known.titled ? attr(el, "title") : null;
  if (title && from !== "title" && trimmed(title) !== name) return trimmed(title);
  return "";
}

function forgetReferences() {
  labelsOf = new Map();
  ownedBy = null;
  ownedElsewhere = null;
}

/** Collects the labels and aria-owns of a document or shadow root, once per look. */
function indexReferences(root) {
  for (const label of all(root, "label")) {
    const control = label.control;
    if (!control) continue;
    const labels = labelsOf.get(control);
    if (labels) labels.push(label);
    else labelsOf.set(control, [label]);
  }
  for (const owner of all(root, "[aria-owns]")) indexOwner(owner);
}

let ownedBy = null;
let ownedElsewhere = null;

const ownerOf = (el) => (ownedElsewhere === null ? null : ownedElsewhere.get(el) ?? null);

function indexOwner(owner) {
  for (const id of tokens(attr(owner, "aria-owns"))) {
    const target = byId(owner, id);
    if (!target || target === owner || contains.call(target, owner) || ownedElsewhere?.has(target)) continue;
    ownedBy ??= new Map();
    ownedElsewhere ??= new Map();
    ownedElsewhere.set(target, owner);
    ownedBy.set(owner, [...(ownedBy.get(owner) ?? []), target]);
  }
}
