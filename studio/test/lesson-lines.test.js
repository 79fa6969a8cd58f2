/* The lesson on noise of lines and wavelets. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn, openLesson, sampled, set, testLesson } from "./lessons.js";

const grid = (columns, rows, step) => ({ x: Array.from({ length: columns*rows }, (_, n) => step*(n % columns)),
  y: Array.from({ length: columns*rows }, (_, n) => step*Math.floor(n/columns)) });

/** Values as far from others as four digits of the slopes leave them. */
function assertNear(values, others, what) {
  values.forEach((value, n) => assert.ok(Math.abs(value - others[n]) < 1e-4, `${what}, ${n}: ${value}, not ${others[n]}`));
}

test("lines: slopes that nobody has dragged make the published noises", async () => {
  const page = await openLesson("lines");
  await set(page, "graph", { wavelet: true });
  for (const [name, interp] of [["hermite", "hermite"], ["wavelet", "wavelet"]]) {
    const { x1, values } = await drawn(page, "graph", name), x = values.map((_, i) => x1*i/(values.length - 1));
    assertNear(values, sampled(`perlin(x, seed: 7, gradients: uniform, interp: ${interp}, raw: 1)`, { x, y: x.map(() => 0) }), name);
  }
  for (const by of ["hermite", "wavelet"]) {
    await set(page, "planes", { by });
    const { values, step } = await drawn(page, "planes", "noise");
    assertNear(values, sampled(`perlin(x, y, seed: 4, gradients: uniform, interp: ${by}, raw: 1)`, grid(7, 5, step)), `planes, ${by}`);
  }
});

test("lines: each of the four toggles draws what it is called, in as many cells as there are", async () => {
  const page = await openLesson("lines");
  const off = { hermite: false, lines: false, wavelet: false, wavelets: false };
  const names = async changes => {
    await set(page, "graph", { ...off, ...changes });
    return page.evaluate(() => Object.keys(lesson.figures.graph.drawn).filter(name => !name.startsWith("slope-")).sort());
  };
  const each = (name, cells) => Array.from({ length: cells + 1 }, (_, i) => `${name}-${i}`).sort();
  assert.deepEqual(await names({}), []);
  assert.deepEqual(await names({ hermite: true }), ["hermite"]);
  assert.deepEqual(await names({ wavelet: true }), ["wavelet"]);
  assert.deepEqual(await names({ lines: true, cells: 3 }), each("line", 3));
  assert.deepEqual(await names({ wavelets: true, cells: 12 }), each("wavelet", 12));
  await set(page, "graph", { hermite: true, lines: true, wavelet: false, wavelets: false, cells: 8 });
});

test("lines: the noise rises at each whole number as its slope says, unless the weight is u", async () => {
  const page = await openLesson("lines");
  for (const by of ["hermite", "quintic", "linear"]) {
    await set(page, "weights", { by });
    const { values } = await drawn(page, "weights", "rise"), { slopes } = await page.evaluate(() => lesson.figures.weights.state);
    const off = slopes.map((slope, i) => Math.abs(slope - values[120*i])).slice(1, -1);
    assert.ok(by === "linear" ? Math.min(...off) > 0.05 : Math.max(...off) < 1e-6, `${by}: ${off}`);
  }
});

test("lines: wavelets and noises are as high as the text says", async () => {
  const page = await openLesson("lines");
  const x = Array.from({ length: 20001 }, (_, i) => i/20000), y = x.map(() => 0);
  const wavelet = sampled("wavelet(1, x)", { x, y }), top = Math.max(...wavelet);
  assert.equal(top.toFixed(2), "0.26");
  assert.equal(x[wavelet.indexOf(top)].toFixed(2), "0.42");
  const far = x.map(at => 12000*at), spread = interp => {
    const values = sampled(`perlin(x, seed: 7, gradients: uniform, interp: ${interp}, raw: 1)`, { x: far, y });
    return { most: Math.max(...values.map(Math.abs)), mean: Math.sqrt(values.reduce((sum, value) => sum + value*value, 0)/values.length) };
  };
  const lines = spread("hermite"), wavelets = spread("wavelet");
  assert.equal((wavelets.mean/lines.mean).toFixed(1), "0.6");
  assert.ok(lines.most < 0.5 && lines.most > 0.45 && wavelets.most < 0.25 && wavelets.most > 0.22);
  assert.ok(await page.getByText("0.42 cells from there, and 0.26 of the slope high").count() === 1);
});

/* ---- The shader ---------------------------------------------------------------------------------- */

/** What is drawn at points of the noise, 4 cells high, at time 0: [red, green, blue] each. */
async function coloursAt(page, points) {
  await set(page, "shader", { time: 0 });
  return page.evaluate(list => {
    const canvas = document.querySelector("#shader canvas"), context = canvas.getContext("2d");
    return list.map(([x, y]) => Array.from(context.getImageData(Math.floor(125*x), Math.floor(500 - 125*y), 1, 1).data.slice(0, 3)));
  }, points);
}

async function pause(page) {
  await page.locator("#shader").scrollIntoViewIfNeeded();
  const button = page.locator("#shader .time button");
  if (await button.textContent() === "Pause") await button.click();
}

const near = (colour, other) => colour.every((channel, c) => Math.abs(channel - other[c]) <= 5);

test("lines: each shader compiles, is 0 at the lattice points, and not between them", async () => {
  const page = await openLesson("lines");
  await pause(page);
  for (const which of ["wavelets", "turning gradients", "octaves", "library", "planes"]) {
    await set(page, "shader", { which });
    assert.equal(await page.locator(".shader output").textContent(), "", which);
    const colours = await coloursAt(page, [[1, 1], [4, 2], [7, 3], [1.5, 1.5], [4.4, 2.6], [7.5, 3.3]]);
    assert.ok(colours.slice(0, 3).every(colour => near(colour, [250, 250, 247])), `${which}: ${colours}`);
    assert.ok(colours.slice(3).some(colour => !near(colour, [250, 250, 247])), `${which}: ${colours}`);
  }
});

/** The colour that the shaders give a value. */
function colourOf(value, strength) {
  const share = Math.min(1, strength*Math.abs(value)), tone = value < 0 ? [0.18, 0.47, 0.77] : [0.82, 0.40, 0.16];
  return [0.98, 0.98, 0.97].map((base, c) => 255*(base + (tone[c] - base)*share));
}

/** The noise of the shader's own gradients, step by step; fade: what of a plane is left at a distance. */
function noiseAt([x, y], fade, ease) {
  const gradient = (i, j) => {
    let h = Math.imul(i, 0x9E3779B1) ^ Math.imul(j, 0x85EBCA77);
    for (const [shift, factor] of [[16, 0x7FEB352D], [15, 0x846CA68B], [16, 1]]) h = Math.imul(h ^ h >>> shift, factor);
    return [(h & 0xFFFF)/32767.5 - 1, (h >>> 16)/32767.5 - 1];
  };
  let sum = 0;
  for (const i of [Math.floor(x), Math.floor(x) + 1])
    for (const j of [Math.floor(y), Math.floor(y) + 1]) {
      const [gx, gy] = gradient(i, j), dx = x - i, dy = y - j;
      sum += (gx*dx + gy*dy)*fade(dx)*fade(dy)*ease(1 - Math.abs(dx))*ease(1 - Math.abs(dy));
    }
  return sum;
}

const PLACES = [[0.504, 0.5], [1.304, 1.7], [2.704, 3.3], [5.304, 2.5], [8.504, 0.9], [10.2, 1.3]];

test("lines: the shaders draw planes, wavelets, and the tool's noise", async () => {
  const page = await openLesson("lines");
  await pause(page);
  const hermite = t => t*t*(3 - 2*t);
  const own = sampled("perlin(x, y, interp: hermite, gradients: uniform, raw: 1)", { x: PLACES.map(([x]) => x), y: PLACES.map(([, y]) => y) });
  for (const [which, strength, values] of [["planes", 1.6, PLACES.map(at => noiseAt(at, () => 1, hermite))],
    ["wavelets", 3, PLACES.map(at => noiseAt(at, d => 1 - hermite(Math.abs(d)), u => u))], ["library", 1.6, own]]) {
    await set(page, "shader", { which });
    const colours = await coloursAt(page, PLACES);
    values.forEach((value, n) => assert.ok(near(colours[n], colourOf(value, strength)), `${which}, ${PLACES[n]}: ${colours[n]}, not ${colourOf(value, strength)}`));
  }
});

test("lines: a shader is compiled as it is typed; a mistake is named, and the last good one goes on", async () => {
  const page = await openLesson("lines");
  await pause(page);
  await set(page, "shader", { which: "planes" });
  const text = page.locator(".shader textarea"), wrong = page.locator(".shader output"), good = await text.inputValue();
  const before = await coloursAt(page, [[1.5, 1.5]]);
  await text.fill(good.replace("1.6*abs(n)", "1.6*abs(m)"));
  const line = good.split("\n").findIndex(words => words.includes("1.6*abs(n)")) + 1;
  assert.match(await wrong.textContent(), new RegExp(`^Line ${line}: 'm' : undeclared identifier`));
  assert.equal(await text.getAttribute("aria-invalid"), "true");
  assert.deepEqual(await coloursAt(page, [[1.5, 1.5]]), before);
  await text.fill(good.replace("1.6*abs(n)", "0.0"));
  assert.equal(await wrong.textContent(), "");
  assert.ok(near((await coloursAt(page, [[1.5, 1.5]]))[0], [250, 250, 247]));
  await text.fill("");
  assert.notEqual(await wrong.textContent(), "");
  await text.fill(good);
  assert.deepEqual(await coloursAt(page, [[1.5, 1.5]]), before);
});

testLesson("lines");
