// Where things are and whether a person could see or hit them. All rectangles are [left, top, right, bottom] in the
// frame's own viewport; those of records have a fifth number, see `boxOf`.

const FAINT = 0.05;
const SMALLEST_VISIBLE_AREA = 2;
const NOWHERE = [0, 0, 0, 0];

let viewport = NOWHERE;
let occluders = [];
let paintedOf = new Map();

const intersect = (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
const isEmpty = (r) => r[2] <= r[0] || r[3] <= r[1];
/** As `!isEmpty(intersect(a, b))`. */
const meets = (a, b) =>
  !(Math.min(a[2], b[2]) <= Math.max(a[0], b[0]) || Math.min(a[3], b[3]) <= Math.max(a[1], b[1]));
const area = (r) => (isEmpty(r) ? 0 : (r[2] - r[0]) * (r[3] - r[1]));

function rectOf(el) {
  const r = getBoundingClientRect.call(el);
  const left = r.left, top = r.top;
  return [left, top, left + r.width, top + r.height, NO_BOX];
}

const textRange = Document.prototype.createRange.call(document);

function textRect(node) {
  textRange.selectNodeContents(node);
  const r = textRange.getBoundingClientRect();
  return [r.left, r.top, r.right, r.bottom, NO_BOX];
}

const establishesFixed = (style) =>
  style.transform !== "none" || style.filter !== "none" || style.perspective !== "none" ||
  style.backdropFilter !== "none" || /paint|layout|strict|content/.test(style.contain) ||
  /transform|filter|perspective/.test(style.willChange);

/** What clips an element and its children, by the kinds of positioning the children may have. Read on demand. */
const clipsFor = (known) => (known.clips ??= computedClips(known));

function computedClips(known) {
  const outer = known.outer !== null ? clipsFor(known.outer) : { flow: viewport, absolute: viewport, fixed: viewport, opacity: 1 };
  const plain = !(known.kinds & CLIP) && !known.shared.clips && known.namespace === HTML;
  if (plain || known.display === "contents") {
    return { own: outer.flow, flow: outer.flow, absolute: outer.absolute, fixed: outer.fixed, opacity: outer.opacity };
  }
  const { el, style, display } = known;
  const position = style.position;
  let own = position === "fixed" ? outer.fixed : position === "absolute" ? outer.absolute : outer.flow;
  if (position === "fixed" && is(el, ":modal, :popover-open")) own = viewport;
  own = intersect(own, shapeClip(el, style, position));
  const inner = intersect(own, overflowClip(el, style, display));
  const fixedHere = establishesFixed(style);
  return {
    own,
    flow: inner,
    absolute: position !== "static" || fixedHere ? inner : outer.absolute,
    fixed: fixedHere ? inner : outer.fixed,
    opacity: outer.opacity * Number.parseFloat(style.opacity),
  };
}

const EVERYWHERE = [-Infinity, -Infinity, Infinity, Infinity];

/** The usual ways of hiding text from sight but not from screen readers. */
function shapeClip(el, style, position) {
  if (style.clipPath !== "none" && /inset\(\s*(50|100)%|circle\(0|polygon\(0px 0px,? ?0px 0px/.test(style.clipPath)) return NOWHERE;
  if ((position === "absolute" || position === "fixed") && style.clip !== "auto") {
    const [top, right, bottom, left] = style.clip.slice(5, -1).split(/,\s*|\s+/).map(Number.parseFloat);
    const box = rectOf(el);
    const edge = (value, otherwise, origin) => (Number.isNaN(value) ? otherwise : origin + value);
    return [edge(left, box[0], box[0]), edge(top, box[1], box[1]), edge(right, box[2], box[0]), edge(bottom, box[3], box[1])];
  }
  return EVERYWHERE;
}

function overflowClip(el, style, display) {
  const x = style.overflowX, y = style.overflowY;
  if ((x === "visible" && y === "visible") || display === "inline") return EVERYWHERE;
  if (el === ofDocument("documentElement") || (el === ofDocument("body") && bodyScrollsViewport())) return EVERYWHERE;
  const box = rectOf(el);
  const left = box[0] + clientLeftOf.call(el), top = box[1] + clientTopOf.call(el);
  const width = clientWidthOf.call(el) || box[2] - box[0], height = clientHeightOf.call(el) || box[3] - box[1];
  return [
    x === "visible" ? -Infinity : left, y === "visible" ? -Infinity : top,
    x === "visible" ? Infinity : left + width, y === "visible" ? Infinity : top + height,
  ];
}

function bodyScrollsViewport() {
  const style = factsOf(ofDocument("documentElement")).style;
  return style.overflowX === "visible" && style.overflowY === "visible";
}

/** The element that a click at a point would reach, looking into open shadow roots. */
function topmost(x, y) {
  let hit = elementFromPoint.call(page, x, y);
  while (hit !== null) {
    const shadow = shadowRootOf.call(hit);
    const inner = shadow === null ? null : shadow.elementFromPoint(x, y);
    if (inner === null || inner === hit || getRootNode.call(inner) !== shadow) return hit;
    hit = inner;
  }
  return null;
}

/** Whether an element puts paint on the screen where it lies, so that what is below it cannot be seen. */
function isPainted(el) {
  let painted = paintedOf.get(el);
  if (painted === undefined) {
    const known = factsOf(el), { style } = known;
    painted = clipsFor(known).opacity >= FAINT && (
      /^(img|video|canvas|iframe|embed|object|input|textarea|select|button)$/.test(localNameOf.call(el)) ||
      style.backgroundImage !== "none" || alphaOf(style.backgroundColor) >= FAINT ||
      (namespaceOf.call(el) === SVG && style.fill !== "none" && localNameOf.call(el) !== "svg") ||
      alphaOf(getComputedStyle(el, "::before").backgroundColor) >= FAINT ||
      alphaOf(getComputedStyle(el, "::after").backgroundColor) >= FAINT);
    paintedOf.set(el, painted);
  }
  return painted;
}

function alphaOf(colour) {
  const match = /^rgba\(.*?,\s*([\d.]+)\)$|\/\s*([\d.]+)\)$/.exec(colour);
  return match ? Number.parseFloat(match[1] ?? match[2]) : colour === "transparent" || colour === "" ? 0 : 1;
}

/** Everything at a point, uppermost first, open shadow roots' contents before their hosts. */
function stackAt(x, y) {
  const stack = [];
  const dive = (root) => {
    for (const el of (root === page ? elementsFromPoint.call(page, x, y) : root.elementsFromPoint(x, y))) {
      if (getRootNode.call(el) !== root) continue;
      const shadow = shadowRootOf.call(el);
      if (shadow !== null) dive(shadow);
      stack.push(el);
    }
  };
  dive(page);
  return stack;
}

const SEEN = 1, HIT = 2;

/** At one point: 0 covered, SEEN when only see-through things lie above, SEEN | HIT when a click reaches the element. */
function probe(el, x, y) {
  for (const r of occluders) if (x >= r[0] && x < r[2] && y >= r[1] && y < r[3]) return 0;
  const hit = topmost(x, y);
  if (hit === null) return 0;
  if (hit === el || holds(el, hit)) return SEEN | HIT;
  if (holds(hit, el)) return SEEN | (factsOf(el).style.pointerEvents === "none" ? 0 : HIT);
  if (!isPainted(hit)) {
    for (const other of stackAt(x, y)) {
      if (holds(el, other) || holds(other, el)) return SEEN;
      if (isPainted(other)) return 0;
    }
    if (factsOf(el).style.pointerEvents === "none") return SEEN;
  }
  return 0;
}

/** Points worth trying on a clipped rectangle: the middle first, then towards the corners. */
function pointsIn(r) {
  const w = r[2] - r[0], h = r[3] - r[1];
  const at = (u, v) => [r[0] + w * u, r[1] + h * v];
  return [at(0.5, 0.5), at(0.2, 0.5), at(0.8, 0.5), at(0.5, 0.15), at(0.5, 0.85), at(0.1, 0.1), at(0.9, 0.9), at(0.1, 0.9), at(0.9, 0.1)];
}

/** The middles of an inline element's pieces: where it breaks over lines, the middle of its box may lie beside it. */
function middles(el, shown) {
  const points = [];
  if (factsOf(el).display !== "inline") return points;
  for (const r of getClientRects.call(el)) {
    const piece = intersect(shown, [r.left, r.top, r.right, r.bottom]);
    if (!isEmpty(piece)) points.push([(piece[0] + piece[2]) / 2, (piece[1] + piece[3]) / 2]);
  }
  return points;
}

/** The best that a few points of an element give; `found` receives the point. */
function exposure(el, shown, found = null) {
  let best = 0;
  for (const [x, y] of [...middles(el, shown), ...pointsIn(shown)]) {
    const seen = probe(el, x, y);
    if (seen > best) {
      best = seen;
      if (found !== null) { found[0] = x; found[1] = y; }
      if (best === (SEEN | HIT)) return best;
    }
  }
  return best;
}

function describe(el) {
  const tag = localNameOf.call(el);
  const id = attr(el, "id");
  const kinds = tokens(attr(el, "class")).slice(0, 2);
  const text = trimmed(textContentOf.call(el)).slice(0, 40);
  return `<${tag}${id ? ` id="${id}"` : ""}${kinds.length ? ` class="${kinds.join(" ")}"` : ""}>${text ? ` "${text}"` : ""}`;
}
