// Where table cells lie, without asking for each. In a plain table a cell is as tall as its row and as wide as its
// column, and a page that is large is mostly a table: asking for a place takes 3 µs, more than anything else we ask.

const ROW_GROUPS = new Set(["table-row-group", "table-header-group", "table-footer-group"]);
/** What may make a cell lie elsewhere than its row and column, or a row stand in several pieces, as it is when it does not. */
const UNPLACED = {
  transform: "none", translate: "none", rotate: "none", scale: "none", offsetPath: "none", perspective: "none", zoom: "1",
  writingMode: "horizontal-tb", columnCount: "auto", columnWidth: "auto",
};

/** Whether nothing around an element turns it, scales it or breaks it into columns. */
function isStraight(known) {
  return (known.straight ??= (known.outer === null || isStraight(known.outer)) && isUnplaced(known));
}

function isUnplaced(known) {
  if (known.namespace !== HTML) return false; // a drawing's own coordinates
  if (!(known.kinds & PLACE)) return true;
  for (const property in UNPLACED) if (known.style[property] !== UNPLACED[property]) return false;
  return true;
}

/** A row, group or cell where the browser puts it, and no rule says anything about that. */
const isPlain = (known) => !(known.kinds & (DISPLAY | VISIBILITY | CLIP | PLACE)) && known.namespace === HTML;

/** The columns of a table that has no cells over several rows or columns, to be filled by its first row; else null. */
function columnsOf(table) {
  if (table.columns === undefined) {
    const simple = table.tag === "table" && /^(inline-)?table$/.test(table.display) && table.shadow === null && isStraight(table) &&
      table.el.querySelector("[colspan], [rowspan]") === null;
    table.columns = simple ? { left: 0, right: 0, cells: null } : null;
  }
  return table.columns;
}

/** Whether all that a row holds are plain cells. */
function isPlainRow(row) {
  if (row.tag !== "tr" || row.display !== "table-row" || row.hidden || !isPlain(row)) return false;
  for (const child of row.children) {
    if (child instanceof Words) { if (/[^ \t\n\r\f]/.test(child.node.data)) return false; }
    else if (child.display !== "table-cell" || !isPlain(child)) return false;
  }
  return true;
}

/** Gives all cells of a row their rectangles, if they can be told from the row's. */
function placeCells(row) {
  const group = row.outer, columns = group !== null && group.outer !== null ? columnsOf(group.outer) : null;
  if (columns === null || !ROW_GROUPS.has(group.display) || !isPlain(group) || !isPlainRow(row)) return;
  const [left, top, right, bottom] = rectFor(row);
  const cells = row.children.filter((child) => child instanceof Facts);
  if (columns.cells === null) {
    for (const cell of cells) cell.rect = rectOf(cell.el);
    columns.left = left;
    columns.right = right;
    columns.cells = cells;
  } else if (columns.left === left && columns.right === right && columns.cells.length === cells.length) {
    cells.forEach((cell, i) => {
      const { rect } = columns.cells[i];
      cell.rect = [rect[0], top, rect[2], bottom, NO_BOX];
    });
  }
}

function cellRect(cell) {
  const row = cell.outer;
  if (row !== null && !row.placed) {
    row.placed = true;
    placeCells(row);
  }
  return cell.rect ?? rectOf(cell.el);
}
