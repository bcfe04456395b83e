// What only eyes tell: colours without words, what is struck out, what is cut off or covered, what the browser says of a field.

/** Notes something that only eyes tell of a record. */
function noteLook(record, name, value) {
  let looks = out.looks.get(record);
  if (looks === undefined) {
    looks = {};
    out.looks.set(record, looks);
    out.details.looks.push(record, looks);
  }
  looks[name] = value;
}

const LEAST_COLOURED = 6, MOST_COLOURED = 160;
const HUES = [[15, "red"], [40, "orange"], [70, "yellow"], [165, "green"], [195, "teal"], [255, "blue"], [290, "purple"], [335, "pink"], [361, "red"]];

/** A colour by a name that people use for it; null where there is next to none. */
function colourName(colour) {
  const parts = /^rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)/.exec(colour);
  if (parts === null || alphaOf(colour) < 0.5) return null;
  const [r, g, b] = parts.slice(1).map((part) => Number(part) / 255);
  const most = Math.max(r, g, b), least = Math.min(r, g, b), range = most - least, light = (most + least) / 2;
  if (light > 0.96) return "white";
  if (light < 0.08) return "black";
  if (range / (1 - Math.abs(2 * light - 1)) < 0.15) return light > 0.75 ? "light gray" : light < 0.25 ? "dark gray" : "gray";
  const sector = most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
  const hue = HUES.find(([end]) => sector * 60 < end)[1];
  if (hue === "red" && light > 0.65) return "pink";
  return hue === "orange" && light < 0.4 ? "brown" : light > 0.8 ? `light ${hue}` : light < 0.3 ? `dark ${hue}` : hue;
}

const isNeutral = (name) => name === null || /white|black|gray/.test(name);

/** The colour of a box or drawn shape that holds nothing: where it stands for something, nothing else says what. */
function colourOf(known) {
  const drawn = known.namespace !== HTML;
  if (drawn ? !known.el.getBBox : known.children.some((child) => child instanceof Facts || /\S/.test(child.node.data))) return null;
  const rect = rectFor(known), width = rect[2] - rect[0], height = rect[3] - rect[1];
  if (Math.min(width, height) < LEAST_COLOURED || Math.max(width, height) > MOST_COLOURED) return null;
  return colourName(drawn ? known.style.fill : known.style.backgroundColor);
}

const SWATCH_TAGS = new Set(["span", "div", "i", "b", "em"]);

/** The colour of something that is nothing but a coloured box, and so would not be told at all. */
function swatchColour(known) {
  if (!SWATCH_TAGS.has(known.tag) || known.hidden || !(known.kinds & PAINT) || firstChildOf.call(known.el) !== null) return null;
  const name = colourOf(known);
  return isNeutral(name) ? null : name;
}

/** What the browser says beside a field when it refuses to send its form. */
function browsersComplaint(known) {
  const { el, tag } = known;
  if (tag !== "input" && tag !== "textarea" && tag !== "select") return "";
  return el.willValidate && is(el, ":user-invalid") ? el.validationMessage : "";
}

const SLIVER = 2;

/** Whether so little of a rectangle is left that no mouse would meet it. */
const isSliver = (shown, rect) =>
  isEmpty(shown) || (shown[2] - shown[0] < SLIVER && rect[2] - rect[0] >= 2 * SLIVER) ||
  (shown[3] - shown[1] < SLIVER && rect[3] - rect[1] >= 2 * SLIVER);

const mayClip = (known) => known.tag !== "body" && known.tag !== "html" && ((known.kinds & CLIP) !== 0 || known.shared.clips);

/** The nearest element around another that may clip or place it. Remembered, as most of a page has none. */
function clipperAround({ outer }) {
  if (outer === null) return null;
  if (outer.clipper === undefined) outer.clipper = mayClip(outer) ? outer : clipperAround(outer);
  return outer.clipper;
}

/** The element around another one that cuts it off, so that no scrolling brings it into sight; null if there is none. */
function cutterOf(known) {
  let outer = clipperAround(known);
  if (outer === null) return null;
  let rect = rectFor(known), position = known.kinds & CLIP ? known.style.position : "static";
  for (; outer !== null && position !== "fixed"; outer = clipperAround(outer)) {
    const { style, el } = outer;
    if (position === "absolute" && style.position === "static" && !establishesFixed(style)) continue;
    const clip = overflowClip(el, style, outer.display);
    if (clip !== EVERYWHERE) {
      const turns = (overflow, size, shown) => /auto|scroll/.test(overflow) && size > shown;
      const box = rectOf(el);
      const across = turns(style.overflowX, el.scrollWidth, clientWidthOf.call(el));
      const down = turns(style.overflowY, el.scrollHeight, clientHeightOf.call(el));
      const reach = [
        across ? -Infinity : clip[0], down ? -Infinity : clip[1], across ? Infinity : clip[2], down ? Infinity : clip[3],
      ];
      const left = intersect(rect, reach);
      if (isSliver(left, rect)) return el;
      // What can be scrolled to can be anywhere in what scrolls.
      rect = [across ? box[0] : left[0], down ? box[1] : left[1], across ? box[2] : left[2], down ? box[3] : left[3], NO_BOX];
    }
    position = style.position;
  }
  return null;
}

/** Whether what lies upon an element stays there when the page is scrolled. */
function staysCovered(known, shown) {
  const cover = topmost((shown[0] + shown[2]) / 2, (shown[1] + shown[3]) / 2);
  if (cover === null || holds(known.el, cover) || holds(cover, known.el)) return false;
  for (let around = factsOf(cover); around !== null && !holds(around.el, known.el); around = around.outer) {
    if (!/fixed|sticky/.test(around.style.position)) continue;
    const [left, top, right, bottom] = rectOf(around.el);
    return left <= innerWidth / 2 && right >= innerWidth / 2 && top <= innerHeight / 2 && bottom >= innerHeight / 2;
  }
  return true;
}

/** Why something that is to be clicked cannot be, though it is there: "cut off", "covered", or null. */
function obstacleOf(known, rect, seen) {
  if (seen & HIT || known.hidden || isEmpty(rect)) return null;
  if (Math.min(rect[2] - rect[0], rect[3] - rect[1]) < 2 * SLIVER) return null; // hidden from sight, for those who listen
  const { el, tag } = known;
  if (tag === "input" && el.labels !== null && el.labels.length && /^(checkbox|radio|file)$/.test(el.type)) return null;
  if (cutterOf(known) !== null) return "cut off";
  if (!meets(rect, viewport)) return null;
  const clips = clipsFor(known), shown = intersect(rect, clips.own);
  if (isSliver(shown, rect) || clips.opacity < FAINT || known.style.pointerEvents === "none") return null;
  return staysCovered(known, shown) ? "covered" : null;
}
