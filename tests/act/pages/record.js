// Writes down every event that input can cause, in the order of its coming: what, on which element, whether trusted.
const seen = [];
function record(...types) {
  for (const type of types) {
    addEventListener(type, (event) => {
      const entry = { type, on: event.target.id || event.target.localName || "window", trusted: event.isTrusted };
      if (event instanceof MouseEvent) {
        entry.button = event.button;
        entry.at = [event.clientX, event.clientY];
      }
      if (event instanceof KeyboardEvent) entry.key = event.key;
      if ("ctrlKey" in event) {
        entry.held = ["alt", "ctrl", "meta", "shift"].filter((key) => event[`${key}Key`]).join("+");
      }
      if (type === "input" || type === "change") entry.value = event.target.value ?? event.target.textContent;
      seen.push(entry);
    }, true);
  }
}
