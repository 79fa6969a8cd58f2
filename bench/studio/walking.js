/* How many frames a second there are while one walks over the ground that the studio shows, at 1280 x 720 pixels:
 *
 *     node bench/studio/walking.js [RECIPE …]
 *
 * One walks for five seconds over ground whose tiles are there, and on without a stop, so that tiles have to come.  Printed are
 * frames a second, with all pixels at first, then with as many as the page chooses; how long a frame's script takes; how many
 * tiles are shown and how many came; and how long it took until the ground was there. */
import { openStudio, recipeText } from "../../studio/test/page.js";

const RECIPES = ["islands", "hills"];
const SIZE = { width: 1280, height: 720 };

/** Walks for so many ms. */
function walk(ms) {
  const ground = studio.views.shown, { walker } = ground, { frame } = ground, canvas = /** @type {HTMLElement} */ (document.querySelector(".ground canvas"));
  let scripts = 0;
  const first = ground.frames, before = ground.tiles.size, start = performance.now();
  ground.frame = now => {
    const begun = performance.now();
    frame.call(ground, now);
    scripts += performance.now() - begun;
  };
  canvas.focus();
  canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp" }));
  return new Promise(done => setTimeout(() => {
    dispatchEvent(new KeyboardEvent("keyup", { key: "ArrowUp" }));
    delete ground.frame;
    const frames = ground.frames - first, { shown } = ground.root.dataset;
    done({ perSecond: 1000*frames/(performance.now() - start), script: scripts/frames, shown, came: ground.tiles.size - before, scale: ground.scale, at: walker.at });
  }, ms));
}

console.log("recipe       there after s  pixels  frames/s  script ms  tiles shown  came");
const page = await openStudio({ text: "perlin()" }, SIZE);
for (const name of process.argv.length > 2 ? process.argv.slice(2) : RECIPES) {
  await openStudio({ name, text: recipeText(name) }, SIZE);
  await page.evaluate(() => document.body.classList.add("full"));
  const start = Date.now();
  await page.click("[data-mode=ground]");
  await page.waitForFunction(() => document.querySelector("#other").dataset.ready, null, { timeout: 120000 });
  const seconds = (Date.now() - start)/1000, above = await page.evaluate(() => document.querySelector(".ground canvas").clientHeight);
  await page.setViewportSize({ width: SIZE.width, height: 2*SIZE.height - above });
  for (const least of [1, 0.4]) {
    await page.evaluate(scale => (studio.views.shown.least = scale), least);
    const { perSecond, script, shown, came, scale } = await page.evaluate(walk, 5000);
    console.log(`${name.padEnd(12)} ${seconds.toFixed(1).padStart(13)}  ${`${Math.round(1280*scale)}`.padStart(6)}  ${perSecond.toFixed(1).padStart(8)}`
      + `  ${script.toFixed(1).padStart(9)}  ${String(shown).padStart(11)}  ${String(came).padStart(4)}`);
  }
  await page.evaluate(() => delete document.querySelector("#other").dataset.ready);
  await page.evaluate(() => document.body.classList.remove("full"));
}
process.exit();
