/* How many pictures a second the studio shows while a knob is dragged, and how old the values are that they show:
 *
 *     node bench/studio/dragging.js [RECIPE …]
 *
 * A knob is changed each 16 ms for two seconds, on the built page in Chromium (BURL_STUDIO and BURL as for the page's tests).
 * The age of a picture is the time from the change of the text that it shows to the moment at which it is shown; the last
 * column is the time from letting go to the library's own picture. */
import { openStudio, recipeText } from "../../studio/test/page.js";

const RECIPES = [["islands", "land"], ["landscape", "snow"], ["planet", "sea"], ["marble", "flow"], ["hills", "rugged"]];
const SIZE = { width: 1440, height: 900 };

/** Drags the slider of a knob in the page. */
function drag(knob) {
  const input = /** @type {HTMLInputElement} */ (document.querySelector(`.slider input[data-name=${knob}]`));
  const lo = Number(input.min), hi = Number(input.max), changed = new Map(), drafts = [], start = performance.now();
  studio.picture.addEventListener("draft", ({ detail }) => {
    const now = performance.now();
    drafts.push({ at: now - start, age: now - changed.get(detail.text), isNewest: detail.isNewest, size: detail.size });
  });
  return new Promise(done => {
    const timer = setInterval(() => {
      const now = performance.now(), before = studio.state.text;
      input.value = String(lo + (hi - lo)*(0.5 + 0.45*Math.sin((now - start)/300)));
      input.dispatchEvent(new Event("input"));
      if (studio.state.text !== before) changed.set(studio.state.text, now);
      if (now - start < 2000) return;
      clearInterval(timer);
      input.dispatchEvent(new Event("change"));
      studio.picture.addEventListener("whole", () => done({ drafts, changes: changed.size, msWhole: performance.now() - now }), { once: true });
    }, 16);
  });
}

const middle = values => values.sort((a, b) => a - b)[values.length >> 1];

console.log("recipe       knob      pictures/s  first ms  age ms: median, most  samples        whole after ms");
const page = await openStudio({ text: "perlin()" }, SIZE);
for (const [name, knob] of RECIPES.filter(([name]) => process.argv.length < 3 || process.argv.includes(name))) {
  await openStudio({ name, text: recipeText(name) }, SIZE);
  const { drafts, msWhole } = await page.evaluate(drag, knob), ages = drafts.map(({ age }) => age);
  console.log(`${name.padEnd(12)} ${knob.padEnd(9)} ${(drafts.length/2).toFixed(1).padStart(10)}  ${String(Math.round(drafts[0]?.at)).padStart(8)}`
    + `  ${String(Math.round(middle(ages))).padStart(14)}, ${String(Math.round(Math.max(...ages))).padStart(4)}`
    + `  ${String(drafts.at(-1)?.size.join(" x ")).padEnd(13)}  ${Math.round(msWhole)}`);
}
process.exit();
