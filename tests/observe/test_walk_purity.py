"""Looking leaves no trace that the page could find."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page

from tests.observe.helpers import BROWSER, one
from webcosm.observe.page import PageReader

pytestmark = BROWSER

WATCHFUL = """<!DOCTYPE html><title>Watchful</title>
<style>#scroller{height:80px;overflow:auto;scroll-behavior:smooth} .tall{height:3000px}</style>
<p bid="17">An old bid</p><ol><li>first<li>second</ol><progress></progress>
<input id="field" value="typed"><input type="password" value="secret"><div id="scroller"><div class="tall">x</div></div>
<x-host></x-host><iframe srcdoc="<button>inner</button>"></iframe><div class="tall"></div>
<script>
window.seen = [];
const watch = (root) => new MutationObserver((list) => seen.push(...list.map((m) => m.type))).observe(
  root, {attributes: true, childList: true, characterData: true, subtree: true});
watch(document);
watch(document.querySelector("x-host").attachShadow({mode: "open"}));
document.querySelector("x-host").shadowRoot.innerHTML = "<button>in shadow</button>";
for (const type of ["focus", "blur", "focusin", "scroll", "resize", "selectionchange", "input", "change", "pointermove",
    "mouseover"])
  addEventListener(type, (event) => seen.push(type), true);
document.addEventListener("selectionchange", () => seen.push("selectionchange"));
for (const [prototype, name] of [[Element.prototype, "getBoundingClientRect"], [Element.prototype, "getAttribute"],
    [Document.prototype, "elementFromPoint"], [Document.prototype, "querySelectorAll"], [Element.prototype, "matches"],
    [Node.prototype, "contains"], [Element.prototype, "checkVisibility"], [Element.prototype, "scrollIntoView"]]) {
  const original = prototype[name];
  prototype[name] = function (...args) { seen.push("called " + name); return original.apply(this, args); };
}
const computed = window.getComputedStyle;
window.getComputedStyle = (...args) => { seen.push("called getComputedStyle"); return computed(...args); };
Object.defineProperty(Element.prototype, "innerHTML", {get() { seen.push("read innerHTML"); return ""; }});
Object.defineProperty(document.querySelector("p"), "textContent",
  {get() { seen.push("read textContent"); return ""; }});
field.focus(); field.setSelectionRange(1, 3); scrollTo(0, 40);
</script>"""

STATE = """() => ({
  globals: Object.getOwnPropertyNames(window).sort(),
  active: document.activeElement.id,
  selection: [field.selectionStart, field.selectionEnd],
  scroll: [scrollX, scrollY, scroller.scrollTop],
  markup: new XMLSerializer().serializeToString(document),
  listItem: document.querySelector('li').value,
  progress: document.querySelector('progress').position,
  native: ['getElementById', 'createElement'].map((name) => Document.prototype[name].toString()),
})"""


async def state(page: Page) -> dict[str, Any]:
    await page.evaluate("() => new Promise((done) => setTimeout(done, 0))")  # lets observers that wait report
    result: dict[str, Any] = await page.evaluate(STATE)
    return result


async def test_looking_is_not_observable(page: Page, reader: PageReader) -> None:
    await page.set_content(WATCHFUL)
    before = await state(page)
    await page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))")
    await page.evaluate("seen.length = 0")

    view = await reader.look()
    await reader.look()
    await reader.html()
    await reader.locate(one(view, "button", "in shadow").id, scroll=False)

    assert await state(page) == before
    assert await page.evaluate("seen") == []


async def test_a_bid_attribute_of_the_page_is_left_alone_and_does_not_matter(page: Page, reader: PageReader) -> None:
    await page.set_content("<button bid='zz'>Go</button>")
    view = await reader.look()
    assert one(view, "button").id == "0"
    assert await page.get_attribute("button", "bid") == "zz"
    assert await page.evaluate("document.querySelectorAll('*').length") == 4


async def test_names_that_shadow_dom_properties_do_not_trip_the_walker(page: Page, reader: PageReader) -> None:
    inputs = "".join(
        f"<input name={name} aria-label={name}>"
        for name in (
            "nodeType",
            "tagName",
            "parentNode",
            "matches",
            "getAttribute",
            "hasAttributes",
            "closest",
            "style",
        )
    )
    await page.set_content(f"<form aria-label=F>{inputs}</form><img name=body alt=b><img name=querySelectorAll alt=q>")
    view = await reader.look()
    assert len([element for element in view if element.role == "textbox"]) == 8
    assert one(view, "form").name == "F"


async def test_scripts_of_the_page_cannot_reach_the_walker(page: Page, reader: PageReader) -> None:
    await page.set_content("<button>Go</button>")
    await reader.look()
    assert await page.evaluate("typeof walker") == "undefined"
    await page.evaluate("Array.prototype.push = () => 0; JSON.stringify = () => 'broken'; Map.prototype.get = () => 7")
    assert one(await reader.look(), "button").name == "Go"
