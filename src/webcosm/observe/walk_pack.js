// Columns of numbers on their way out: a third of what they take as digits, and read at once.
// See page_decode.py for the other end.

/** Each column as its array type's letter in Python and its bytes in base 64. Places and names change little from record to record. */
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
