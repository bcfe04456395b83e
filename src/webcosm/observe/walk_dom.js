// Reading the DOM so that no page can trip us up.
// A form may hold an input named "tagName" or "matches", a document an image named "body": such names shadow the
// real properties, in isolated worlds too. Reading through the prototypes is immune to that.

const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
const localNameOf = getter(Element.prototype, "localName");
const shadowRootOf = getter(Element.prototype, "shadowRoot");
const namespaceOf = getter(Element.prototype, "namespaceURI");
const attributesOf = getter(Element.prototype, "attributes");
const clientLeftOf = getter(Element.prototype, "clientLeft");
const clientTopOf = getter(Element.prototype, "clientTop");
const clientWidthOf = getter(Element.prototype, "clientWidth");
const clientHeightOf = getter(Element.prototype, "clientHeight");
const nodeTypeOf = getter(Node.prototype, "nodeType");
const parentNodeOf = getter(Node.prototype, "parentNode");
const firstChildOf = getter(Node.prototype, "firstChild");
const nextSiblingOf = getter(Node.prototype, "nextSibling");
const textContentOf = getter(Node.prototype, "textContent");
const baseURIOf = getter(Node.prototype, "baseURI");
const isConnectedOf = getter(Node.prototype, "isConnected");
const contentEditableOf = getter(HTMLElement.prototype, "isContentEditable");
const elementSlotOf = getter(Element.prototype, "assignedSlot");
const textSlotOf = getter(Text.prototype, "assignedSlot");
const { getRootNode, contains } = Node.prototype;
const {
  getAttribute, getAttributeNames, hasAttributes, matches, closest, getBoundingClientRect, getClientRects, checkVisibility, scrollIntoView,
} = Element.prototype;
const { querySelectorAll: queryDocument, getElementById, elementFromPoint, elementsFromPoint, getAnimations } = Document.prototype;
const documentPart = Object.fromEntries(
  ["body", "documentElement", "title", "scrollingElement", "activeElement", "styleSheets", "adoptedStyleSheets", "URL", "doctype", "fullscreenElement"]
    .map((name) => [name, getter(Document.prototype, name)]));

const ELEMENT = 1, TEXT = 3, COMMENT = 8, SHADOW = 11;
const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

const attr = (el, name) => getAttribute.call(el, name);
const is = (el, selector) => matches.call(el, selector);
const isElement = (node) => nodeTypeOf.call(node) === ELEMENT;

/** The document we look at. Kept, since asking the window for it each time is slow. */
let page = document;

const ofDocument = (name) => documentPart[name].call(page);
const tokens = (text) => (text ? text.split(/[ \t\n\r\f]+/).filter(Boolean) : []);

/** All matches in the document or in a shadow root. */
const all = (root, selector) => (root === page ? queryDocument.call(page, selector) : root.querySelectorAll(selector));

/** The parent in the flat tree: a slot before a shadow root before the DOM parent. */
function flatParent(node) {
  const slot = nodeTypeOf.call(node) === ELEMENT ? elementSlotOf.call(node) : textSlotOf.call(node);
  if (slot !== null) return slot;
  const parent = parentNodeOf.call(node);
  if (parent === null) return null;
  const type = nodeTypeOf.call(parent);
  if (type === ELEMENT) return parent;
  return type === SHADOW && parent.host ? parent.host : null;
}

function byId(el, id) {
  const root = getRootNode.call(el);
  if (root === page) return getElementById.call(page, id);
  return nodeTypeOf.call(root) === SHADOW ? root.getElementById(id) : null;
}
