// Pages tell what happened and when: a line per event, in milliseconds since the page began.
const began = Date.now();
const logged = document.createElement("pre");
logged.id = "log";
document.addEventListener("DOMContentLoaded", () => document.body.append(logged));
function say(what) {
  logged.textContent += `${what} ${Date.now() - began}\n`;
}
const $ = (id) => document.getElementById(id);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
