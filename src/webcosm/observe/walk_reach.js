// Finding one element again, to act on it.

/** Facts about an element for acting; with `scroll` it is first brought into view, without animation. */
function locate(key, scroll) {
  const el = elementOf(key);
  if (el === undefined) return { known: false };
  if (el === null || !isConnectedOf.call(el)) return { known: true, attached: false };
  beginLook({});
  let sight = sightOf(el);
  const cutter = sight.hit === null && sight.box !== null ? cutterOf(factsOf(el)) : null;
  if (scroll && cutter === null && sight.hit === null && sight.box !== null) {
    scrollIntoView.call(el, { block: "center", inline: "center", behavior: "instant" });
    beginLook({});
    sight = sightOf(el);
  }
  const tag = localNameOf.call(el);
  return {
    known: true, attached: true, tag,
    type: tag === "input" || tag === "button" ? el.type : "",
    disabled: isDisabled(el), editable: isEditable(el), cutter: cutter === null ? null : describe(cutter), ...sight,
  };
}

function sightOf(el) {
  const pieces = getClientRects.call(el);
  if (!pieces.length || factsOf(el).display === "none") return { box: null, hit: null, cover: null, hidden: true };
  const rect = rectOf(el);
  const known = factsOf(el), clips = clipsFor(known);
  const hidden = known.hidden || clips.opacity < FAINT || isEmpty(rect);
  const shown = intersect(rect, clips.own);
  const box = [rect[0], rect[1], rect[2] - rect[0], rect[3] - rect[1]];
  if (isSliver(shown, rect)) return { box, hit: null, cover: null, hidden };
  const point = [0, 0];
  const seen = exposure(el, shown, point);
  if (seen & HIT) return { box, hit: point, cover: null, hidden };
  const upper = topmost((shown[0] + shown[2]) / 2, (shown[1] + shown[3]) / 2);
  return { box, hit: null, cover: upper === null ? null : describe(upper), hidden };
}

/** The document as markup, with open shadow roots as declarative templates and places left for frames' contents. */
function html(attribute) {
  const { numbers, letters } = registry();
  const frames = [];
  const doctype = ofDocument("doctype") ? `<!DOCTYPE ${ofDocument("doctype").name}>` : "";
  const parts = [doctype];
  const inside = (node) => {
    for (let child = firstChildOf.call(node); child !== null; child = nextSiblingOf.call(child)) write(child);
  };
  const write = (node) => {
    switch (nodeTypeOf.call(node)) {
      case TEXT: {
        const parent = parentNodeOf.call(node);
        const raw = isElement(parent) && RAW_TEXT.has(localNameOf.call(parent));
        parts.push(raw ? node.data : escapeText(node.data));
        return;
      }
      case COMMENT: parts.push(`<!--${node.data}-->`); return;
      case ELEMENT: break;
      default: return;
    }
    const tag = localNameOf.call(node);
    parts.push(`<${tag}`);
    for (const { name, value } of attributesOf.call(node)) {
      if (name !== attribute) parts.push(` ${name}="${escapeAttribute(value)}"`);
    }
    const id = attribute ? letters.get(node) ?? numbers.get(node) : undefined;
    if (id !== undefined) parts.push(` ${attribute}="`, { id }, '"');
    parts.push(">");
    if (VOID.has(tag)) return;
    const shadow = shadowRootOf.call(node);
    if (shadow !== null) {
      parts.push('<template shadowrootmode="open">');
      inside(shadow);
      parts.push("</template>");
    }
    if (tag === "iframe" || tag === "frame") {
      const letter = letterOf(node);
      frames.push(letter);
      parts.push({ frame: letter });
    } else if (tag === "template") inside(node.content);
    else inside(node);
    parts.push(`</${tag}>`);
  };
  for (let child = firstChildOf.call(page); child !== null; child = nextSiblingOf.call(child)) write(child);
  return JSON.stringify({ parts: joined(parts), frames });
}

/** Joins neighbouring strings, leaving the places for ids and frames between them. */
function joined(parts) {
  const result = [];
  let run = [];
  for (const part of parts) {
    if (typeof part === "string") { run.push(part); continue; }
    result.push(run.join(""), part);
    run = [];
  }
  result.push(run.join(""));
  return result;
}

const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]);
const RAW_TEXT = new Set(["script", "style", "xmp", "noembed", "noframes", "plaintext", "noscript"]);
const escapeText = (string) => string.replace(/&/g, "&amp;").replace(/\u00a0/g, "&nbsp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const escapeAttribute = (string) => string.replace(/&/g, "&amp;").replace(/\u00a0/g, "&nbsp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

globalThis.walker = {
  look, locate, frameAt, html, elementOf,
  /** Elements that DevTools says have a listener for clicks. */
  listen(...elements) { for (const el of elements) if (el && isElement(el)) listening.add(el); },
  deafen(...elements) { for (const el of elements) if (el) listening.delete(el); },
};
