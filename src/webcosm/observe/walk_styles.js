// What style does to an element, read as rarely as possible.
// Asking the browser for one computed property costs about a microsecond, a page has thousands of elements, and most
// of them carry no rule for the property in question. So we sort the style sheets' rules by the class, id, attribute or
// tag that their rightmost part needs, and ask only for elements that some rule might touch. Everything else has
// the browser's default, or what its parent has.

const DISPLAY = 1, VISIBILITY = 2, CURSOR = 4, TRANSFORM = 8, PSEUDO = 16, PICTURE = 32, SKIP = 64, CLIP = 128, PLACE = 256, STRIKE = 512,
  PAINT = 1024, ANY = 2047;

/** Whatever decides how an element clips, fades or places what is in it. */
const CLIPPING = [
  "position", "opacity", "overflow", "overflow-x", "overflow-y", "overflow-block", "overflow-inline", "clip", "clip-path",
  "transform", "filter", "perspective", "backdrop-filter", "contain", "will-change",
];

/** Whatever may put the parts of a table elsewhere than in their rows and columns; generated content does so too. */
const PLACING = [
  "transform", "translate", "rotate", "scale", "offset", "offset-path", "perspective", "zoom", "writing-mode", "columns", "column-count",
  "column-width",
];

/** Kinds of properties that a declaration block touches. */
function kindsIn(style) {
  if (style.all) return ANY;
  const content = style.content;
  return (style.display || style.float || style.position ? DISPLAY : 0) | (style.visibility ? VISIBILITY : 0) |
    (style.textDecorationLine.includes("line-through") ? STRIKE : 0) |
    (style.backgroundColor || style.background ? PAINT : 0) |
    (style.cursor ? CURSOR : 0) | (style.textTransform ? TRANSFORM : 0) | (style.contentVisibility ? SKIP : 0) |
    (CLIPPING.some((name) => style.getPropertyValue(name)) ? CLIP : 0) |
    (PLACING.some((name) => style.getPropertyValue(name)) || (content && content !== "none" && content !== "normal") ? PLACE : 0) |
    (content && content !== "none" && content !== "normal" && content !== '""' ? PSEUDO | PICTURE : 0);
}

/** Splits at commas that are not inside brackets. */
function selectorsIn(list) {
  if (!list.includes("(")) return list.split(",");
  const parts = [];
  let depth = 0, start = 0;
  for (let i = 0; i < list.length; i++) {
    const char = list[i];
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === "," && depth === 0) { parts.push(list.slice(start, i)); start = i + 1; }
  }
  parts.push(list.slice(start));
  return parts;
}

/** What an element needs to match a selector's rightmost part: "#id", ".class", "[attribute", "tag", or "*" for anything. */
function keyOf(selector) {
  const last = selector.trim().replace(/\((?:[^()]|\([^()]*\))*\)/g, "()").split(/[\s>+~]+/).pop();
  const plain = last.replace(/:[:\w-]+(\(\))?/g, "");
  const id = /#((?:[\w-]|\\.|[^\x00-\x7f])+)/.exec(plain);
  if (id) return `#${unescaped(id[1])}`;
  const kind = /\.((?:[\w-]|\\.|[^\x00-\x7f])+)/.exec(plain);
  if (kind) return `.${unescaped(kind[1])}`;
  const attribute = /\[\s*([\w-]+)/.exec(plain);
  if (attribute) return `[${attribute[1].toLowerCase()}`;
  if (/^[a-zA-Z][\w-]*$/.test(plain)) return plain.toLowerCase();
  if (/^:root/.test(last)) return "html";
  return "*";
}

const unescaped = (name) => name.replace(/\\([0-9a-fA-F]{1,6}) ?|\\(.)/g, (_, hex, char) => (hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : char));

/** Pairs of key and kinds for a list of rules. Anything beyond plain rules counts for every element. */
function readRules(rules, keys) {
  const add = (key, kinds) => keys.set(key, (keys.get(key) ?? 0) | kinds);
  for (const rule of rules) {
    if (rule.styleSheet) {
      for (const [key, kinds] of sheetKeys(rule.styleSheet)) add(key, kinds);
      continue;
    }
    const inner = rule.cssRules;
    if (rule.selectorText !== undefined) {
      const kinds = kindsIn(rule.style);
      if (kinds) {
        for (const selector of selectorsIn(rule.selectorText)) {
          const pseudo = /::?(before|after)\b/.test(selector);
          if (!pseudo && /::(?!slotted|part)/.test(selector)) continue; // a part the browser draws
          const relevant = pseudo ? kinds & (PSEUDO | PLACE) : kinds & ~PSEUDO;
          if (relevant) add(/&|::slotted|::part/.test(selector) ? "*" : /:host/.test(selector) ? ":host" : keyOf(selector), relevant);
        }
      }
      if (inner && inner.length) add("*", nestedKinds(inner));
    } else if (rule instanceof CSSKeyframesRule) {
      continue; // what is being animated is known; see `noteRestyled`
    } else if (!(rule instanceof CSSGroupingRule)) {
      if (inner) add("*", nestedKinds(inner) & ~(PSEUDO | PICTURE));
    } else if (globalThis.CSSScopeRule && rule instanceof CSSScopeRule) {
      add("*", nestedKinds(inner));
    } else if (inner) readRules(inner, keys);
  }
}

/** Nested rules speak of elements relative to their parent rule: too rare to take apart. */
function nestedKinds(rules) {
  let kinds = 0;
  for (const rule of rules) {
    if (rule.style) kinds |= kindsIn(rule.style);
    if (rule.cssRules) kinds |= nestedKinds(rule.cssRules);
  }
  return kinds;
}

const UNREADABLE = new Map([["*", ANY]]);
const knownSheets = new WeakMap();

function sheetKeys(sheet) {
  let rules;
  try { rules = sheet.cssRules; } catch { return UNREADABLE; }
  const known = knownSheets.get(sheet);
  const first = rules[0], last = rules[rules.length - 1];
  if (known && known.length === rules.length && known.first === first && known.last === last) return known.keys;
  const keys = new Map();
  readRules(rules, keys);
  knownSheets.set(sheet, { length: rules.length, first, last, keys });
  return keys;
}

const sheetsOf = (root) => (root === page
  ? [...ofDocument("styleSheets"), ...ofDocument("adoptedStyleSheets")]
  : [...root.styleSheets, ...root.adoptedStyleSheets]);

let kindsByKey = new Map();
let kindsByClass = new Map();
let kindsForAll = 0;
let kindsByAttribute = [];
let tagsByName = new Map();
let restyled = new Set();
let anyDisabledByAria = false;
let indexed = new Set();

function forgetIndex() {
  indexed = new Set();
  kindsByKey = new Map();
  kindsByAttribute = [];
  kindsForAll = 0;
  restyled = new Set();
  anyDisabledByAria = false;
  forgetReferences();
}

/** Elements that look different without a rule that says so for all time: those in motion, and one that fills the screen. */
function noteRestyled(root) {
  for (const { effect } of root === page ? getAnimations.call(page) : root.getAnimations()) if (effect?.target) restyled.add(effect.target);
  const whole = root === page ? ofDocument("fullscreenElement") : root.fullscreenElement;
  if (whole) restyled.add(whole);
}

/** Takes in the sheets, labels and owners of a document or shadow root, before anything in it is asked for. */
function indexRoot(root) {
  if (indexed.has(root)) return;
  indexed.add(root);
  noteRestyled(root);
  anyDisabledByAria ||= all(root, '[aria-disabled="true"]').length > 0;
  for (const sheet of sheetsOf(root)) {
    if (sheet.disabled) continue;
    for (const [key, kinds] of sheetKeys(sheet)) kindsByKey.set(key, (kindsByKey.get(key) ?? 0) | kinds);
  }
  kindsByClass = new Map();
  tagsByName = new Map();
  kindsForAll = kindsByKey.get("*") ?? 0;
  kindsByAttribute = [...kindsByKey].filter(([key]) => key[0] === "[").map(([key, kinds]) => [key.slice(1), kinds]);
  indexReferences(root);
}

function kindsOfClasses(value) {
  let kinds = kindsByClass.get(value);
  if (kinds === undefined) {
    kinds = 0;
    for (const name of tokens(value)) kinds |= kindsByKey.get(`.${name}`) ?? 0;
    kindsByClass.set(value, kinds);
  }
  return kinds;
}

const DEFAULT_DISPLAY = {
  __proto__: null,
  a: "inline", abbr: "inline", article: "block", aside: "block", b: "inline", blockquote: "block", body: "block",
  br: "inline", button: "inline-block", caption: "table-caption", cite: "inline", code: "inline", dd: "block", del: "inline",
  div: "block", dl: "block", dt: "block", em: "inline", fieldset: "block", figcaption: "block", figure: "block",
  footer: "block", form: "block", h1: "block", h2: "block", h3: "block", h4: "block", h5: "block", h6: "block",
  header: "block", hr: "block", html: "block", i: "inline", img: "inline", input: "inline-block", ins: "inline", kbd: "inline", label: "inline",
  legend: "block", li: "list-item", main: "block", mark: "inline", nav: "block", ol: "block", p: "block", pre: "block",
  q: "inline", s: "inline", samp: "inline", section: "block", select: "inline-block", small: "inline", span: "inline", strong: "inline",
  sub: "inline", sup: "inline", table: "table", tbody: "table-row-group", td: "table-cell", textarea: "inline-block", tfoot: "table-footer-group",
  th: "table-cell", thead: "table-header-group", time: "inline", tr: "table-row", u: "inline", ul: "block", var: "inline",
};
/** Form controls do not take cursor and letter case from around them. */
const OWN_CURSOR = /^(input|textarea|select|button|option|optgroup)$/;
/** Elements that clip nothing and fade nothing by themselves. */
const CLIPS_NOTHING = new Set(
  `a abbr article aside b blockquote caption cite code dd del div dl dt em figcaption figure footer form h1 h2 h3 h4 h5 h6 header
  i ins kbd label li main mark nav ol p pre q s samp section small span strong sub sup table tbody td tfoot th thead time tr u ul
  var`.split(/\s+/));
/** Elements that have more to tell than a role and a name, even without attributes. */
const DETAILED = /^(button|input|select|textarea|option|optgroup|fieldset|progress|meter|table|svg|img|h[1-6]|summary|dialog)$/;
/** Elements that HTML or SVG name by means of their own; see `nativeName`. */
const NATIVELY_NAMED = new Set(
  `input select textarea button meter output progress img area fieldset table svg g path circle rect polygon ellipse line use
  polyline optgroup option abbr`.split(/\s+/));

/** What all elements of one name share during one look. */
class Tag {
  constructor(name) {
    this.kinds = kindsForAll | (kindsByKey.get(name) ?? 0);
    this.skipped = SKIPPED.has(name);
    this.leaf = LEAF_TAGS.has(name);
    this.control = CONTROL.test(name);
    this.ownCursor = OWN_CURSOR.test(name);
    this.clips = !CLIPS_NOTHING.has(name);
    this.detailed = DETAILED.test(name);
    this.named = NATIVELY_NAMED.has(name);
    this.strikes = name === "s" || name === "del" || name === "strike";
    this.display = DEFAULT_DISPLAY[name];
  }
}

function tagOf(name) {
  let tag = tagsByName.get(name);
  if (tag === undefined) tagsByName.set(name, (tag = new Tag(name)));
  return tag;
}

/** What a value of `display` means for us. */
class Flow {
  constructor(display) {
    this.blockifies = /flex|grid/.test(display);
    this.inline = display === "inline" || display === "contents" || display.startsWith("ruby");
    this.block = !this.inline && !display.startsWith("inline");
    this.separate = display.startsWith("inline-");
    this.lines = !this.inline && !/flex|grid|table$|row/.test(display);
  }
}

const flows = new Map();

function flowOf(display) {
  let flow = flows.get(display);
  if (flow === undefined) flows.set(display, (flow = new Flow(display)));
  return flow;
}

/** What is known of one element's style and attributes during one look. */
class Facts {
  constructor(el, outer) {
    const name = localNameOf.call(el);
    const tag = tagOf(name);
    this.el = el;
    this.tag = name;
    this.shared = tag;
    this.has = hasAttributes.call(el);
    this.outer = outer;
    this.aria = this.labelled = this.stateful = this.concealable = this.titled = this.tabbed = this.edits = this.scripted = false;
    this.computed = null;
    this.rect = null;
    this.role = null;
    this.content = null;
    this.clips = null;
    this.held = null;
    this.off = null;
    this.straight = null;
    this.clipper = undefined;
    this.columns = undefined;
    this.placed = false;
    let { kinds } = tag;
    let hides = false;
    if (this.has) {
      for (const attribute of getAttributeNames.call(el)) {
        switch (attribute) {
          case "class": kinds |= kindsOfClasses(attr(el, "class")); break;
          case "id": kinds |= kindsByKey.get(`#${attr(el, "id")}`) ?? 0; break;
          case "style": kinds = ANY; break;
          case "hidden": kinds |= SKIP; hides = true; break;
          case "popover": kinds |= CLIP; hides = true; break;
          case "slot": case "align": hides = true; break;
          case "type": if (name === "input" && /^hidden$/i.test(attr(el, "type"))) hides = true; break;
          case "role": this.aria = this.stateful = true; break;
          case "aria-label": this.aria = true; break;
          case "aria-labelledby": case "aria-labeledby": this.aria = this.labelled = true; break;
          case "title": this.titled = true; break;
          case "tabindex": this.tabbed = true; break;
          case "contenteditable": this.edits = isEditingHost(el); break;
          case "onclick": case "onmousedown": this.scripted = true; break;
          case "inert": this.concealable = true; break;
          case "aria-hidden": this.aria = this.concealable = true; break;
          default: if (attribute.startsWith("aria-")) this.aria = this.stateful = true;
        }
      }
      for (const [attribute, touched] of kindsByAttribute) if (attr(el, attribute) !== null) kinds |= touched;
    }
    this.shadow = shadowRootOf.call(el);
    if (this.shadow !== null) indexRoot(this.shadow);
    if (outer === null || this.shadow !== null || (restyled.size && restyled.has(el))) kinds |= ANY;
    this.kinds = kinds;
    this.namespace = namespaceOf.call(el);
    const asked = kinds & DISPLAY || hides || tag.display === undefined || outer.blockifies || this.namespace !== HTML;
    this.display = asked ? this.style.display : tag.display;
    this.flow = flowOf(this.display);
    this.blockifies = this.flow.blockifies || (this.display === "contents" && outer !== null && outer.blockifies);
    this.inline = this.flow.inline;
    this.hidden = kinds & VISIBILITY ? this.style.visibility !== "visible" : outer.hidden;
    this.pointer = kinds & CURSOR ? this.style.cursor === "pointer"
      : name === "a" && attr(el, "href") !== null ? true : tag.ownCursor ? false : outer.pointer;
    this.struck = (outer !== null && outer.struck) ||
      ((kinds & STRIKE || tag.strikes) && this.style.textDecorationLine.includes("line-through"));
    this.transform = kinds & TRANSFORM ? this.style.textTransform : tag.ownCursor ? "none" : outer.transform;
  }

  get style() { return (this.computed ??= getComputedStyle(this.el)); }

  /** Whether it is a form control that is disabled. */
  get disabled() { return (this.off ??= this.shared.control && is(this.el, ":disabled")); }

  /** What it holds in the flat tree: facts of elements, and texts. Without what never shows. */
  get children() { return (this.held ??= readChildren(this)); }
}

/** A text node among an element's children; `outer` are the element's facts. */
class Words {
  constructor(node, outer) {
    this.node = node;
    this.outer = outer;
    this.shown = null;
  }

  get rendered() { return (this.shown ??= renderedText(this.node, this.outer)); }
}

function readChildren(known) {
  const children = [];
  const add = (node) => {
    const type = nodeTypeOf.call(node);
    if (type === TEXT) children.push(new Words(node, known));
    else if (type === ELEMENT && !NEVER_TEXT.has(localNameOf.call(node))) children.push(factsOf(node, known));
  };
  const { el, shadow } = known;
  const assigned = shadow === null && known.tag === "slot" ? el.assignedNodes() : [];
  if (assigned.length) assigned.forEach(add);
  else for (let child = firstChildOf.call(shadow ?? el); child !== null; child = nextSiblingOf.call(child)) add(child);
  return children;
}

let facts = new Map();

/** Whether `outer` is `inner` or around it in the flat tree. */
function holds(outer, inner) {
  for (let known = factsOf(inner); known !== null; known = known.outer) if (known.el === outer) return true;
  return false;
}

/** Facts of an element; `outer` are those of its parent in the flat tree, when at hand. */
function factsOf(el, outer) {
  let known = facts.get(el);
  if (known === undefined) {
    if (outer === undefined) {
      const parent = flatParent(el);
      outer = parent === null ? null : factsOf(parent);
    }
    known = new Facts(el, outer);
    facts.set(el, known);
  }
  return known;
}

const NO_PSEUDO = { text: "", boxed: false };

const hasPseudo = (known) => (known.kinds & PSEUDO) !== 0 || known.tag === "q";

function pseudoText(known, which) {
  if (!hasPseudo(known)) return NO_PSEUDO;
  const style = getComputedStyle(known.el, which);
  const content = style.content;
  if (content === "none" || content === "normal" || style.display === "none" || style.visibility !== "visible") return NO_PSEUDO;
  return { text: generatedText(content), boxed: / \/ "/.test(content) || !style.display.startsWith("inline") };
}

/** The text of a computed `content` value; the part after a slash is its alternative for those who listen. */
function generatedText(content) {
  const pieces = [];
  const pattern = /"((?:[^"\\]|\\.)*)"|(open-quote|close-quote)|(\/)/g;
  for (let match; (match = pattern.exec(content)); ) {
    if (match[3]) pieces.length = 0;
    else if (match[2]) pieces.push(match[2] === "open-quote" ? "“" : "”");
    else pieces.push(unescaped(match[1]));
  }
  return pieces.join("");
}

/** Whether a style sheet turns the element into a picture with `content: url(…)`. */
const isPictured = (known) => (known.kinds & PICTURE) !== 0 && known.style.content.startsWith("url(");
