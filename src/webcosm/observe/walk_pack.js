// Records on their way out, as columns of numbers: packed they take a third of what they take as digits, and are read at
// once. See page_decode.py for the other end.

const NO_BOX = -1;
const NO_NUMBER = -1;
const FARTHEST = 1e15; // in tenths of a pixel, and a number in JSON, which infinity is not

let strings = new Map();
let lengths = new Map();

function text(string) {
  let index = strings.get(string);
  if (index === undefined) {
    index = strings.size;
    strings.set(string, index);
  }
  return index;
}

/** The index of a role on elements of a tag, among all such pairs. */
function kindOf(role, tag) {
  let byTag = out.kinds.get(role);
  if (byTag === undefined) out.kinds.set(role, (byTag = new Map()));
  let kind = byTag.get(tag);
  if (kind === undefined) {
    kind = out.pairs.length / 2;
    out.pairs.push(role, tag);
    byTag.set(tag, kind);
  }
  return kind;
}

/** Adds a record; `rect` is in the frame's viewport or null. Returns its index. */
function emit(id, role, name, tag, parent, rect) {
  const { columns } = out;
  const index = columns.kind.length;
  if (typeof id === "string") out.letters.push(index, id);
  columns.number.push(typeof id === "string" ? NO_NUMBER : id);
  columns.kind.push(kindOf(role, tag));
  columns.name.push(text(name));
  columns.depth.push(parent < 0 ? 0 : columns.depth[parent] + 1);
  columns.flags.push(0);
  columns.box.push(rect === null ? NO_BOX : boxOf(rect));
  return index;
}

/** The index of a rectangle among all boxes. It remembers it: far from the viewport a text is where its element is. */
function boxOf(rect) {
  if (rect[4] === NO_BOX) {
    const { x, y, scaleX, scaleY } = out.view, { boxes } = out;
    rect[4] = boxes.x.length;
    boxes.x.push(lengthOf(x + rect[0] * scaleX));
    boxes.y.push(lengthOf(y + rect[1] * scaleY));
    boxes.width.push(lengthOf((rect[2] - rect[0]) * scaleX));
    boxes.height.push(lengthOf((rect[3] - rect[1]) * scaleY));
  }
  return rect[4];
}

/** The index of a length, in tenths, among all lengths: few occur on a page, each on many elements. */
function lengthOf(pixels) {
  const tenths = Math.round(pixels * 10) || 0; // neither -0 nor NaN
  let index = lengths.get(tenths);
  if (index === undefined) {
    index = lengths.size;
    lengths.set(tenths, index);
  }
  return index;
}

const lengthsInPixels = () => [...lengths.keys()].map((tenths) => Math.min(Math.max(tenths, -FARTHEST), FARTHEST) / 10);

/** Role, tag, depth and flags, of which few combinations occur on a page: the index of each record's among them. */
function shapesOf({ kind, depth, flags }) {
  const { pairs } = out;
  const known = new Map(), shapes = [], indices = [];
  for (let i = 0; i < kind.length; i++) {
    const key = (depth[i] * 8 + flags[i]) * pairs.length + kind[i];
    let index = known.get(key);
    if (index === undefined) {
      index = known.size;
      known.set(key, index);
      shapes.push(pairs[2 * kind[i]], pairs[2 * kind[i] + 1], depth[i], flags[i]);
    }
    indices.push(index);
  }
  return { shapes, indices };
}

/** What a look has found, to be sent. Each column is its array type's letter in Python and its bytes in base 64. */
function packedLook() {
  const { url, title, focus, viewport, scroll, document, letters, fractions, details, frames, columns, boxes } = out;
  const { shapes, indices } = shapesOf(columns);
  return JSON.stringify({
    url, title, focus, viewport, scroll, document, letters, fractions, details, frames, shapes,
    strings: [...strings.keys()], lengths: lengthsInPixels(),
    columns: { number: packed(columns.number), shape: packed(indices), name: packed(columns.name), box: packed(columns.box) },
    boxes: { x: packed(boxes.x), y: packed(boxes.y), width: packed(boxes.width), height: packed(boxes.height) },
  });
}

function packed(numbers) {
  let least = 0, most = 0;
  for (const number of numbers) {
    if (number < least) least = number;
    else if (number > most) most = number;
  }
  const fits = (bits) => least >= -(2 ** (bits - 1)) && most < 2 ** (bits - 1);
  if (fits(8)) return "b" + inBase64(new Int8Array(numbers));
  if (fits(16)) return "h" + inBase64(new Int16Array(numbers));
  return "i" + inBase64(new Int32Array(numbers));
}

function inBase64(array) {
  const bytes = new Uint8Array(array.buffer);
  if (bytes.toBase64) return bytes.toBase64();
  let characters = "";
  for (let i = 0; i < bytes.length; i += 8192) characters += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(characters);
}
