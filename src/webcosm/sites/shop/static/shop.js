// Small conveniences: lists that obey a select at once, the gallery, prices of variants, suggestions, the menu.
"use strict";

for (const select of document.querySelectorAll("select[data-send]")) select.addEventListener("change", () => select.form.submit());

// Menus close with Escape and with a press elsewhere.
for (const menu of document.querySelectorAll(".all-aisles, .more details")) {
  document.addEventListener("click", (event) => { if (menu.open && !menu.contains(event.target)) menu.open = false; });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { menu.open = false; menu.querySelector("summary").focus(); }
  });
}

// The departments that do not fit beside the menu stand under More. Without this they stand in a second row.
const bar = document.querySelector(".quick");
const more = bar.querySelector(".more");
function fitBar() {
  const rest = more.querySelector("ul");
  more.before(...rest.children);
  more.hidden = true;
  const shown = [...bar.children].slice(0, -1);
  const isBelow = (one) => one.offsetTop > shown[0].offsetTop;
  if (!shown.length || !isBelow(shown.at(-1))) return;
  more.hidden = false;
  while (shown.length > 1 && isBelow(more)) rest.prepend(shown.pop());
}
fitBar();
document.fonts.ready.then(fitBar);
addEventListener("resize", fitBar);

// The gallery: a thumbnail shows its picture large.
const large = document.querySelector("[data-large]");
function show(image) {
  if (!large || !image) return;
  large.src = `/media/${image}-640.png`;
  for (const thumb of document.querySelectorAll("[data-thumb]")) {
    if (thumb.dataset.thumb === String(image)) thumb.setAttribute("aria-current", "true");
    else thumb.removeAttribute("aria-current");
  }
}
for (const thumb of document.querySelectorAll("[data-thumb]")) {
  thumb.addEventListener("click", (event) => { event.preventDefault(); show(thumb.dataset.thumb); });
}

// Options: the price, stock, SKU and picture of the chosen variant.
const product = document.querySelector("[data-matrix]");
if (product) {
  const variants = JSON.parse(product.dataset.matrix);
  const form = document.getElementById("order");
  const few = Number(product.dataset.few);
  const money = (cents) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
  const piece = (tag, kind, text) => Object.assign(document.createElement(tag), { className: kind, textContent: text });
  const hint = (text) => piece("span", "visually-hidden", text);
  form.addEventListener("change", () => {
    const chosen = new FormData(form);
    for (const group of form.querySelectorAll(".swatches")) {
      const picked = group.querySelector(":checked");
      if (picked) group.querySelector("[data-picked]").textContent = picked.closest("label").title;
    }
    const variant = variants.find((one) => Object.entries(one.options).every(([attribute, option]) =>
      !form.elements[`option.${attribute}`] || chosen.get(`option.${attribute}`) === String(option)));
    const complete = [...form.elements].every((input) => !input.name.startsWith("option.") || chosen.get(input.name));
    if (!complete) return;
    const stock = piece("span", variant && variant.left ? "stock in" : "stock out", variant && variant.left ? "In stock" : variant ? "Out of stock" : "Not available in this combination");
    if (variant && variant.left && variant.left <= few) stock.append(" ", piece("span", "few", `only ${variant.left} left`));
    product.querySelector("[data-stock]").replaceChildren(stock);
    if (!variant) return;
    const price = piece("span", "price", "");
    const now = piece("span", "now", money(variant.final));
    price.append(now);
    if (variant.final < variant.regular) {
      now.prepend(hint("Special price "));
      const was = piece("s", "was", money(variant.regular));
      was.prepend(hint("Regular price "));
      price.append(" ", was);
    }
    product.querySelector("[data-price]").replaceChildren(price);
    product.querySelector("[data-sku]").textContent = variant.sku;
    show(variant.image);
  });
}

// Suggestions under the search box, for the mouse and for the keys.
const find = document.querySelector("[data-suggest]");
if (find) {
  const input = find.querySelector("input[type=search]");
  const list = Object.assign(document.createElement("ul"), { className: "suggestions", id: "suggestions", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  find.append(list);
  for (const [name, value] of Object.entries({ role: "combobox", "aria-expanded": "false", "aria-controls": "suggestions", "aria-autocomplete": "list" })) input.setAttribute(name, value);
  let place = -1;
  let timer;
  const rows = () => [...list.children];
  const close = () => { list.hidden = true; place = -1; input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant"); };
  const mark = (next) => {
    place = (next + rows().length) % rows().length;
    rows().forEach((row, index) => row.setAttribute("aria-selected", String(index === place)));
    input.setAttribute("aria-activedescendant", rows()[place].id);
  };
  const add = (text, kind, address) => {
    const row = document.createElement("li");
    row.id = `suggestion-${list.children.length}`;
    row.dataset.address = address;
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", "false");
    row.append(Object.assign(document.createElement("span"), { textContent: text }), Object.assign(document.createElement("span"), { className: "kind", textContent: kind }));
    row.addEventListener("mousedown", (event) => { event.preventDefault(); location.href = address; });
    list.append(row);
  };
  const fill = async () => {
    const typed = input.value.trim();
    if (typed.length < 2) return close();
    const found = await (await fetch(`${find.dataset.suggest}?q=${encodeURIComponent(typed)}`)).json();
    if (typed !== input.value.trim()) return;
    list.replaceChildren();
    for (const term of found.terms) add(term.text, `${term.results} found`, `/search?q=${encodeURIComponent(term.text)}`);
    for (const one of found.products) add(one.name, "Product", one.path);
    if (!list.children.length) return close();
    place = -1;
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
  };
  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(fill, 150); });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown") { event.preventDefault(); mark(place + 1); }
    else if (event.key === "ArrowUp") { event.preventDefault(); mark(place < 0 ? rows().length - 1 : place - 1); }
    else if (event.key === "Escape") { event.preventDefault(); close(); }
    else if (event.key === "Enter" && place >= 0) { event.preventDefault(); location.href = rows()[place].dataset.address; }
  });
}
