// Runs before a page's own scripts. A page counts high-resolution time from the moment its navigation began in the
// browser's process, which is on the machine's clock, and Chromium blurs it at random. Here it counts whole
// milliseconds of page time from the moment the document began, which is the same in every run.
(() => {
  const nativeNow = Performance.prototype.now;
  const zero = nativeNow.call(performance);
  const born = Date.now();
  const shifted = (moment) => Math.max(0, Math.floor(moment - zero + 0.25)); // the blur is up to 0.2, and time may
  // stand 0.02 behind a whole millisecond; a frame after an input is at 0.5
  const define = (owner, name, description) =>
    Object.defineProperty(owner, name, { ...Object.getOwnPropertyDescriptor(owner, name), ...description });

  define(Performance.prototype, "now", { value: { now() { return shifted(nativeNow.call(this)); } }.now });
  define(Performance.prototype, "timeOrigin", { get() { return born; } });
  const stamps = new WeakMap(); // real ones come from the machine's clock too; an event is as old as its first reading
  define(Event.prototype, "timeStamp", {
    get() {
      if (!stamps.has(this)) stamps.set(this, performance.now());
      return stamps.get(this);
    },
  });
  const nativeRequest = window.requestAnimationFrame;
  define(window, "requestAnimationFrame", {
    value: {
      requestAnimationFrame(callback) {
        return nativeRequest.call(this === undefined ? window : this, (moment) => callback(shifted(moment)));
      },
    }.requestAnimationFrame,
  });
})();
