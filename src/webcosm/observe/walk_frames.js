// Frames: each document is walked on its own, and told by the one around it where it lies and what shows of it.

const padding = (el, side) => Number.parseFloat(factsOf(el).style[`padding${side}`]) || 0;

/** Where a frame's viewport lies in ours, and how it is scaled. */
function viewportOf(el) {
  const rect = rectOf(el);
  const scaleX = el.offsetWidth ? (rect[2] - rect[0]) / el.offsetWidth : 1;
  const scaleY = el.offsetHeight ? (rect[3] - rect[1]) / el.offsetHeight : 1;
  return {
    left: rect[0] + (clientLeftOf.call(el) + padding(el, "Left")) * scaleX,
    top: rect[1] + (clientTopOf.call(el) + padding(el, "Top")) * scaleY,
    scaleX, scaleY,
  };
}

/** What a frame's own walk has to know: where its viewport lies, what of it shows, and what lies upon it. */
function noteFrame(el, record, rect, clips) {
  const shown = intersect(rect, clips.own);
  const { left, top, scaleX, scaleY } = viewportOf(el);
  const inside = (r) => [(r[0] - left) / scaleX, (r[1] - top) / scaleY, (r[2] - left) / scaleX, (r[3] - top) / scaleY];
  const { view } = out;
  const covers = isEmpty(shown) ? [] : [...coversOf(el, shown), ...occluders];
  out.frames.push({
    record,
    letters: letterOf(el),
    view: {
      x: view.x + left * view.scaleX, y: view.y + top * view.scaleY,
      scaleX: view.scaleX * scaleX, scaleY: view.scaleY * scaleY,
      clip: clips.opacity < FAINT || isEmpty(shown) ? NOWHERE : inside(shown),
      occluders: covers.map(inside),
    },
  });
}

/** Rectangles of what lies upon a frame, found at a grid of points. */
function coversOf(el, shown) {
  const found = new Set();
  const steps = 8;
  for (let i = 0; i <= steps; i++) {
    for (let j = 0; j <= steps; j++) {
      const x = shown[0] + 1 + ((shown[2] - shown[0] - 2) * i) / steps;
      const y = shown[1] + 1 + ((shown[3] - shown[1] - 2) * j) / steps;
      const hit = topmost(x, y);
      if (hit !== null && hit !== el && !holds(hit, el) && isPainted(hit)) found.add(hit);
    }
  }
  return [...found].map((cover) => intersect(rectOf(cover), clipsFor(factsOf(cover)).own));
}

/** Where a frame lies, and what covers a point of it: null when it is free. With `scroll` the point is brought into view. */
function frameAt(letters, x, y, scroll) {
  const el = elementOf(letters);
  if (!el || !isConnectedOf.call(el)) return null;
  beginLook({});
  let at = viewportOf(el);
  const point = () => [at.left + x * at.scaleX, at.top + y * at.scaleY];
  const outside = ([px, py]) => px < 0 || py < 0 || px >= innerWidth || py >= innerHeight;
  let hit = topmost(...point());
  if (scroll && hit !== el && (hit === null || outside(point()))) {
    scrollIntoView.call(el, { block: "center", inline: "center", behavior: "instant" });
    at = viewportOf(el);
    if (outside(point())) { // the frame is larger than the window
      const [px, py] = point();
      scrollBy({ left: px - innerWidth / 2, top: py - innerHeight / 2, behavior: "instant" });
      at = viewportOf(el);
    }
    beginLook({});
    hit = topmost(...point());
  }
  return { ...at, cover: hit === el ? null : hit === null ? "the edge of the window" : describe(hit) };
}
