/* Ground to walk over: which tiles there are, their shadows, and the page's view of it, by keys. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import { lit, shadowsOf, sunAt } from "../src/ground/light.js";
import { CELLS, distanceTo, gridOfTile, parentKey, placeOf, tilesFor } from "../src/ground/tiles.js";
import { burl, change, fileOf, openFresh, openStudio, set, stateOf } from "./page.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WIDE = CELLS + 3, COUNT = CELLS + 1;

/* ---- Tiles --------------------------------------------------------------------------------------- */

test("tiles cover the ground once, finer near the eye", () => {
  for (const eye of [[0.3, 0.7], [-12.25, 1e5 + 0.1], [-3, 4]]) {
    const { shown, wanted } = tilesFor(eye, 0.02, 4, () => true);
    assert.equal(wanted.length, 0);
    for (let n = 0; n < 2000; n++) {
      const way = 8*Math.random() ** 3, angle = 7*Math.random(), at = [eye[0] + way*Math.cos(angle), eye[1] + way*Math.sin(angle)];
      const around = shown.filter(({ x, z, side }) => at[0] >= x && at[0] < x + side && at[1] >= z && at[1] < z + side);
      assert.equal(around.length, 1, `${at}`);
      const [{ level, i, j, side }] = around, parent = placeOf(level - 1, i >> 1, j >> 1, 4);
      assert.ok(side <= 0.9*distanceTo(around[0], eye, 0.02) && (level === 0 || parent.side > 0.9*distanceTo(parent, eye, 0.02)));
    }
  }
});

test("a tile stays until all quarters of it are there, and what is in sight is asked for first", () => {
  const there = new Set();
  for (let i = 0; i < 4000; i++) {
    const { wanted, shown } = tilesFor([0.3, 0.7], 0.05, 4, key => there.has(key), ({ x }) => x >= 0);
    if (wanted.every(({ level }) => level)) assert.ok(Math.abs(shown.reduce((sum, { side }) => sum + side*side, 0) - 25*16) < 1e-9, "nothing is missing, nothing is there twice");
    if (!wanted.length) return assert.ok(there.size > 50);
    if (wanted.some(({ x }) => x >= 0)) assert.ok(wanted[0].x >= 0);
    if (wanted[0].level) assert.ok(there.has(parentKey(wanted[0])));
    there.add(wanted[0].key);
  }
  assert.fail("it comes to an end");
});

/* ---- Light --------------------------------------------------------------------------------------- */

const heightsBy = height => Float32Array.from({ length: WIDE*WIDE }, (_, n) => height(n % WIDE - 1, Math.floor(n/WIDE) - 1));

test("shadows are where a ray to the sun meets the ground", () => {
  const height = (i, j) => 9*Math.exp(-((i - 30) ** 2 + (j - 34) ** 2)/40) + 0.4*Math.sin(i/3)*Math.cos(j/4);
  for (const sun of [[-0.8, 0.4, 0.45], [0.5, 0.3, 0.81], [0.7, 0.3, -0.65], [-0.3, 0.5, -0.81]]) {
    const shadows = shadowsOf(heightsBy(height), 1, sun, null, [0, 0]);
    let wrong = 0, dark = 0;
    for (let j = 0; j < COUNT; j++)
      for (let i = 0; i < COUNT; i++) {
        let isHidden = false;
        for (let way = 1; way < 90 && !isHidden; way += 0.25) {
          const [x, z] = [i + way*sun[0], j + way*sun[2]];
          if (x < -1 || z < -1 || x > COUNT || z > COUNT) break;
          isHidden = height(x, z) > height(i, j) + way*sun[1];
        }
        dark += Number(isHidden);
        wrong += Number(isHidden !== shadows[j*COUNT + i] > height(i, j));
      }
    assert.ok(dark > 100 && wrong < 0.12*dark, `${wrong} of ${dark}`);
  }
});

test("a hill's shadow goes on into the tiles around it that are finer", () => {
  const sun = [-0.8, 0.4, 0], wall = shadowsOf(heightsBy(i => (i < 8 ? 12 : 0)), 1, sun, null, [0, 0]);
  const quarter = shadowsOf(heightsBy(() => 0), 0.5, sun, wall, [0, 0]), far = shadowsOf(heightsBy(() => 0), 0.5, sun, wall, [1, 1]);
  assert.ok(quarter[32*COUNT + 40] > 0, "24 units of shadow");
  assert.ok(far[32*COUNT + 40] < 0);
});

test("level ground is as bright as it is, and water is said by alpha", () => {
  const sun = sunAt(12), colours = new Uint8Array(4*COUNT*COUNT).fill(128), shadows = new Float32Array(COUNT*COUNT).fill(-Infinity);
  const land = lit(heightsBy(() => 1), colours, shadows, 1, sun, -Infinity, 100), water = lit(heightsBy(() => 1), colours, shadows, 1, sun, 2, 100);
  assert.ok(land.every((value, n) => (n % 4 === 3 ? value === 255 : value > 90 && value < 255)));
  assert.ok(water.every((value, n) => n % 4 !== 3 || value === 0));
  const dark = lit(heightsBy(() => 1), colours, shadows.map(() => 9), 1, sun, -Infinity, 100);
  assert.ok(dark[0] < 0.6*land[0]);
});

test("sunrise is in the east, noon in the south, sunset in the west, always above the horizon", () => {
  for (let hour = 6.2; hour < 17.8; hour += 0.1) assert.ok(sunAt(hour)[1] > 0.1);
  assert.ok(sunAt(7)[0] > 0.5 && sunAt(17)[0] < -0.5 && sunAt(12)[2] > 0);
});

/* ---- The page ------------------------------------------------------------------------------------ */

const TEXT = "view 0, 0, 6, 4\nparam sea = 0.1 [-1, 1]\nh = fbm(perlin(), octaves: auto)\nramp(h, -0.5, #204060, 0, #c0b080, 0.5, #f0f0f0)";

async function openGround(page) {
  await page.evaluate(() => delete document.querySelector("#other").dataset.ready);
  await page.click("[data-mode=ground]");
  await page.waitForFunction(() => studio.views.shown?.frames > 3 && [...studio.views.shown.tiles.values()].some(({ place }) => place.level > 1), null, { timeout: 60000 });
}

const walker = page => page.evaluate(() => {
  const { walker: w, root } = studio.views.shown, ground = studio.views.shown;
  return { at: w.at, yaw: w.yaw, pitch: w.pitch, up: w.up, above: w.height - ground.heightAt(...w.at), ...root.dataset };
});

test("a tile has the tool's samples of its grid, with the octaves that its step asks for", async () => {
  const page = await openStudio({ text: TEXT });
  await openGround(page);
  const found = await page.evaluate(() => {
    const tiles = [...studio.views.shown.tiles.values()];
    const finest = tiles.reduce((one, other) => (other.place.level > one.place.level ? other : one));
    return [tiles[0], finest].map(({ place, heights }) => ({ place, heights: [...heights] }));
  });
  assert.ok(found[1].place.level > 1);
  writeFileSync(fileOf("ground.burl"), TEXT);
  for (const { place, heights } of found) {
    const { size, origin, step } = gridOfTile(place, [1, 1], 0, 1);
    burl("render", "ground.burl", "--result", "h", "--size", size.join("x"), `--origin=${origin}`, `--step=${step}`, "-o", "ground.npy");
    const bytes = readFileSync(fileOf("ground.npy"));
    assert.deepEqual(Float32Array.from(heights), new Float32Array(bytes.buffer.slice(bytes.byteOffset + 10 + bytes.readUInt16LE(8))));
  }
  assert.equal(placeOf(found[1].place.level, found[1].place.i, found[1].place.j, 2*Math.hypot(6, 4)).side, found[1].place.side);
  assert.equal(await page.evaluate(() => Math.fround(studio.views.shown.water)), Math.fround(0.1), "the sea's knob is the level");
});

test("by keys one walks, turns, looks, rises and goes back; what comes into sight is sampled", async () => {
  const page = await openStudio({ text: TEXT });
  await openGround(page);
  await page.focus(".ground canvas");
  const hold = async key => {
    const before = await walker(page);
    await page.keyboard.down(key);
    await page.waitForFunction(frames => studio.views.shown.frames > frames + 4, before.frames*1);
    await page.keyboard.up(key);
    const after = await walker(page);
    assert.ok(after.above > 0.29*after.up, `${key}: the eye is above the ground: ${after.above}`);
    return [before, after];
  };
  let [before, after] = await hold("ArrowUp");
  assert.ok(after.at[1] < before.at[1] && after.at[0] === before.at[0], "north");
  [before, after] = await hold("ArrowRight");
  assert.ok(after.yaw > before.yaw);
  [before, after] = await hold("d");
  assert.ok(after.at[0] > before.at[0]);
  [before, after] = await hold("PageUp");
  assert.ok(after.pitch > before.pitch);
  await page.keyboard.press("+");
  assert.ok((await walker(page)).up > after.up);
  const isAround = await page.evaluate(() => {
    const ground = studio.views.shown;
    ground.walker.at = [500.3, -300.7];
    ground.request();
    return new Promise(then => setInterval(() => [...ground.tiles.values()].some(({ place: { x, z, side, level } }) =>
      level > 0 && 500.3 >= x && 500.3 < x + side && -300.7 >= z && -300.7 < z + side) && then(true), 50));
  });
  assert.ok(isAround);
  await page.keyboard.press("0");
  assert.deepEqual((await walker(page)).at, before.at.map((_, a) => [3, 2][a]));
});

test("the sun, the water and the height are sliders, a change of the text is seen, and a whole grid is told so", async () => {
  const page = await openStudio({ text: TEXT });
  await openGround(page);
  const pixels = () => page.evaluate(() => new Promise(then => setTimeout(() => {
    const { canvas } = studio.views.shown, copy = new OffscreenCanvas(80, 60), context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0, 80, 60);
    then([...context.getImageData(0, 0, 80, 60).data]);
  }, 1500)));
  let before = await pixels();
  assert.ok(new Set(before).size > 30, "there is something to see");
  for (const [name, value] of [["sun", "16"], ["water", "0.9"], ["factor", "2"]]) {
    await page.locator(`.ground [data-is=${name}]`).fill(value);
    const after = await pixels();
    assert.ok(after.filter((v, n) => v !== before[n]).length > 500, name);
    before = after;
  }
  await set(page, { text: TEXT.replace("perlin()", "simplex()") });
  await page.waitForFunction(() => studio.state.about.recipe.text.includes("simplex") && studio.views.shown.tiles.size >= 25);
  assert.notDeepEqual(await pixels(), before);
  await set(page, { text: "view 0, 0, 6, 4\nblur(perlin(), radius: 0.2)" });
  await page.waitForFunction(() => /no ground beyond|no ground to walk/.test(document.querySelector(".ground p").textContent));
  await page.click("[data-mode=picture]");
  assert.equal(await page.locator(".ground").count(), 0);
});

test("on a phone the ground fits, a button walks, and axe-core finds nothing wrong", async t => {
  const page = await openFresh(t, { viewport: { width: 390, height: 844 }, bypassCSP: true });
  await change(page, () => page.evaluate(text => studio.openRecipe({ name: "ground", text }), TEXT));
  await openGround(page);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
  const { height } = await page.locator(".ground canvas").boundingBox();
  assert.ok(height > 160, `${height}`);
  const { at } = await walker(page), box = await page.locator(".ground [data-is=walk]").boundingBox();
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.waitForFunction(z => studio.views.shown.walker.at[1] < z, at[1]);
  await page.mouse.up();
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(found.violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target}`)), []);
  assert.deepEqual(await stateOf(page, "mode"), ["ground"]);
});
