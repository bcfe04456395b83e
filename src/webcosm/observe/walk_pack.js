// Records on their way out, as columns of numbers: packed they take a third of what they take as digits, and are read at
// once. See page_decode.py for the other end.

const NO_BOX = -10; // a width in tenths
const NO_NUMBER = -1;

let strings = new Map();

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
  if (rect === null) {
    columns.x.push(0);
    columns.y.push(0);
    columns.width.push(NO_BOX);
    columns.height.push(0);
  } else {
    const { x, y, scaleX, scaleY } = out.view;
    columns.x.push(tenths(x + rect[0] * scaleX));
    columns.y.push(tenths(y + rect[1] * scaleY));
    columns.width.push(tenths((rect[2] - rect[0]) * scaleX));
    columns.height.push(tenths((rect[3] - rect[1]) * scaleY));
  }
  return index;
}

const tenths = (value) => Math.round(value * 10) + 0; // never -0

/** Each column as its array type's letter in Python and its bytes in base 64. Places change little from record to record. */
function packedColumns({ number, kind, name, depth, flags, x, y, width, height }) {
  return {
    number: packed(stepsOfNumbers(number)), kind: packed(kind), name: packed(name), depth: packed(depth), flags: packed(flags),
    x: packed(steps(x)), y: packed(steps(y)), width: packed(steps(width)), height: packed(steps(height)),
  };
}

/** Differences from one number to the next. */
function steps(numbers) {
  const differences = [];
  let last = 0;
  for (const number of numbers) {
    differences.push(number - last);
    last = number;
  }
  return differences;
}

/** The same for element numbers, of which no two are equal: 0 where there is none. */
function stepsOfNumbers(numbers) {
  const differences = [];
  let last = NO_NUMBER;
  for (const number of numbers) {
    differences.push(number === NO_NUMBER ? 0 : number - last);
    if (number !== NO_NUMBER) last = number;
  }
  return differences;
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
  return fits(32) ? "i" + inBase64(new Int32Array(numbers)) : numbers;
}

function inBase64(array) {
  const bytes = new Uint8Array(array.buffer);
  if (bytes.toBase64) return bytes.toBase64();
  let characters = "";
  for (let i = 0; i < bytes.length; i += 8192) characters += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(characters);
}
