// Roles, as Chromium maps HTML, SVG and ARIA to them. Names are those of the DevTools accessibility domain.
// Concatenated into one function scope with its siblings (see page_world.py), so nothing here leaks.

// A form may hold an input named "tagName" or "parentNode", which shadows the form's own property.
// Reading through the prototypes' getters is immune to that.
const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
const localNameOf = getter(Element.prototype, "localName");
const shadowRootOf = getter(Element.prototype, "shadowRoot");
const namespaceOf = getter(Element.prototype, "namespaceURI");
const parentNodeOf = getter(Node.prototype, "parentNode");
const firstChildOf = getter(Node.prototype, "firstChild");
const nextSiblingOf = getter(Node.prototype, "nextSibling");
const getAttribute = Element.prototype.getAttribute;
const hasAttributes = Element.prototype.hasAttributes;
const SVG = "http://www.w3.org/2000/svg";

const tagOf = (el) => localNameOf.call(el);
const attr = (el, name) => getAttribute.call(el, name);
const tokens = (text) => (text ? text.split(/[ \t\n\r\f]+/).filter(Boolean) : []);

/** The parent in the flat tree: a slot before a shadow root before the DOM parent. */
function flatParent(node) {
  const slot = node.assignedSlot;
  if (slot) return slot;
  const parent = parentNodeOf.call(node);
  if (!parent || parent.nodeType === 1) return parent;
  return parent.nodeType === 11 && parent.host ? parent.host : null;
}

const TAG_ROLES = {
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

const SECTIONING = new Set(["article", "aside", "main", "nav", "section"]);
const SECTIONING_ROLES = new Set(["article", "complementary", "main", "navigation", "region"]);
const LANDMARK_SCOPE = new Set(["blockquote", "details", "dialog", "fieldset", "figure", "td"]);

/** Whether a header or footer belongs to a part of the page rather than to the page. */
function insideSection(el) {
  for (let up = flatParent(el); up; up = flatParent(up)) {
    const role = attr(up, "role");
    if (role ? SECTIONING_ROLES.has(role) : SECTIONING.has(tagOf(up))) return true;
  }
  return false;
}

function isEditingHost(el) {
  const value = attr(el, "contenteditable");
  return value !== null && (value === "" || /^(true|plaintext-only)$/i.test(value));
}

function isFocusable(el) {
  if (el.disabled === true && /^(button|input|select|textarea|fieldset)$/.test(tagOf(el))) return false;
  if (attr(el, "tabindex") !== null && Number.isInteger(Number.parseInt(attr(el, "tabindex"), 10))) return true;
  const tag = tagOf(el);
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
  if (!details || details.nodeType !== 1 || tagOf(details) !== "details") return false;
  for (let child = firstChildOf.call(details); child; child = nextSiblingOf.call(child)) {
    if (child.nodeType === 1 && tagOf(child) === "summary") return child === el;
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

function byId(el, id) {
  const root = el.getRootNode();
  return root.getElementById ? root.getElementById(id) : null;
}

/** The first role attribute token that Chromium knows and accepts here, or null. */
function ariaRole(el) {
  const given = attr(el, "role");
  if (!given) return null;
  for (const token of tokens(given.toLowerCase())) {
    if (!ARIA_ROLES.has(token)) continue;
    if (token === "none" || token === "presentation") {
      const tag = tagOf(el);
      if (isFocusable(el) || hasGlobalAria(el) || tag === "iframe" || tag === "frame") return null;
      return "none";
    }
    if (token === "form" && !hasAuthorName(el)) continue;
    if (token === "region" && !hasAuthorName(el)) continue;
    if (token === "generic") return tagOf(el) === "body" ? null : "generic";
    return token;
  }
  return null;
}

const CANONICAL = { img: "image", directory: "list", text: "StaticText" };

function roleOf(el) {
  const explicit = ariaRole(el);
  if (explicit === null) return nativeRole(el);
  if (explicit === "combobox" || explicit === "button") return explicit;
  return CANONICAL[explicit] ?? explicit;
}

function nativeRole(el) {
  const tag = tagOf(el);
  const namespace = namespaceOf.call(el);
  if (namespace === SVG) return svgRole(el, tag);
  if (namespace.endsWith("MathML")) return MATHML_ROLES[tag] ?? "generic";
  switch (tag) {
    case "a": return attr(el, "href") !== null ? "link" : "generic";
    case "area": return attr(el, "href") !== null ? "link" : "generic";
    case "input": return inputRole(el);
    case "select": return el.multiple || el.size > 1 ? "listbox" : "combobox";
    case "img": return attr(el, "alt") === "" && !isFocusable(el) && !hasGlobalAria(el) ? "none" : "image";
    case "header": return insideSection(el) ? "sectionheader" : "banner";
    case "footer": return insideSection(el) ? "sectionfooter" : "contentinfo";
    case "section": return hasAuthorName(el) ? "region" : "generic";
    case "aside": return hasAuthorName(el) || !insideSection(el) ? "complementary" : "generic";
    case "form": return hasAuthorName(el) ? "form" : "generic";
    case "summary": return isActiveSummary(el) ? "DisclosureTriangle" : "generic";
    case "li": return isListItem(el) ? "listitem" : "generic";
    case "dt": case "dd": return TAG_ROLES[tag];
    case "table": return isDataTable(el) ? "table" : "LayoutTable";
    case "thead": case "tbody": case "tfoot": return tablePart(el, "rowgroup", "none");
    case "tr": return tablePart(el, "row", "LayoutTableRow");
    case "td": return tablePart(el, "cell", "LayoutTableCell");
    case "th": return headerCellRole(el);
    case "legend": return isLegend(el) ? "Legend" : "generic";
    default: return TAG_ROLES[tag] ?? "generic";
  }
}

function svgRole(el, tag) {
  switch (tag) {
    case "svg": return "SvgRoot";
    case "a": return attr(el, "href") !== null || attr(el, "xlink:href") !== null ? "link" : "generic";
    case "image": return "image";
    case "g": return hasSvgTitle(el) ? "group" : "generic";
    case "text": case "tspan": case "foreignObject": return "generic";
    default: return hasSvgTitle(el) || hasAuthorName(el) ? "graphics-symbol" : "none";
  }
}

function hasSvgTitle(el) {
  for (let child = firstChildOf.call(el); child; child = nextSiblingOf.call(child)) {
    if (child.nodeType === 1 && tagOf(child) === "title") return true;
  }
  return false;
}

function inputRole(el) {
  const type = el.type;
  const role = INPUT_ROLES[type] ?? "textbox";
  if ((role === "textbox" || role === "searchbox") && el.list) return "combobox";
  if (role === "button" && attr(el, "aria-pressed") !== null) return "button";
  return role;
}

function isListItem(el) {
  const parent = flatParent(el);
  if (!parent) return false;
  const role = roleOf(parent);
  return role === "list" || (role !== "none" && /^(ul|ol|menu|dir)$/.test(tagOf(parent)));
}

function isLegend(el) {
  const parent = parentNodeOf.call(el);
  return parent.nodeType === 1 && tagOf(parent) === "fieldset";
}

/** The table an HTML row or cell belongs to, looking through row groups. */
function tableOf(el) {
  return el.closest("table");
}

const tableRoles = new WeakMap();

/** The role of a table, remembered for one look: rows and cells ask for it again and again. */
function tableRole(table) {
  const known = tableRoles.get(table);
  if (known && known.look === lookNumber) return known.role;
  const role = roleOf(table);
  tableRoles.set(table, { look: lookNumber, role });
  return role;
}

function tablePart(el, inTable, inLayout) {
  const table = tableOf(el);
  if (!table) return "generic";
  const role = tableRole(table);
  if (role === "table" || role === "grid" || role === "treegrid") {
    return inTable === "cell" && role !== "table" ? "gridcell" : inTable;
  }
  return role === "LayoutTable" ? inLayout : "none";
}

function headerCellRole(el) {
  const role = tablePart(el, "cell", "LayoutTableCell");
  if (role !== "cell" && role !== "gridcell") return role;
  switch ((attr(el, "scope") ?? "").toLowerCase()) {
    case "col": case "colgroup": return "columnheader";
    case "row": case "rowgroup": return "rowheader";
  }
  const row = flatParent(el);
  if (row && attr(row, "role") === "row" && tagOf(row) !== "tr") return "columnheader";
  const inHead = row && flatParent(row) && tagOf(flatParent(row)) === "thead";
  if (inHead) return "columnheader";
  for (const cell of row ? row.cells ?? [] : []) if (tagOf(cell) === "td") return "rowheader";
  return "columnheader";
}

/** Chromium's guess whether a table holds data or only makes a layout. */
function isDataTable(table) {
  if (isFocusable(table) || hasGlobalAria(table) || isEditingHost(table)) return true;
  if (attr(table, "summary") || table.tHead || table.tFoot || table.caption) return true;
  if (attr(table, "rules") || attr(table, "border") === "1") return true;
  const rows = table.rows;
  if (!rows.length) return false;
  for (const child of table.children) if (tagOf(child) === "col" || tagOf(child) === "colgroup") return true;
  const first = rows[0];
  const columns = first.cells.length;
  if (rows.length <= 1 && columns <= 1) return false;
  for (const row of rows) {
    for (const cell of row.cells) {
      if (tagOf(cell) === "th" || attr(cell, "headers") || attr(cell, "abbr") || attr(cell, "scope")) return true;
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
