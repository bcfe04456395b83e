// Roles, as Chromium maps HTML, SVG and ARIA to them. Names are those of the DevTools accessibility domain.
// Concatenated into one function scope with its siblings (see page_world.py), so nothing here leaks.

const TAG_ROLES = {
  __proto__: null,
  a: "generic", abbr: "Abbr", address: "group", article: "article", aside: "complementary", audio: "Audio",
  blockquote: "blockquote", br: "LineBreak", button: "button", canvas: "Canvas", caption: "caption", code: "code",
  dd: "definition", del: "deletion", details: "group", dfn: "term", dialog: "dialog", dir: "list",
  dl: "DescriptionList", dt: "term", em: "emphasis", embed: "EmbeddedObject", fieldset: "group",
  figcaption: "Figcaption", figure: "figure", form: "form", frame: "Iframe", h1: "heading", h2: "heading",
  h3: "heading", h4: "heading", h5: "heading", h6: "heading", hgroup: "group", hr: "separator", html: "none",
  iframe: "Iframe", img: "image", ins: "insertion", label: "LabelText", legend: "Legend", li: "listitem",
  main: "main", mark: "mark", math: "MathMLMath", menu: "list", meter: "meter", nav: "navigation",
  object: "PluginObject", ol: "list", optgroup: "group", option: "option", output: "status", p: "paragraph",
  progress: "progressbar", rt: "none", rp: "none", ruby: "Ruby", s: "deletion", search: "search", strong: "strong",
  sub: "subscript", sup: "superscript", svg: "SvgRoot", textarea: "textbox", time: "time", ul: "list",
  video: "Video",
};

const INPUT_ROLES = {
  button: "button", checkbox: "checkbox", color: "ColorWell", date: "Date", "datetime-local": "DateTime",
  file: "button", image: "button", month: "DateTime", number: "spinbutton", radio: "radio", range: "slider",
  reset: "button", search: "searchbox", submit: "button", time: "InputTime", week: "DateTime",
};

const MATHML_ROLES = {
  __proto__: null,
  math: "MathMLMath", mfrac: "MathMLFraction", mi: "MathMLIdentifier", mmultiscripts: "MathMLMultiscripts",
  mn: "MathMLNumber", mo: "MathMLOperator", mover: "MathMLOver", mroot: "MathMLRoot", mrow: "MathMLRow",
  msqrt: "MathMLSquareRoot", mstyle: "generic", msub: "MathMLSub", msubsup: "MathMLSubSup", msup: "MathMLSup",
  mtable: "MathMLTable", mtd: "MathMLTableCell", mtr: "MathMLTableRow", mtext: "MathMLText", munder: "MathMLUnder",
  munderover: "MathMLUnderOver",
};

const ARIA_ROLES = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
  comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form
  generic grid gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu
  menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar
  radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong
  subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree
  treegrid treeitem
  doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography
  doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote
  doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary doc-glossref
  doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part
  doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc
  graphics-document graphics-object graphics-symbol`.split(/\s+/));

/** ARIA attributes that apply to every role; with one of them a presentational role is not honoured. */
const GLOBAL_ARIA = [
  "aria-atomic", "aria-busy", "aria-controls", "aria-current", "aria-describedby", "aria-description", "aria-details",
  "aria-dropeffect", "aria-flowto", "aria-grabbed", "aria-hidden", "aria-keyshortcuts", "aria-label",
  "aria-labelledby", "aria-live", "aria-owns", "aria-relevant", "aria-roledescription",
];

const SECTIONING = new Set(["article", "aside", "complementary", "main", "nav", "navigation", "region", "section"]);
const ASIDE_SCOPE = new Set(["article", "aside", "complementary", "nav", "navigation", "region", "section"]);

/** Whether a header, footer or aside belongs to a part of the page rather than to the page. */
function insideSection(el, scope) {
  for (let up = flatParent(el); up; up = flatParent(up)) {
    if (scope.has(attr(up, "role") ?? localNameOf.call(up))) return true;
  }
  return false;
}

function isEditingHost(el) {
  const value = attr(el, "contenteditable");
  return value !== null && (value === "" || /^(true|plaintext-only)$/i.test(value));
}

function isFocusable(el) {
  if (el.disabled === true && /^(button|input|select|textarea|fieldset)$/.test(localNameOf.call(el))) return false;
  if (attr(el, "tabindex") !== null && Number.isInteger(Number.parseInt(attr(el, "tabindex"), 10))) return true;
  const tag = localNameOf.call(el);
  switch (tag) {
    case "a": case "area": return attr(el, "href") !== null || attr(el, "xlink:href") !== null;
    case "button": case "select": case "textarea": case "iframe": return true;
    case "input": return el.type !== "hidden";
    case "summary": return isActiveSummary(el);
    case "audio": case "video": return el.controls === true;
    default: return isEditingHost(el);
  }
}

function isActiveSummary(el) {
  const details = parentNodeOf.call(el);
  if (!details || !isElement(details) || localNameOf.call(details) !== "details") return false;
  for (let child = firstChildOf.call(details); child; child = nextSiblingOf.call(child)) {
    if (isElement(child) && localNameOf.call(child) === "summary") return child === el;
  }
  return false;
}

function hasGlobalAria(el) {
  for (const name of GLOBAL_ARIA) {
    const value = attr(el, name);
    if (value !== null && value !== "" && !(name === "aria-hidden" && value !== "true")) return true;
  }
  return false;
}

/** Whether the author gave a region or form a name, without which it is no landmark. */
function hasAuthorName(el) {
  const label = attr(el, "aria-label");
  if (label && label.trim()) return true;
  if (attr(el, "title")) return true;
  return tokens(attr(el, "aria-labelledby")).some((id) => byId(el, id));
}

/** Roles that mean nothing outside of what they are parts of. */
const CONTEXT = {
  listitem: new Set(["list", "directory"]), option: new Set(["listbox", "combobox"]), treeitem: new Set(["tree"]),
};
const SEE_THROUGH = new Set(["generic", "none", "group", "treeitem", "listitem"]);

function hasContext(el, wanted) {
  for (let up = ownerOf(el) ?? flatParent(el); up; up = ownerOf(up) ?? flatParent(up)) {
    const role = roleOf(up);
    if (wanted.has(role)) return true;
    if (!SEE_THROUGH.has(role)) return false;
  }
  return false;
}

/** The first role attribute token that Chromium knows and accepts here, or null. */
function ariaRole(el) {
  const given = attr(el, "role");
  if (!given) return null;
  for (const token of tokens(given.toLowerCase())) {
    if (!ARIA_ROLES.has(token)) continue;
    if (token === "none" || token === "presentation") {
      const tag = localNameOf.call(el);
      if (isFocusable(el) || hasGlobalAria(el) || tag === "iframe" || tag === "frame") return null;
      return "none";
    }
    if ((token === "form" || token === "region") && !hasAuthorName(el)) continue;
    if (CONTEXT[token] !== undefined && !hasContext(el, CONTEXT[token])) continue;
    if (token === "generic") return localNameOf.call(el) === "body" ? null : "generic";
    return token;
  }
  return null;
}

const CANONICAL = { img: "image", directory: "list", text: "StaticText" };

/** Remembered for one look: rows and cells ask for their table's role again and again. */
const roleFor = (known) => (known.role ??= computedRole(known));
const roleOf = (el) => roleFor(factsOf(el));

function computedRole(known) {
  if (!known.aria) return nativeRole(known);
  const explicit = ariaRole(known.el);
  return explicit === null ? nativeRole(known) : CANONICAL[explicit] ?? explicit;
}

function nativeRole(known) {
  const { el, tag, namespace } = known;
  if (namespace !== HTML) {
    if (namespace === SVG) return svgRole(el, tag);
    if (namespace?.endsWith("MathML")) return MATHML_ROLES[tag] ?? "generic";
  }
  switch (tag) {
    case "a": return attr(el, "href") !== null || attr(el, "onclick") !== null || listening.has(el) ? "link" : "generic";
    case "area": return attr(el, "href") !== null ? "link" : "generic";
    case "input": return inputRole(el);
    case "select": return el.multiple || el.size > 1 ? "listbox" : "combobox";
    case "img": return attr(el, "alt") === "" && !attr(el, "title") && !isFocusable(el) && !hasGlobalAria(el) ? "none" : "image";
    case "header": return insideSection(el, SECTIONING) ? "sectionheader" : "banner";
    case "footer": return insideSection(el, SECTIONING) ? "sectionfooter" : "contentinfo";
    case "section": return hasAuthorName(el) ? "region" : "generic";
    case "aside": return hasAuthorName(el) || !insideSection(el, ASIDE_SCOPE) ? "complementary" : "generic";
    case "summary": return summaryRole(el);
    case "li": return isUnlisted(el) ? "none" : "listitem";
    case "table": return isDataTable(el) ? "table" : "LayoutTable";
    case "thead": case "tbody": case "tfoot": return tablePart(known, "rowgroup", "none");
    case "tr": return tablePart(known, "row", "LayoutTableRow");
    case "td": return tablePart(known, "cell", "LayoutTableCell");
    case "th": return headerCellRole(known);
    default:
      if (TAG_ROLES[tag] !== undefined) return TAG_ROLES[tag];
      if (isPictured(known)) return "image";
      return attr(el, "popover") !== null ? "group" : "generic";
  }
}

function summaryRole(el) {
  if (!isActiveSummary(el)) return "generic";
  return attr(parentNodeOf.call(el), "name") ? "DisclosureTriangleGrouped" : "DisclosureTriangle";
}

function svgRole(el, tag) {
  switch (tag) {
    case "svg": return "SvgRoot";
    case "a": return attr(el, "href") !== null || attr(el, "xlink:href") !== null ? "link" : "generic";
    case "image": return "image";
    case "g": return "group";
    case "text": case "tspan": case "foreignObject": return "generic";
    case "defs": case "title": case "desc": case "metadata": case "symbol": case "style": return "none";
    default: return "graphics-symbol";
  }
}

function hasSvgTitle(el) {
  for (let child = firstChildOf.call(el); child; child = nextSiblingOf.call(child)) {
    if (isElement(child) && localNameOf.call(child) === "title") return true;
  }
  return false;
}

function inputRole(el) {
  const type = el.type;
  const role = INPUT_ROLES[type] ?? "textbox";
  if ((role === "textbox" || role === "searchbox") && el.list) return "combobox";
  return role;
}

/** A list that is given another role, or none, takes theirs from its items. */
function isUnlisted(el) {
  const parent = flatParent(el);
  return parent !== null && /^(ul|ol|menu|dir)$/.test(localNameOf.call(parent)) && roleOf(parent) !== "list";
}

function tablePart(known, inTable, inLayout) {
  let table = known.outer;
  while (table !== null && table.tag !== "table") table = table.outer;
  if (table === null) return "generic";
  const role = roleFor(table);
  if (role === "table" || role === "grid" || role === "treegrid") {
    return inTable === "cell" && role !== "table" ? "gridcell" : inTable;
  }
  return role === "LayoutTable" ? inLayout : "none";
}

function headerCellRole(known) {
  const { el } = known;
  const role = tablePart(known, "cell", "LayoutTableCell");
  if (role !== "cell" && role !== "gridcell") return role;
  switch ((attr(el, "scope") ?? "").toLowerCase()) {
    case "col": case "colgroup": return "columnheader";
    case "row": case "rowgroup": return "rowheader";
  }
  const row = flatParent(el);
  if (row && attr(row, "role") === "row" && localNameOf.call(row) !== "tr") return "columnheader";
  const inHead = row && flatParent(row) && localNameOf.call(flatParent(row)) === "thead";
  if (inHead) return "columnheader";
  for (const cell of row ? row.cells ?? [] : []) if (localNameOf.call(cell) === "td") return "rowheader";
  return "columnheader";
}

/** Chromium's guess whether a table holds data or only makes a layout. */
function isDataTable(table) {
  if (isEditingHost(table)) return true;
  if (attr(table, "summary") || table.tHead || table.tFoot || table.caption) return true;
  if (attr(table, "rules") || attr(table, "border") === "1") return true;
  const rows = table.rows;
  if (!rows.length) return false;
  for (const child of table.children) if (localNameOf.call(child) === "col" || localNameOf.call(child) === "colgroup") return true;
  const first = rows[0];
  const columns = first.cells.length;
  if (rows.length <= 1 && columns <= 1) return false;
  for (const row of rows) {
    for (const cell of row.cells) {
      if (localNameOf.call(cell) === "th" || attr(cell, "headers") || attr(cell, "abbr") || attr(cell, "scope")) return true;
    }
    if (row.rowIndex > 40) break;
  }
  if (rows.length >= 20) return true;
  return looksLikeData(table, rows);
}

/** Borders and row colours give a data table away. */
function looksLikeData(table, rows) {
  const style = getComputedStyle(table);
  const background = style.backgroundColor;
  let cells = 0, bordered = 0, coloured = 0;
  const rowColours = new Set();
  for (let r = 0; r < rows.length && r < 20; r++) {
    rowColours.add(getComputedStyle(rows[r]).backgroundColor);
    for (let c = 0; c < rows[r].cells.length && c < 20; c++) {
      const cell = getComputedStyle(rows[r].cells[c]);
      if (cell.display === "none") continue;
      cells++;
      const sides = [cell.borderTopWidth, cell.borderBottomWidth, cell.borderLeftWidth, cell.borderRightWidth];
      if (cell.emptyCells === "hide" || sides.filter((width) => Number.parseFloat(width) > 0).length >= 2) bordered++;
      if (cell.backgroundColor !== background && cell.backgroundColor !== "rgba(0, 0, 0, 0)") coloured++;
    }
  }
  if (cells <= 1) return false;
  if (bordered >= cells / 2 || coloured >= cells / 2) return true;
  return rowColours.size > 1 && rows.length > 1 && [...rowColours].some((colour) => colour !== "rgba(0, 0, 0, 0)") &&
    rowColours.size >= 2 && rows.length >= 3;
}
