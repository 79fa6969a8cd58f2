/* What is taken along is what the command line beside it makes, byte by byte; a moving WebP has the frames' pixels. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { test } from "node:test";
import { unzipSync } from "fflate";
import { decode } from "fast-png";

import { change, downloaded, fileOf, look, openFresh, openStudio, recipeText, set, shell, stateOf } from "./page.js";

const part = (page, name) => page.locator(`#share [data-is=${name}]`);
const field = (page, name) => page.locator(`#share [data-field=${name}]`);
const press = (page, name) => page.locator(`#share [data-do=${name}]`).click();

async function openAlong(page, kind, fields = {}) {
  await page.click("#open-share");
  await page.waitForSelector("#share [data-is=kind]");
  await part(page, "kind").selectOption(kind);
  for (const [name, value] of Object.entries(fields))
    if (await field(page, name).evaluate(input => input.tagName === "SELECT")) await field(page, name).selectOption(value);
    else await field(page, name).fill(value);
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("#share [data-is=lines]")).value.startsWith("burl"));
  return part(page, "lines").inputValue();
}

/** Bytes that differ are too many to print. */
const assertSame = (made, expected, what) => assert.ok(made.equals(expected), `${what}: ${made.length} bytes here, ${expected.length} there`);

const make = page => downloaded(page, () => part(page, "make").click());

/** Makes it in the page, and by the command line in a folder without what the page saved; both. */
async function both(page, kind, fields) {
  const line = await openAlong(page, kind, fields);
  await downloaded(page, () => press(page, "burl"));
  const here = await make(page);
  rmSync(fileOf(here.name));
  shell(line);
  return { line, ...here };
}

const TEXT = "view 0, 0, 4, 3\nparam gain = 0.5 [0, 1]\nlow = fbm(perlin(), octaves: 5, gain: gain)\ntwice(u) = 2*u\nsteep = 1/(low*low)\n"
  + "colour = ramp(low, -1, #102030, 1, #f0e0a0)\nlow*low";

const singles = [
  { what: "a mesh with its colour", kind: "mesh", recipe: { name: "isle", text: TEXT }, changes: { result: "low" }, fields: { size: "48", error: "0.02" } },
  { what: "a mesh for a printer", kind: "mesh", recipe: { name: "it's \"$HOME\"", text: TEXT, seed: "-7" }, fields: { format: "stl", size: "32", base: "0.5" } },
  { what: "a textured mesh", kind: "mesh", recipe: { name: "painted", text: TEXT }, fields: { result: "low, colour", size: "24", texture: "64" } },
  { what: "points as a list", kind: "points", recipe: { name: "trees", text: TEXT }, fields: { radius: "0.2", with: "low, steep" } },
  { what: "points as a scene", kind: "points", recipe: { name: "trees", text: TEXT, seed: "for you" }, fields: { format: "glb", radius: "0.3", with: "low" } },
  { what: "contours for a plotter", kind: "contours", recipe: { name: "lines", text: TEXT }, fields: { width: "64", page: "a5" } },
  { what: "contours of an island, as GeoJSON", kind: "contours", recipe: { name: "islands", text: recipeText("islands") }, changes: { result: "h" },
    fields: { format: "geojson", width: "96", interval: "0.2" } },
  { what: "streamlines", kind: "streamlines", recipe: { name: "flow", text: TEXT }, fields: { apart: "12" } },
  { what: "profiles", kind: "profiles", recipe: { name: "ridges", text: TEXT }, fields: { rows: "30" } },
  { what: "contours of a whole grid", kind: "contours", recipe: { name: "worn", text: "view 0, 0, 64, 48\nerode(20*fbm(perlin(x/16, y/16)))" },
    fields: { width: "64", interval: "2" } },
];

for (const { what, kind, recipe, changes, fields } of singles)
  test(`${what}: the command's bytes`, async () => {
    const page = await openStudio(recipe);
    if (changes) await change(page, () => set(page, changes));
    const { name, bytes } = await both(page, kind, fields);
    assertSame(bytes, readFileSync(fileOf(name)), name);
  });

/** The files of a zip are those that the command line makes. */
async function sameZip(page, kind, fields, count) {
  mkdirSync(fileOf("zipped"), { recursive: true });
  const { bytes } = await both(page, kind, fields);
  const files = Object.entries(unzipSync(bytes));
  for (const [name, content] of files) assertSame(Buffer.from(content), readFileSync(fileOf(name)), name);
  assert.equal(files.length, count, files.map(([name]) => name).join(" "));
}

test("every part in a zip, as pictures and as numbers", async () => {
  const page = await openStudio({ name: "all", text: TEXT });
  await sameZip(page, "parts", { format: "both", width: "40" }, 4 + 2*4); /* a .npy has a .json beside it */
});

test("the maps of a material are those of burl render --for", async () => {
  const page = await openStudio({ name: "bark", text: recipeText("materials/bark") });
  await sameZip(page, "maps", { program: "godot", width: "64" }, 5);
});

const LOOP = "view 0, 0, 2, 2\nramp(perlin(x + t, y), -1, #102030, 1, #f0e0a0)";

test("a loop as .gif and as frames: the command's bytes", async () => {
  const page = await openStudio({ name: "round", text: LOOP });
  const { bytes } = await both(page, "loop", { format: "gif", seconds: "0.5", fps: "10", width: "32" });
  assertSame(bytes, readFileSync(fileOf("round.gif")), "round.gif");
  await page.keyboard.press("Escape");
  await sameZip(page, "loop", { format: "frames", seconds: "0.5", fps: "10", width: "32" }, 5);
});

test("a loop as .webp has the frames' pixels, without loss where that is asked for", async () => {
  const page = await openStudio({ name: "round", text: LOOP });
  const line = await openAlong(page, "loop", { format: "webp", seconds: "0.3", fps: "10", width: "32", quality: "100" });
  const { name, bytes } = await make(page);
  assert.equal(name, "round.webp");
  const frames = await page.evaluate(async base64 => {
    const data = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
    const decoder = new globalThis.ImageDecoder({ data, type: "image/webp" });
    await decoder.tracks.ready;
    await decoder.completed;
    const track = decoder.tracks.selectedTrack, read = [];
    for (let frameIndex = 0; frameIndex < track.frameCount; frameIndex++) {
      const { image } = await decoder.decode({ frameIndex }), { duration } = image;
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight), context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      image.close();
      read.push({ microseconds: duration, pixels: [...context.getImageData(0, 0, canvas.width, canvas.height).data].filter((_, i) => i % 4 !== 3) });
    }
    return read;
  }, bytes.toString("base64"));
  assert.deepEqual(frames.map(frame => frame.microseconds), [100000, 100000, 100000]);
  await downloaded(page, () => press(page, "burl"));
  shell(line.replace(/--fps 10 -o .*/, "-o round_%04d.png"));
  for (const [i, { pixels }] of frames.entries())
    assert.deepEqual(pixels, [...decode(readFileSync(fileOf(`round_000${i}.png`))).data], `frame ${i}`);
});

test("a loop that takes long says how far it is, and can be stopped, by keyboard", async () => {
  const page = await openStudio({ name: "long", text: LOOP.replace("perlin(x + t, y)", "fbm(perlin(x + t, y), octaves: 24)") });
  await openAlong(page, "loop", { format: "gif", seconds: "20", fps: "20", width: "512" });
  await part(page, "make").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /making, [1-9]/.test(document.querySelector("#share [data-is=said]").textContent));
  assert.ok(await part(page, "stop").evaluate(button => button === document.activeElement));
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /stopped/.test(document.querySelector("#share [data-is=said]").textContent));
  assert.ok(await part(page, "make").isVisible());
  await field(page, "seconds").fill("0.1");
  await field(page, "width").fill("16");
  assert.equal((await make(page)).name, "long.gif");
});

/** What is said where it can't be made. */
async function refusal(page, kind, fields) {
  await openAlong(page, kind, fields);
  await part(page, "make").click();
  await page.waitForFunction(() => document.querySelector("#share [data-is=stop]").hasAttribute("hidden"));
  await page.waitForFunction(() => !/^(making|$)/.test(document.querySelector("#share [data-is=said]").textContent));
  const said = await part(page, "said").textContent();
  await page.keyboard.press("Escape");
  return said;
}

test("what a command refuses is said by the fields' names, and nothing is saved", async () => {
  const page = await openStudio({ text: TEXT });
  assert.equal(await refusal(page, "mesh", { size: "16", error: "-1" }), "error: '-1' is not a number above 0");
  assert.match(await refusal(page, "points", { radius: "0.0000001" }), /^radius: about \S+ points, .*at most 100000000 are possible; a larger one/);
  assert.match(await refusal(page, "points", { radius: "0.2", with: "nowhere" }), /nowhere/);
});

test("sides are as long as the page can make them", async () => {
  const page = await openStudio({ text: TEXT });
  for (const [kind, name, label, typed] of [["parts", "width", "width", "2000000000"], ["mesh", "size", "steps along x", "90000"], ["contours", "width", "width", "1.5"]]) {
    await openAlong(page, kind);
    await field(page, name).fill(typed);
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector("#share [data-is=lines]")).value === "");
    await part(page, "make").click();
    assert.equal(await part(page, "said").textContent(), `${label}: a whole number from 1 to 8192, not ${typed}`);
    await page.keyboard.press("Escape");
  }
});

test("a colour has no heights for a mesh or contours, and no points are a file without any", async () => {
  const page = await openStudio({ name: "plain", text: "view 0, 0, 1, 1\nmix(#000000, #ffffff, x)" });
  assert.match(await refusal(page, "mesh"), /has no result that is a number, which heights would be/);
  assert.match(await refusal(page, "contours"), /has no result that is a number/);
  await openAlong(page, "points", { radius: "100" });
  const { name, bytes } = await make(page);
  assert.equal(name, "plain.csv");
  assert.equal(String(bytes).trim().split("\n").length, 1);
  await page.waitForFunction(() => /0 points/.test(document.querySelector("#share [data-is=said]").textContent));
});

test("what a recipe hasn't is not offered, and why", async () => {
  const page = await openStudio({ text: TEXT });
  await openAlong(page, "mesh");
  for (const [kind, why] of [["loop", "the recipe doesn't vary with t"], ["maps", "the recipe declares no material"]]) {
    const option = page.locator(`#share option[value=${kind}]`);
    assert.ok(await option.isDisabled(), kind);
    assert.match(await option.textContent(), new RegExp(why));
  }
});

test("without a network all of it is there after the first visit", async t => {
  const page = await openFresh(t, { serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForFunction(() => globalThis.studio?.picture.isWhole && !studio.picture.isAsked);
  await openAlong(page, "contours", { width: "32", result: "h" });
  assert.equal((await make(page)).name, "islands.svg");
});

async function linkIn(page) {
  await page.click("#open-share");
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("#share [data-is=link]")).value.includes("#r="));
  return part(page, "link").inputValue();
}

test("a link holds where and how one looks", async t => {
  const page = await openStudio({ name: "moved", text: LOOP.replace("1, #f0", "1, #f1") });
  await look(page, () => set(page, { centre: [1.25, 0.5], step: 1/512, time: 0.25 }));
  const link = await linkIn(page);
  const other = await openFresh(t, { at: link.slice(link.indexOf("#")), viewport: { width: 1280, height: 720 } });
  assert.deepEqual(await stateOf(other, "centre", "step", "time", "mode"), [[1.25, 0.5], 1/512, 0.25, "picture"]);
  await page.keyboard.press("Escape");
  await set(page, { mode: "tile" });
  const tiled = await linkIn(page);
  const third = await openFresh(t, { at: tiled.slice(tiled.indexOf("#")) });
  assert.deepEqual(await stateOf(third, "mode", "time"), ["tile", 0.25]);
});

test("a link's look that is damaged is left out", async t => {
  const page = await openStudio({ text: TEXT });
  const link = await page.evaluate(async text => {
    const bytes = new TextEncoder().encode(JSON.stringify({ name: "odd", text, look: { mode: "__proto__", time: "now", centre: [1, null], step: -1 } }));
    const packed = new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
    return btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }, TEXT);
  const other = await openFresh(t, { at: `#r=${link}` });
  assert.deepEqual(await stateOf(other, "mode", "time"), ["picture", 0]);
  const [centre] = await stateOf(other, "centre");
  assert.deepEqual(centre, [2, 1.5]);
});
