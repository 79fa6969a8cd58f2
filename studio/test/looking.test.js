/* Looking: how the page is divided, the picture alone, drafts while something is dragged, quantiles, nine pictures at once, and
 * values along a line. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { decode } from "fast-png";

import { paint, quantilesOf, rangeOf, shownRange } from "../src/colour.js";
import { burl, change, fileOf, look, openFresh, openStudio, pixelsOf, set, stateOf } from "./page.js";

const HILLS = "view 0, 0, 6, 4\nparam rough = 0.5 [0.2, 0.8]\nfbm(perlin(), octaves: 4, gain: rough)";
const WIDE = { width: 1440, height: 900 };

const boxOf = (page, id) => page.locator(id).boundingBox();

/** The samples that the tool has of a grid. */
function samplesByTool(text, { size, origin, step }, ...words) {
  writeFileSync(fileOf("looked.burl"), text);
  burl("render", "looked.burl", "--size", size.join("x"), `--origin=${origin}`, `--step=${step}`, ...words, "-o", "looked.npy");
  const bytes = readFileSync(fileOf("looked.npy"));
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset + 10 + bytes.readUInt16LE(8)));
}

/* ---- The page ------------------------------------------------------------------------------------ */

test("the picture has two thirds of a page, with the functions open it has less, and nothing runs over", async () => {
  const page = await openStudio({ text: HILLS }, WIDE);
  const { width, height } = await boxOf(page, "#picture"), share = width*height/(WIDE.width*WIDE.height);
  assert.ok(share >= 0.666, `${share}`);
  assert.ok((await boxOf(page, "#text")).width <= WIDE.width/3 + 1);
  await page.click("#open-palette");
  const boxes = await Promise.all(["#palette", "#text", "#picture"].map(id => boxOf(page, id)));
  boxes.forEach((box, i) => assert.ok(box.width >= [250, 250, 600][i] && (!i || box.x >= boxes[i - 1].x + boxes[i - 1].width - 1), `${i}: ${JSON.stringify(box)}`));
  await page.click("#open-palette");
  for (const size of [{ width: 960, height: 640 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= size.width);
  }
  assert.equal(await page.isVisible("#divider"), false, "a narrow page has one column");
});

test("the divider moves by keys and by drag, and is where it was in the next visit", async t => {
  const page = await openFresh(t);
  const divider = page.locator("[role=separator]"), now = async () => Number(await divider.getAttribute("aria-valuenow"));
  const before = await now();
  await divider.focus();
  await look(page, () => page.keyboard.press("ArrowRight"));
  assert.equal(await now(), before + 2);
  await look(page, () => page.keyboard.press("End"));
  assert.equal(await now(), Number(await divider.getAttribute("aria-valuemax")));
  const box = await divider.boundingBox();
  await page.mouse.move(box.x + box.width/2, 300);
  await page.mouse.down();
  await look(page, async () => {
    await page.mouse.move(400, 300, { steps: 4 });
    await page.mouse.up();
  });
  const at = (await boxOf(page, "#picture")).x;
  assert.ok(Math.abs(at - 400) < 2, `${at}`);
  await page.reload();
  await page.waitForFunction(() => globalThis.studio?.picture.isWhole);
  assert.ok(Math.abs((await boxOf(page, "#picture")).x - 400) < 2);
  await page.mouse.dblclick(400, 300);
  assert.equal(await now(), before);
});

test("the panel folds, stays so, and opens for what is asked for", async t => {
  const page = await openFresh(t);
  await page.click("#fold");
  assert.deepEqual([await page.isVisible("#below"), await page.getAttribute("#fold", "aria-expanded")], [false, "false"]);
  await page.reload();
  await page.waitForFunction(() => globalThis.studio?.picture.isWhole);
  assert.equal(await page.isVisible("#below"), false);
  await page.click("#picture");
  await page.waitForSelector("#explain h2");
  await page.reload();
  await page.waitForFunction(() => globalThis.studio?.picture.isWhole);
  assert.equal(await page.isVisible("#below"), false, "what was opened by itself isn't kept");
});

test("F shows the picture alone, F and Escape leave, and a word with an f in it doesn't", async () => {
  const page = await openStudio({ text: HILLS });
  const isAlone = async () => {
    const box = await boxOf(page, "#picture");
    return box.x === 0 && box.width === await page.evaluate(() => innerWidth) && !(await page.isVisible("#editor"));
  };
  await page.focus("#picture");
  for (const leave of ["f", "Escape"]) {
    await page.keyboard.press("f");
    await page.waitForFunction(() => document.body.classList.contains("full") && document.fullscreenElement);
    assert.equal(await isAlone(), true);
    if (leave === "f") await page.keyboard.press("f");
    else await page.evaluate(() => document.exitFullscreen()); /* which is what a browser does for Escape */
    await page.waitForFunction(() => !document.body.classList.contains("full"));
    assert.equal(await isAlone(), false);
  }
  await page.click("#full");
  await page.waitForFunction(() => document.body.classList.contains("full"));
  await page.click("#full");
  await page.waitForFunction(() => !document.body.classList.contains("full") && !document.fullscreenElement);
  await page.evaluate(() => (document.documentElement.requestFullscreen = undefined)); /* as on some phones */
  await page.focus("#picture");
  await page.keyboard.press("f");
  assert.equal(await isAlone(), true);
  await page.keyboard.press("Escape");
  assert.equal(await isAlone(), false);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await change(page, () => page.keyboard.type(" // f"));
  assert.equal(await isAlone(), false);
});

/* ---- Drafts -------------------------------------------------------------------------------------- */

/** Drags a knob's slider from value to value, without letting go; the drafts that were shown: { text, grid, pixels }. */
const dragSlider = (page, values) => page.evaluate(async all => {
  const input = /** @type {HTMLInputElement} */ (document.querySelector(".slider input")), drafts = [], { picture } = studio;
  const about = studio.state.about;
  const noted = ({ detail }) => drafts.push({ ...detail, isSameAbout: studio.state.about === about,
    range: picture.range, pixels: [...picture.context.getImageData(0, 0, 40, 40).data] });
  picture.addEventListener("draft", noted);
  for (const value of all) {
    input.value = value;
    input.dispatchEvent(new Event("input"));
    const count = drafts.length;
    for (let i = 0; i < 25 && drafts.length === count; i++) await new Promise(then => setTimeout(then, 10));
  }
  picture.removeEventListener("draft", noted);
  return drafts;
}, values);

test("while a knob is dragged there are drafts of the newest value, and after it the library's picture", async () => {
  const page = await openStudio({ text: HILLS });
  const drafts = await dragSlider(page, ["0.3", "0.35", "0.4", "0.45", "0.62"]);
  assert.ok(drafts.length >= 2, `${drafts.length}`);
  for (const { isSameAbout, text } of drafts) {
    assert.ok(isSameAbout, "nothing else is computed meanwhile");
    assert.match(text, /rough = 0\.\d+ \[/);
  }
  await page.evaluate(() => document.querySelector(".slider input").dispatchEvent(new Event("change")));
  await page.waitForFunction(() => {
    const { picture, state } = studio;
    return picture.isWhole && !picture.isAsked && state.about.recipe.text === state.text;
  });
  const [text, dragging] = await stateOf(page, "text", "isDragging");
  assert.match(text, /rough = 0\.62 /);
  assert.equal(dragging, false);
  const grid = await page.evaluate(() => studio.gridOfView(studio.picture.canvas)), { pixels } = await pixelsOf(page);
  const samples = samplesByTool(text, grid), expected = paint(samples, 1, shownRange(rangeOf(samples, 1)), new Uint8ClampedArray(4*samples.length));
  assert.equal(Buffer.compare(Buffer.from(pixels), Buffer.from(expected)), 0);
  await page.evaluate(() => studio.editor.undo());
  assert.match((await stateOf(page, "text"))[0], /rough = 0\.5 /, "a drag is one step");
});

test("a draft has exact samples of its own grid", async () => {
  const page = await openStudio({ text: HILLS });
  await page.evaluate(() => {
    const { picture } = studio, { showDraft } = picture;
    picture.showDraft = (answer, grid, pixels) => {
      globalThis.drawn = { samples: [...answer.samples], grid, text: studio.state.text };
      showDraft.call(picture, answer, grid, pixels);
    };
  });
  await dragSlider(page, ["0.31", "0.62"]);
  await page.waitForFunction(() => studio.picture.isWhole && !studio.state.isDragging);
  const { samples, grid, text } = await page.evaluate(() => globalThis.drawn);
  await page.evaluate(() => delete studio.picture.showDraft);
  assert.deepEqual(Float32Array.from(samples), samplesByTool(text, grid));
});

test("what is held still for a while is at rest, and a value with a mistake is said", async () => {
  const page = await openStudio({ text: "param n = 3 [0, 8]\nfbm(perlin(), octaves: n)" });
  await dragSlider(page, ["4"]);
  await page.waitForFunction(() => !studio.state.isDragging && studio.picture.isWhole && studio.state.about.recipe.text.includes("n = 4 "));
  await dragSlider(page, ["0"]);
  await page.waitForSelector("#problem:not([hidden])");
  await dragSlider(page, ["2"]);
  await page.waitForFunction(() => document.querySelector("#problem").hidden && studio.picture.isWhole);
});

test("a whole grid is dragged coarser, and is whole after", async () => {
  const page = await openStudio({ text: "view 0, 0, 6, 4\nparam r = 0.3 [0.1, 1]\nblur(perlin(), radius: r)" });
  const drafts = await dragSlider(page, ["0.4", "0.5", "0.6"]);
  assert.ok(drafts.length >= 1);
  await page.waitForFunction(() => studio.picture.isWhole && !studio.state.isDragging);
  assert.equal(await page.evaluate(() => studio.picture.placed.grid.size[0]), 257);
});

/* ---- Quantiles ----------------------------------------------------------------------------------- */

test("quantiles are samples of their ranks, as burl stats has them, whatever isn't a number", async () => {
  const page = await openStudio({ text: HILLS });
  const cells = await page.locator("#statistics .quantiles td").allTextContents();
  const grid = await page.evaluate(() => studio.gridOfView(studio.picture.canvas));
  const sorted = [...samplesByTool(HILLS, grid)].sort((a, b) => a - b);
  [0.05, 0.25, 0.5, 0.75, 0.95].forEach((share, i) =>
    assert.equal(Number(cells[i].replace("−", "-")), Number(sorted[Math.floor(share*sorted.length)].toPrecision(3)), `${share}`));
  assert.equal(await page.locator(".marks i").count(), 5);
  assert.deepEqual(quantilesOf(Float32Array.of(NaN, 3, -Infinity, 1, NaN, 2), 1, [0, 0.3, 0.5, 0.99]), [-Infinity, 1, 2, 3]);
  await change(page, () => set(page, { text: "view 0, 0, 6, 4\nlog(x - 9)" }));
  assert.equal(await page.locator("#statistics .quantiles").count(), 0);
});

/* ---- Nine at once -------------------------------------------------------------------------------- */

/** The pictures of the page's sheet, once they are all there. */
async function cardsOf(page, act) {
  const before = await page.locator(".space").getAttribute("data-ready").catch(() => null);
  await act?.();
  await page.waitForFunction(old => (document.querySelector("#other .space")?.getAttribute("data-ready") ?? old) !== old, before);
  return page.locator(".several canvas").evaluateAll(all => all.map(canvas => {
    const { width, height } = canvas;
    return { width, height, pixels: [...canvas.getContext("2d").getImageData(0, 0, width, height).data] };
  }));
}

/** The pictures of burl sheet. */
function cardsByTool(side, text, ...words) {
  writeFileSync(fileOf("sheet.burl"), text);
  burl("sheet", "sheet.burl", ...words, "--size", String(side), "-o", "sheet.svg");
  return [...readFileSync(fileOf("sheet.svg"), "utf8").matchAll(/data:image\/png;base64,([^"]+)"/g)].map(([, text]) => decode(Buffer.from(text, "base64")));
}

function assertAreTools(cards, tools) {
  assert.equal(cards.length, 9);
  assert.equal(tools.length, 9);
  cards.forEach(({ width, height, pixels }, i) => {
    const { width: columns, height: rows, channels, data } = tools[i];
    assert.deepEqual([width, height], [columns, rows]);
    for (let p = 0; p < columns*rows; p++)
      for (let c = 0; c < 3; c++)
        assert.equal(pixels[4*p + c], data[channels*p + (channels < 3 ? 0 : c)], `picture ${i}, pixel ${p}`);
  });
}

test("a sheet of seeds and of a knob has the pictures of burl sheet, and a click takes one", async () => {
  const page = await openStudio({ text: HILLS, seed: "7" });
  await page.click("[data-mode=sheet]");
  await page.waitForSelector(".space[data-ready]");
  let cards = await cardsOf(page, () => set(page, { time: 0.001 }));
  assertAreTools(cards, cardsByTool(Math.max(cards[0].width, cards[0].height), HILLS, "--seeds", "7..15"));
  cards = await cardsOf(page, () => page.locator(".space select").selectOption("rough"));
  assertAreTools(cards, cardsByTool(Math.max(cards[0].width, cards[0].height), HILLS, "--vary", "rough=0.2..0.8:9", "--seed", "7"));
  const last = page.locator(".several button").last();
  assert.equal((await last.textContent()).trim(), "rough 0.8");
  await last.focus();
  await change(page, () => page.keyboard.press("Enter"));
  assert.deepEqual(await stateOf(page, "mode", "text"), ["picture", HILLS.replace("0.5", "0.8")]);
  await page.click("[data-mode=sheet]");
  await page.locator(".space select").selectOption({ label: "seeds" });
  await page.waitForFunction(() => document.querySelector(".several")?.textContent.includes("seed 9"));
  await change(page, () => page.locator(".several button").nth(2).click());
  assert.deepEqual(await stateOf(page, "mode", "seed"), ["picture", "9"]);
});

test("a sheet of colours, and one that is live", async () => {
  const text = "view 0, 0, 4, 4\nramp(perlin(), -1, #102040, 0, #80c040, 1, #fff)";
  const page = await openStudio({ text });
  await page.evaluate(() => localStorage.clear());
  await page.click("[data-mode=sheet]");
  await page.waitForSelector(".space[data-ready]");
  const changed = text.replace("perlin()", "simplex()");
  const cards = await cardsOf(page, () => set(page, { text: changed }));
  assertAreTools(cards, cardsByTool(cards[0].width, changed, "--seeds", "0..8"));
});

/* ---- Along a line -------------------------------------------------------------------------------- */

/** The places and values of a line, by the tool. */
function alongByTool(text, [from, to]) {
  const points = Array.from({ length: 512 }, (_, i) => [0, 1].map(a => from[a] + (to[a] - from[a])*i/511));
  writeFileSync(fileOf("along.burl"), text);
  writeFileSync(fileOf("along.csv"), `x,y\n${points.map(point => point.join(",")).join("\n")}\n`);
  return burl("sample", "along.burl", "along.csv").trim().split("\n").slice(1).map(row => Number(row.split(",")[2]));
}

const readyOf = page => page.getAttribute("#line-values", "data-ready");

async function moved(page, act) {
  const before = await readyOf(page);
  await act();
  await page.waitForFunction(old => document.querySelector("#line-values").getAttribute("data-ready") !== old, before);
}

async function assertIsAlong(page, text) {
  const [line] = await stateOf(page, "line"), values = alongByTool(text, line);
  const d = await page.getAttribute("#line-values g path", "d"), heights = [...d.matchAll(/[ML](\d+) ([\d.-]+)/g)].map(match => Number(match[2]));
  const lo = Math.min(...values), hi = Math.max(...values);
  assert.equal(heights.length, 512);
  values.forEach((value, i) => assert.ok(Math.abs(heights[i] - 100*(hi - value)/(hi - lo)) < 0.006, `${i}`));
  for (const i of [0, 100, 511]) {
    await page.locator("#line-values input").fill(String(i));
    const shown = (await page.textContent("#line-values output")).replaceAll("−", "-");
    assert.equal(Math.fround(Number(shown.split(": ")[1])), Math.fround(values[i]), shown);
  }
}

test("a line by keys: exact values along it, its ends move, Escape takes it away", async () => {
  const page = await openStudio({ text: HILLS });
  await page.focus("#open-line");
  await moved(page, () => page.keyboard.press("Enter"));
  await assertIsAlong(page, HILLS);
  await page.locator("#line circle").first().focus();
  const [before] = await stateOf(page, "line");
  await moved(page, () => page.keyboard.press("ArrowUp"));
  const [after] = await stateOf(page, "line");
  assert.ok(after[0][1] < before[0][1] && after[0][0] === before[0][0] && after[1] + "" === before[1] + "", `${before} ${after}`);
  await assertIsAlong(page, HILLS);
  await page.locator("#line circle").first().focus();
  await page.keyboard.press("Escape");
  assert.deepEqual(await stateOf(page, "line"), [null]);
  assert.deepEqual([await page.isVisible("#line"), await page.textContent("#line-values")], [false, ""]);
});

test("Shift and a drag draw a line, which goes along with a changed recipe and moves no picture", async () => {
  const page = await openStudio({ text: HILLS });
  const box = await boxOf(page, "#picture"), [centre] = await stateOf(page, "centre");
  await page.mouse.move(box.x + 60, box.y + 60);
  await page.keyboard.down("Shift");
  await moved(page, async () => {
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 200, { steps: 4 });
    await page.mouse.up();
  });
  await page.keyboard.up("Shift");
  const [line, after, pin] = await stateOf(page, "line", "centre", "pin");
  assert.deepEqual([after, pin], [centre, null]);
  const ends = await page.evaluate(([x, y]) => [[60, 60], [300, 200]].map(at => studio.pointAt(studio.picture.canvas, x + at[0], y + at[1])), [box.x, box.y]);
  assert.deepEqual(line, ends);
  const other = HILLS.replace("perlin()", "simplex()");
  await moved(page, () => change(page, () => set(page, { text: other })));
  await assertIsAlong(page, other);
  await page.click("#line-values .close");
  assert.deepEqual(await stateOf(page, "line"), [null]);
});

test("along a line of a whole grid are its samples", async () => {
  const page = await openStudio({ text: "view 0, 0, 6, 4\nblur(perlin(), radius: 0.2)" });
  await moved(page, () => page.click("#open-line"));
  await page.locator("#line-values input").fill("300");
  const [place, value] = (await page.textContent("#line-values output")).replaceAll("−", "-").split(": ");
  const nearest = await page.evaluate(([x, y]) => {
    const { placed: { grid: { origin, step, size } }, samples } = studio.picture;
    return samples[Math.round((y - origin[1])/step[1])*size[0] + Math.round((x - origin[0])/step[0])];
  }, place.split(", ").map(Number));
  assert.equal(Math.fround(Number(value)), nearest);
  await page.keyboard.press("Escape");
});
