// One synchronous pass over one document: every node of its accessibility tree, joined with its layout.
// Runs in an isolated world and only reads. No timers, no promises, no observers: it works while page time stands still.

const SKIPPED = new Set(["script", "style", "template", "noscript", "head", "meta", "link", "title", "base", "datalist", "param", "source", "track", "col", "colgroup"]);
/** Their contents are drawn by the browser, or stand in for them. */
const LEAF_TAGS = new Set(["input", "textarea", "img", "audio", "video", "progress", "meter", "iframe", "frame", "embed", "option", "br", "hr"]);

let out = null;
let lineStart = true;
let openText = -1;
let activeModal = null;
let focusedElement = null;
let focusedIndex = -1;

/** Element numbers and frame letters. No key is used twice, not even when a window gets another document. */
const current = { numbers: new WeakMap(), elements: new Map(), next: 0, letters: new WeakMap(), frames: [] };

function registry() {
  page = document;
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

const rounded = (value) => Math.round(value * 10) / 10;

const isSpace = (code) => code === 32 || code === 10;

function breakLine() {
  if (openText >= 0) {
    const full = out.lastText;
    if (isSpace(full.charCodeAt(full.length - 1))) out.columns.name[openText] = text(full.replace(/[ \n]+$/, ""));
    openText = -1;
  }
  lineStart = true;
}

/** A text node, or generated text when `node` is null. */
function visitText(node, string, known, index) {
  if (known.hidden) return 0;
  if (lineStart && isSpace(string.charCodeAt(0))) string = string.replace(/^[ \n]+/, "");
  if (string === "") return 0;
  if (string === " ") {
    // A lone space only parts its neighbours; the one before takes it.
    if (openText >= 0) { out.lastText += " "; out.columns.name[openText] = text(out.lastText); }
    lineStart = true;
    return 0;
  }
  lineStart = isSpace(string.charCodeAt(string.length - 1));
  const around = rectFor(known);
  const near = known.display === "contents" || meets(around, viewport) || isEmpty(around);
  const rect = node !== null && near ? textRect(node) : around;
  if (isEmpty(rect)) return 0;
  const record = emit(NO_NUMBER, "StaticText", string, "", index, rect);
  openText = record;
  out.lastText = string;
  if (known.struck) noteLook(record, "struck", true);
  if (!near) return 0;
  const clips = clipsFor(known);
  return judge(known.el, record, rect, clips.flow, clips.opacity, 0);
}

const rectFor = (known) => (known.rect ??= known.display === "table-cell" ? cellRect(known) : rectOf(known.el));

/** Fills in how much of a record can be seen; `below` is what its descendants already showed. */
function judge(el, record, rect, clip, opacity, below) {
  const shown = intersect(rect, clip);
  if (isSliver(shown, rect)) return 0;
  out.fractions.push(record, Math.round((area(shown) / area(rect)) * 1000));
  if (area(shown) < SMALLEST_VISIBLE_AREA || opacity < FAINT) return 0;
  const seen = below & HIT ? below : below | exposure(el, shown);
  if (seen) out.columns.flags[record] |= 1;
  return seen;
}

function isInert(el, tag) {
  return attr(el, "inert") !== null || (attr(el, "aria-hidden") === "true" && tag !== "body" && tag !== "html");
}

/** Visits an element and what is below it. Returns whether anything of it was seen or could be hit. */
function visit(known, parent, around) {
  const { el, tag } = known;
  if (known.shared.skipped || known.display === "none") return 0;
  if (known.concealable && isInert(el, tag)) return 0;
  if (activeModal !== null && !around.inModal) {
    if (el === activeModal) around = { ...around, inModal: true };
    else if (!holds(el, activeModal)) return 0;
  }
  if (tag === "br") {
    breakLine();
    if (!known.hidden) emit(NO_NUMBER, "LineBreak", "\n", tag, parent, null);
    return 0;
  }
  if (tag === "label" && isRedundantLabel(known)) {
    let seen = 0;
    for (const child of known.children) if (child instanceof Facts) seen |= visit(child, parent, around);
    return seen;
  }
  const { block } = known.flow;
  if (block) breakLine();
  const role = roleFor(known);
  const clickable = known.hidden ? NOT_CLICKABLE : clickability(known, role, around.pointer);
  let seen;
  if (!known.hidden && isIncluded(known, role, clickable)) {
    seen = visitIncluded(known, role, parent, around, clickable);
  } else {
    seen = visitChildren(known, parent, around, clickable);
  }
  if (block) breakLine();
  else if (!known.inline || known.shared.leaf) { lineStart = false; openText = -1; }
  return seen;
}

/** Contents that are in the document but not drawn. */
function skipsContent(known) {
  if (known.kinds & SKIP && known.style.contentVisibility === "hidden") return true;
  if (known.tag !== "object") return false;
  const first = known.el.firstElementChild;
  return first === null || getClientRects.call(first).length === 0;
}

function visitChildren(known, parent, around, clickable) {
  if (known.shared.leaf || nesting >= DEEPEST || skipsContent(known)) return 0;
  nesting += 1;
  const strong = around.strong || clickable === STRONGLY;
  const { pointer } = known;
  const below = strong === around.strong && pointer === around.pointer ? around : { ...around, strong, pointer };
  const { separate } = known.flow;
  const outerStart = lineStart, outerText = openText, outerLast = out.lastText;
  if (separate) { lineStart = true; openText = -1; }
  let seen = 0;
  if (known.tag === "details" && !known.el.open) {
    for (const child of known.children) if (child.tag === "summary" && isActiveSummary(child.el)) seen |= visit(child, parent, below);
  } else {
    const before = pseudoText(known, "::before").text;
    if (before) seen |= visitText(null, before, known, parent);
    for (const child of known.children) {
      if (child instanceof Words) seen |= visitText(child.node, child.rendered, known, parent);
      else if (ownedElsewhere === null || !ownedElsewhere.has(child.el)) seen |= visit(child, parent, below);
    }
    if (ownedBy !== null) for (const owned of ownedBy.get(known.el) ?? []) seen |= visit(factsOf(owned), parent, below);
    const after = pseudoText(known, "::after").text;
    if (after) seen |= visitText(null, after, known, parent);
  }
  if (separate) { breakLine(); lineStart = outerStart; openText = outerText; out.lastText = outerLast; }
  nesting -= 1;
  return seen;
}

/** A label that holds only the words of a check box or radio button, which carry them as their name. */
function isRedundantLabel({ el: label, scripted }) {
  const control = label.control;
  if (!control || localNameOf.call(control) !== "input" || !/^(checkbox|radio)$/.test(control.type)) return false;
  if (scripted || listening.has(label)) return false;
  for (let child = firstChildOf.call(label); child !== null; child = nextSiblingOf.call(child)) {
    if (isElement(child) && child !== control) return false;
  }
  const known = factsOf(control);
  // Where the page draws its own box, the label is what a person sees and clicks.
  return !known.hidden && !isEmpty(rectFor(known)) && clipsFor(known).opacity >= FAINT;
}

/** Whether an element stands in the tree itself, or only its contents do. */
function isIncluded(known, role, clickable) {
  const { el, tag } = known;
  if (clickable !== NOT_CLICKABLE) return true;
  if (tag === "html" || tag === "body") return false;
  if (role === "none" || role === "LineBreak") return false;
  if (role === "graphics-symbol" || (role === "group" && tag === "g") || tag === "tbody") {
    return hasSvgTitle(el) || (known.has && (hasAuthorName(el) || isFocusable(el) || hasGlobalAria(el)));
  }
  if (role !== "generic") return true;
  if (known.has && (isFocusable(el) || known.titled || (known.aria && (attr(el, "role") === "generic" || hasGlobalAria(el))))) return true;
  return (tag !== "span" && holdsInlineText(known)) || swatchColour(known) !== null;
}

/** A block whose own lines hold text: Chromium keeps it, as one keeps a paragraph. */
function holdsInlineText(known) {
  if (!known.flow.lines) return false;
  let any = false;
  for (const child of known.children) {
    if (child instanceof Words) any ||= /[^ \t\n\r\f]/.test(child.node.data);
    else if (!child.shared.skipped && child.display !== "none") {
      if (child.flow.block) return false;
      any ||= textContentOf.call(child.el).trim() !== "";
    }
  }
  return any;
}

function visitIncluded(known, role, parent, around, clickable) {
  const { el, tag } = known;
  const kept = role === "none" ? "generic" : role;
  const { text: name, from } = nameOf(known, kept);
  const isFrame = tag === "iframe" || tag === "frame";
  const rect = known.display === "contents" ? null : rectFor(known);
  const hasBox = rect !== null && (!isEmpty(rect) || getClientRects.call(el).length > 0);
  const record = emit(isFrame ? letterOf(el) : numberOf(el), kept, name, tag, parent, hasBox ? rect : null);
  const focused = el === focusedElement;
  if (focused) focusedIndex = record;
  addDetails(known, kept, record, from, name, focused);
  addLooks(known, record, name, clickable);
  const { kind, flags } = out.columns;
  if (clickable !== NOT_CLICKABLE) flags[record] |= 2;
  const size = kind.length;
  let seen = tag === "select" ? visitOptions(known, record, around) : visitChildren(known, record, around, clickable);
  if (role === "SvgRoot" && kind.length === size) kind[record] = kindOf("image", tag);
  if (hasBox && meets(rect, viewport)) {
    const clips = clipsFor(known);
    seen |= judge(el, record, rect, clips.own, clips.opacity, seen);
  }
  if (clickable !== NOT_CLICKABLE && hasBox && !(seen & HIT)) {
    const obstacle = obstacleOf(known, rect, seen);
    if (obstacle !== null) noteLook(record, "obstacle", obstacle);
  }
  if (isFrame && hasBox) noteFrame(el, record, rect, clipsFor(known));
  markIfWorthy(el, record, around, clickable, seen);
  return seen;
}

function visitOptions(known, record, around) {
  const { el } = known;
  const parent = el.multiple || el.size > 1 ? record : emit(NO_NUMBER, "MenuListPopup", "", "", record, null);
  return visitChildren(known, parent, around, STRONGLY);
}

/** Marks go to the innermost thing that does the work: a control rather than the box around it. */
function markIfWorthy(el, record, around, clickable, seen) {
  const { flags } = out.columns;
  if (!(flags[record] & 1) || !(seen & HIT) || (clickable === NOT_CLICKABLE && !isEditable(el))) return;
  if (clickable !== STRONGLY) {
    if (around.strong) return;
    for (let i = flags.length - 1; i > record; i--) if (flags[i] & 4) return;
  }
  flags[record] |= 4;
}

function addDetails(known, role, record, from, name, focused) {
  const { el, tag } = known;
  if (!known.has && !known.shared.detailed && !focused && !(known.kinds & PICTURE)) return;
  const { details } = out;
  const description = known.has || tag === "table" || tag === "svg" ? descriptionOf(known, role, from, name) : "";
  if (description) details.description.push(record, description);
  const value = valueOf(known, role);
  if (value !== null) details.value.push(record, value);
  const url = addressOf(known, role);
  if (url) details.url.push(record, url);
  if (known.has) {
    const placeholder = (tag === "input" || tag === "textarea" ? attr(el, "placeholder") : null) ?? (known.stateful ? attr(el, "aria-placeholder") : null);
    if (placeholder) details.placeholder.push(record, placeholder);
  }
  const states = statesOf(known, role, focused);
  for (const _ in states) { details.states.push(record, states); break; }
}

/** What only eyes tell of an element itself. */
function addLooks(known, record, name, clickable) {
  if (known.struck && clickable !== NOT_CLICKABLE) noteLook(record, "struck", true);
  const complaint = browsersComplaint(known);
  if (complaint) noteLook(record, "complaint", complaint);
  if (name === "" && (clickable !== NOT_CLICKABLE ? !known.shared.control : known.kinds & PAINT)) {
    const colour = clickable !== NOT_CLICKABLE ? colourOf(known) : swatchColour(known);
    if (colour !== null) noteLook(record, "color", colour);
  }
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
  if (elements.size < 2 * out.columns.kind.length + 1000) return;
  for (const [number, ref] of elements) if (ref.deref() === undefined) elements.delete(number);
}

function look(view) {
  beginLook(view);
  strings = new Map();
  lengths = new Map();
  lineStart = true;
  openText = -1;
  out = {
    url: ofDocument("URL"), title: ofDocument("title"), focus: -1,
    viewport: [innerWidth, innerHeight], scroll: [rounded(scrollX), rounded(scrollY)],
    document: documentSize(),
    columns: { number: [], kind: [], name: [], depth: [], flags: [], box: [] },
    boxes: { x: [], y: [], width: [], height: [] },
    pairs: [], letters: [], fractions: [],
    details: { description: [], value: [], url: [], placeholder: [], states: [], looks: [] }, frames: [],
    kinds: new Map(), looks: new Map(), lastText: "",
    view: { x: view.x ?? 0, y: view.y ?? 0, scaleX: view.scaleX ?? 1, scaleY: view.scaleY ?? 1 },
  };
  focusedElement = deepFocus();
  focusedIndex = -1;
  const [width, height] = out.document;
  const left = -scrollX, top = -scrollY;
  const root = emit(NO_NUMBER, "RootWebArea", trimmed(ofDocument("title")), "", -1, [left, top, left + width, top + height, NO_BOX]);
  const element = ofDocument("documentElement");
  if (element !== null) visit(factsOf(element), root, { strong: false, pointer: false, inModal: false });
  breakLine();
  const shown = intersect([left, top, left + width, top + height], viewport);
  if (!isEmpty(shown)) {
    out.fractions.push(root, Math.round((area(shown) / (width * height)) * 1000));
    out.columns.flags[root] |= 1;
  }
  out.focus = focusedIndex;
  if (focusedElement === null) out.details.states.push(root, { focused: true });
  forgetGone();
  const packed = packedLook();
  out = null;
  facts = new Map();
  return packed;
}

function documentSize() {
  const element = ofDocument("scrollingElement") ?? ofDocument("documentElement");
  return element === null ? [innerWidth, innerHeight] : [element.scrollWidth, element.scrollHeight];
}
