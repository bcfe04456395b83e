// One synchronous pass over one document: every node of its accessibility tree, joined with its layout.
// Runs in an isolated world and only reads. No timers, no promises, no observers: it works while page time stands still.

const NO_BOX = -1;
const SKIPPED = new Set(["script", "style", "template", "noscript", "head", "meta", "link", "title", "base", "datalist", "param", "source", "track", "col", "colgroup"]);
/** Their contents are drawn by the browser, or stand in for them. */
const LEAF_TAGS = new Set(["input", "textarea", "img", "audio", "video", "progress", "meter", "iframe", "frame", "embed", "option", "br", "hr"]);

let out = null;
let strings = new Map();
let lineStart = true;
let openText = -1;
let activeModal = null;
let focusedElement = null;
let focusedIndex = -1;

const registries = new WeakMap();
let current = null;

/** Element numbers and frame letters of the current document; a new document starts anew. */
function registry() {
  page = document;
  current = registries.get(page) ?? null;
  if (current === null) {
    current = { numbers: new WeakMap(), elements: new Map(), next: 0, letters: new WeakMap(), frames: [] };
    registries.set(page, current);
  }
  return current;
}

function numberOf(el) {
  let number = current.numbers.get(el);
  if (number === undefined) {
    number = current.next++;
    current.numbers.set(el, number);
    current.elements.set(number, new WeakRef(el));
  }
  return number;
}

/** a … z, aA … aZ, bA …: the first letter small, so that paths can be cut apart again. */
function letterOf(frame) {
  const { letters, frames } = current;
  let name = letters.get(frame);
  if (name === undefined) {
    let rest = frames.length;
    let upper = "";
    while (rest >= 26) {
      upper = String.fromCharCode(65 + (rest % 26)) + upper;
      rest = Math.floor(rest / 26) - 1;
    }
    name = String.fromCharCode(97 + rest) + upper;
    letters.set(frame, name);
    frames.push(new WeakRef(frame));
  }
  return name;
}

function frameNamed(letters) {
  let index = letters.charCodeAt(0) - 97;
  for (const upper of letters.slice(1)) index = (index + 1) * 26 + upper.charCodeAt(0) - 65;
  const ref = current.frames[index];
  return ref === undefined ? undefined : ref.deref() ?? null;
}

/** undefined: never given out; null: gone. */
function elementOf(key) {
  registry();
  if (typeof key === "string") return frameNamed(key);
  if (key >= current.next) return undefined;
  return current.elements.get(key)?.deref() ?? null;
}

function text(string) {
  let index = strings.get(string);
  if (index === undefined) {
    index = strings.size;
    strings.set(string, index);
  }
  return index;
}

const rounded = (value) => Math.round(value * 10) / 10;

/** Adds a record; `rect` is in the frame's viewport or null. Returns its index. */
function emit(number, role, name, tag, parent, rect) {
  const index = out.role.length;
  out.number.push(number);
  out.role.push(text(role));
  out.name.push(text(name));
  out.tag.push(text(tag));
  out.parent.push(parent);
  if (rect === null) out.box.push(0, 0, NO_BOX, 0);
  else {
    const { x, y, scaleX, scaleY } = out.view;
    out.box.push(rounded(x + rect[0] * scaleX), rounded(y + rect[1] * scaleY), rounded((rect[2] - rect[0]) * scaleX), rounded((rect[3] - rect[1]) * scaleY));
  }
  out.fraction.push(0);
  out.flags.push(0);
  return index;
}

function breakLine() {
  if (openText >= 0) {
    const [full, index] = [out.lastText, openText];
    if (/[ \n]$/.test(full)) out.name[index] = text(full.replace(/[ \n]+$/, ""));
    openText = -1;
  }
  lineStart = true;
}

/** A text node, or generated text when `node` is null. */
function visitText(node, string, parent, index) {
  const known = factsOf(parent);
  if (known.hidden) return 0;
  if (lineStart) string = string.replace(/^[ \n]+/, "");
  if (string === "") return 0;
  if (string === " ") {
    // A lone space only parts its neighbours; the one before takes it.
    if (openText >= 0) { out.lastText += " "; out.name[openText] = text(out.lastText); }
    lineStart = true;
    return 0;
  }
  lineStart = /[ \n]$/.test(string);
  const around = rectFor(parent, known);
  const near = known.display === "contents" || !isEmpty(intersect(around, viewport)) || isEmpty(around);
  const rect = node !== null && near ? textRect(node) : around;
  if (isEmpty(rect)) return 0;
  const record = emit(-1, "StaticText", string, "", index, rect);
  openText = record;
  out.lastText = string;
  if (!near) return 0;
  const clips = clipsFor(parent);
  return judge(parent, record, rect, clips.flow, clips.opacity, 0);
}

const rectFor = (el, known) => (known.rect ??= rectOf(el));

/** Fills in how much of a record can be seen; `below` is what its descendants already showed. */
function judge(el, record, rect, clip, opacity, below) {
  const shown = intersect(rect, clip);
  if (isEmpty(shown)) return 0;
  out.fraction[record] = Math.round((area(shown) / area(rect)) * 1000);
  if (area(shown) < SMALLEST_VISIBLE_AREA || opacity < FAINT) return 0;
  const seen = below & HIT ? below : below | exposure(el, shown);
  if (seen) out.flags[record] |= 1;
  return seen;
}

function isInert(el, tag) {
  return attr(el, "inert") !== null || (attr(el, "aria-hidden") === "true" && tag !== "body" && tag !== "html");
}

/** Visits an element and what is below it. Returns whether anything of it was seen or could be hit. */
function visit(el, parent, around, outer) {
  const tag = localNameOf.call(el);
  if (SKIPPED.has(tag)) return 0;
  const known = factsOf(el, outer);
  if (known.display === "none") return 0;
  if (known.concealable && isInert(el, tag)) return 0;
  if (activeModal !== null && !around.inModal) {
    if (el === activeModal) around = { ...around, inModal: true };
    else if (!holds(el, activeModal)) return 0;
  }
  if (tag === "br") { breakLine(); return 0; }
  if (tag === "label" && isRedundantLabel(el)) {
    let seen = 0;
    eachChild(el, (child) => { if (isElement(child)) seen |= visit(child, parent, around, known); });
    return seen;
  }
  const block = !known.inline && !known.display.startsWith("inline");
  if (block) breakLine();
  const role = roleOf(el);
  const clickable = known.hidden ? NOT_CLICKABLE : clickability(known, role, around.pointer);
  let seen;
  if (!known.hidden && isIncluded(el, role, tag, known, clickable)) {
    seen = visitIncluded(el, role, tag, parent, around, known, clickable);
  } else {
    seen = visitChildren(el, tag, parent, around, known, clickable);
  }
  if (block) breakLine();
  else if (!known.inline || LEAF_TAGS.has(tag)) { lineStart = false; openText = -1; }
  return seen;
}

/** Contents that are in the document but not drawn. */
function skipsContent(el, tag, known) {
  if (known.kinds & SKIP && known.style.contentVisibility === "hidden") return true;
  if (tag !== "object") return false;
  const first = el.firstElementChild;
  return first === null || getClientRects.call(first).length === 0;
}

function visitChildren(el, tag, parent, around, known, clickable) {
  if (LEAF_TAGS.has(tag) || nesting >= DEEPEST || skipsContent(el, tag, known)) return 0;
  nesting += 1;
  const strong = around.strong || clickable === STRONGLY;
  const { pointer } = known;
  const below = strong === around.strong && pointer === around.pointer ? around : { ...around, strong, pointer };
  const separate = known.display.startsWith("inline-");
  const outerStart = lineStart, outerText = openText, outerLast = out.lastText;
  if (separate) { lineStart = true; openText = -1; }
  let seen = 0;
  if (tag === "details" && !el.open) {
    eachChild(el, (child) => { if (isElement(child) && isActiveSummary(child)) seen |= visit(child, parent, below, known); });
  } else {
    const before = pseudoText(known, "::before").text;
    if (before) seen |= visitText(null, before, el, parent);
    eachChild(el, (child) => {
      const type = nodeTypeOf.call(child);
      if (type === TEXT) {
        const data = child.data;
        if (data !== "") seen |= visitText(child, renderedText(child, known), el, parent);
      } else if (type === ELEMENT && (ownedElsewhere === null || !ownedElsewhere.has(child))) {
        seen |= visit(child, parent, below, known);
      }
    });
    if (ownedBy !== null) for (const owned of ownedBy.get(el) ?? []) seen |= visit(owned, parent, below);
    const after = pseudoText(known, "::after").text;
    if (after) seen |= visitText(null, after, el, parent);
  }
  if (separate) { breakLine(); lineStart = outerStart; openText = outerText; out.lastText = outerLast; }
  nesting -= 1;
  return seen;
}

/** A label that holds only the words of a check box or radio button, which carry them as their name. */
function isRedundantLabel(label) {
  const control = label.control;
  if (!control || localNameOf.call(control) !== "input" || !/^(checkbox|radio)$/.test(control.type)) return false;
  if (factsOf(label).scripted || listening.has(label)) return false;
  for (let child = firstChildOf.call(label); child !== null; child = nextSiblingOf.call(child)) {
    if (isElement(child) && child !== control) return false;
  }
  const known = factsOf(control);
  // Where the page draws its own box, the label is what a person sees and clicks.
  return !known.hidden && !isEmpty(rectFor(control, known)) && clipsFor(control).opacity >= FAINT;
}

/** Whether an element stands in the tree itself, or only its contents do. */
function isIncluded(el, role, tag, known, clickable) {
  if (clickable !== NOT_CLICKABLE) return true;
  if (tag === "html" || tag === "body") return false;
  if (role === "none" || role === "LineBreak") return false;
  if (role === "graphics-symbol" || (role === "group" && tag === "g") || tag === "tbody") {
    return hasSvgTitle(el) || (hasAttributes.call(el) && (hasAuthorName(el) || isFocusable(el) || hasGlobalAria(el)));
  }
  if (role !== "generic") return true;
  if (known.has && (isFocusable(el) || known.titled || (known.aria && (attr(el, "role") === "generic" || hasGlobalAria(el))))) return true;
  return tag !== "span" && holdsInlineText(el, known);
}

/** A block whose own lines hold text: Chromium keeps it, as one keeps a paragraph. */
function holdsInlineText(el, known) {
  if (known.inline || /flex|grid|table$|row/.test(known.display)) return false;
  let any = false, blocks = false;
  eachChild(el, (child) => {
    if (nodeTypeOf.call(child) === TEXT) any ||= /[^ \t\n\r\f]/.test(child.data);
    else if (isElement(child) && !SKIPPED.has(localNameOf.call(child))) {
      const inner = factsOf(child, known);
      const { display } = inner;
      if (display === "none") return;
      if (!inner.inline && !display.startsWith("inline")) blocks = true;
      else any ||= textContentOf.call(child).trim() !== "";
    }
  });
  return any && !blocks;
}

function visitIncluded(el, role, tag, parent, around, known, clickable) {
  const kept = role === "none" ? "generic" : role;
  const { text: name, from } = nameOf(known, kept);
  const isFrame = tag === "iframe" || tag === "frame";
  const rect = known.display === "contents" ? null : rectFor(el, known);
  const hasBox = rect !== null && (!isEmpty(rect) || getClientRects.call(el).length > 0);
  const record = emit(isFrame ? letterOf(el) : numberOf(el), kept, name, tag, parent, hasBox ? rect : null);
  const focused = el === focusedElement;
  if (focused) focusedIndex = record;
  addDetails(known, kept, record, from, name, focused);
  if (clickable !== NOT_CLICKABLE) out.flags[record] |= 2;
  const size = out.role.length;
  let seen = tag === "select" ? visitOptions(el, record, around, known)
    : visitChildren(el, tag, record, around, known, clickable);
  if (role === "SvgRoot" && out.role.length === size) out.role[record] = text("image");
  if (hasBox && !isEmpty(intersect(rect, viewport))) {
    const clips = clipsFor(el);
    seen |= judge(el, record, rect, clips.own, clips.opacity, seen);
  }
  if (isFrame && hasBox) noteFrame(el, record, rect, clipsFor(el));
  markIfWorthy(record, around, clickable, seen, isEditable(el));
  return seen;
}

function visitOptions(el, record, around, known) {
  let parent = record;
  if (!el.multiple && el.size <= 1) {
    parent = emit(-1, "MenuListPopup", "", "", record, null);
  }
  return visitChildren(el, "select", parent, around, known, STRONGLY);
}

/** Marks go to the innermost thing that does the work: a control rather than the box around it. */
function markIfWorthy(record, around, clickable, seen, editable) {
  if (!(out.flags[record] & 1) || !(seen & HIT) || (clickable === NOT_CLICKABLE && !editable)) return;
  if (clickable !== STRONGLY) {
    if (around.strong) return;
    for (let i = out.flags.length - 1; i > record; i--) if (out.flags[i] & 4) return;
  }
  out.flags[record] |= 4;
}

function addDetails(known, role, record, from, name, focused) {
  const { el, tag } = known;
  const details = {};
  const description = known.has || tag === "table" || tag === "svg" ? descriptionOf(known, role, from, name) : "";
  if (description) details.description = description;
  const value = valueOf(known, role);
  if (value !== null) details.value = value;
  const url = addressOf(known, role);
  if (url) details.url = url;
  if (known.has) {
    const placeholder = (tag === "input" || tag === "textarea" ? attr(el, "placeholder") : null) ?? (known.aria ? attr(el, "aria-placeholder") : null);
    if (placeholder) details.placeholder = placeholder;
  }
  const states = statesOf(known, role, focused);
  for (const _ in states) { details.states = states; break; }
  for (const _ in details) { out.details.push(record, details); break; }
}

let addresses = new Map();
let addressBase = "";

/** A link's target or a picture's address. Resolving a link costs ten microseconds, so it is remembered. */
function addressOf(known, role) {
  const { el, tag } = known;
  if (tag === "img") return el.currentSrc || el.src;
  if (role === "link" && known.has) {
    const written = attr(el, "href");
    let url = addresses.get(written);
    if (url === undefined) {
      url = typeof el.href === "string" ? el.href : written; // in SVG it is an object
      addresses.set(written, url);
    }
    return url;
  }
  return isPictured(known) ? /url\("(.*?)"\)/.exec(known.style.content)?.[1] : null;
}

function deepFocus() {
  let focused = ofDocument("activeElement");
  while (focused !== null) {
    const shadow = shadowRootOf.call(focused);
    if (shadow === null || shadow.activeElement === null) break;
    focused = shadow.activeElement;
  }
  return focused === ofDocument("body") || focused === ofDocument("documentElement") ? null : focused;
}

function beginLook(view) {
  registry();
  nesting = 0;
  facts = new Map();
  clipsOf = new Map();
  paintedOf = new Map();
  const own = [0, 0, innerWidth, innerHeight];
  viewport = view.clip ? intersect(own, view.clip) : own;
  if (isEmpty(viewport)) viewport = NOWHERE;
  occluders = view.occluders ?? [];
  forgetIndex();
  indexRoot(page);
  if (addressBase !== baseURIOf.call(page) || addresses.size > 20000) addresses = new Map();
  addressBase = baseURIOf.call(page);
  const modals = all(page, "dialog:modal");
  activeModal = modals.length ? modals[modals.length - 1] : null;
}

function forgetGone() {
  const { elements } = current;
  if (elements.size < 2 * out.role.length + 1000) return;
  for (const [number, ref] of elements) if (ref.deref() === undefined) elements.delete(number);
}

function look(view) {
  beginLook(view);
  strings = new Map();
  lineStart = true;
  openText = -1;
  out = {
    url: ofDocument("URL"), title: ofDocument("title"), focus: -1,
    viewport: [innerWidth, innerHeight], scroll: [rounded(scrollX), rounded(scrollY)],
    document: documentSize(),
    number: [], role: [], name: [], tag: [], parent: [], box: [], fraction: [], flags: [],
    details: [], frames: [], view: { x: view.x ?? 0, y: view.y ?? 0, scaleX: view.scaleX ?? 1, scaleY: view.scaleY ?? 1 }, lastText: "",
  };
  focusedElement = deepFocus();
  focusedIndex = -1;
  const [width, height] = out.document;
  const left = -scrollX, top = -scrollY;
  const root = emit(-1, "RootWebArea", trimmed(ofDocument("title")), "", -1, [left, top, left + width, top + height]);
  const element = ofDocument("documentElement");
  if (element !== null) visit(element, root, { strong: false, pointer: false, inModal: false });
  breakLine();
  const shown = intersect([left, top, left + width, top + height], viewport);
  if (!isEmpty(shown)) { out.fraction[root] = Math.round((area(shown) / (width * height)) * 1000); out.flags[root] |= 1; }
  out.focus = focusedIndex;
  if (focusedElement === null) out.details.push(root, { states: { focused: true } });
  forgetGone();
  const { view: _, lastText: __, ...result } = out;
  result.strings = [...strings.keys()];
  out = null;
  facts = new Map();
  clipsOf = new Map();
  return JSON.stringify(result);
}

function documentSize() {
  const element = ofDocument("scrollingElement") ?? ofDocument("documentElement");
  return element === null ? [innerWidth, innerHeight] : [element.scrollWidth, element.scrollHeight];
}
