/* What the tests of lessons share: what holds for each figure of each lesson.  What a curve shows is compared with burl
 * sample, bit by bit. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";

import { recipeOfLink } from "../src/link.js";
import { burl, fileOf, openPage, shell, violations } from "./page.js";

/** A lesson with all its figures drawn. */
async function openAnew(t, name, options) {
  const page = await openPage(t, { at: `lessons/${name}.html`, ...options });
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  return page;
}

let shared;

/** The same page for all tests of a file. */
export async function openLesson(name) {
  return shared ??= await openAnew({ after() {} }, name, {});
}

/** Waits until what was asked for is drawn: that was asked for before this is. */
const settled = page => page.evaluate(() => new Promise(requestAnimationFrame));

/** Sets what a figure's controls and handles set, and waits until it is drawn. */
export async function set(page, id, changes) {
  await page.evaluate(([name, to]) => lesson.figures[name].set(to), [id, changes]);
  await settled(page);
}

/** What a figure has drawn under a name, its numbers as a list. */
export const drawn = (page, id, name) => page.evaluate(([figure, part]) => {
  const found = lesson.figures[figure].drawn[part];
  return JSON.parse(JSON.stringify(found, (key, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value)));
}, [id, name]);

/** What a figure shows, in words. */
export const wordsOf = (page, id) => page.locator(`#${id} .stage text`).allTextContents();

export const figuresOf = page => page.evaluate(() => Object.keys(lesson.figures));

/** A recipe at points { x, y, t }, by the tool. */
export function sampled(text, points) {
  const columns = Object.keys(points), rows = points[columns[0]].map((_, i) => columns.map(name => points[name][i]).join());
  writeFileSync(fileOf("points.csv"), `${columns}\n${rows.join("\n")}\n`);
  const [, ...lines] = burl("sample", "-q", "-e", text, "points.csv").trim().split("\n");
  return lines.map(line => Math.fround(Number(line.split(",").at(-1))));
}

/* ---- Curves -------------------------------------------------------------------------------------- */

const compared = new Set();

/** Compares every curve of a figure with the tool. */
async function checkCurves(page, id) {
  const curves = await page.evaluate(name => Object.entries(lesson.figures[name].drawn).filter(([, curve]) => curve?.x1 !== undefined)
    .map(([key, { text, x0, x1, values }]) => ({ key, text, x0, x1, values: Array.from(values) })), id);
  for (const { key, text, x0, x1, values } of curves) {
    if (compared.has(`${text} ${x0} ${x1}`)) continue;
    compared.add(`${text} ${x0} ${x1}`);
    const x = values.map((_, i) => x0 + (x1 - x0)*i/(values.length - 1));
    assert.deepEqual(values, sampled(text, { x, y: x.map(() => 0) }), `${id}: ${key}`);
  }
}

/** What a figure looks like: its lines and words, and the numbers that its pictures show. */
const look = (page, id) => page.evaluate(name => {
  const hashOf = numbers => numbers.reduce((hash, number) => Math.imul(hash ^ number*1e6, 0x9E3779B1), 1);
  const numbers = JSON.stringify(lesson.figures[name].drawn, (key, value) => (ArrayBuffer.isView(value) ? hashOf(Array.from(value)) : value));
  return document.querySelector(`#${name} .stage svg`).innerHTML + numbers.replace(/"text":"(\\.|[^"])*"/g, "");
}, id);

/** Each control of a figure, and what a reader does with it. */
const actionsOf = (page, id) => page.evaluate(name => Array.from(document.querySelectorAll(`#${name} .controls :is(input, .choice button)`),
  (control, index) => ({ index, label: control.getAttribute("aria-label") ?? control.textContent,
    does: control.type === "range" ? "slide" : control.getAttribute("aria-pressed") === "true" ? "nothing" : "click" })), id);

async function act(page, id, { index, does }) {
  const control = page.locator(`#${id} .controls :is(input, .choice button)`).nth(index);
  if (does === "click") await control.click();
  else await control.evaluate(input => {
    const [least, most] = [Number(input.min), Number(input.max)], share = (input.value - least)/(most - least);
    input.value = String(least + (most - least)*(share < 0.5 ? 0.7 : 0.3));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await settled(page);
}

async function checkControls(page, id) {
  await checkCurves(page, id);
  const actions = (await actionsOf(page, id)).filter(({ does }) => does !== "nothing");
  const isShown = ({ index }) => page.locator(`#${id} .controls :is(input, .choice button)`).nth(index).isVisible();
  for (const left = new Set(actions); left.size;) { /* a slider as soon as it is there */
    const list = Array.from(left), shown = await Promise.all(list.map(isShown));
    const action = list.find((one, n) => shown[n] && one.does === "slide") ?? list.find((_, n) => shown[n]);
    assert.ok(action, `${id}: ${list[0].label} is never shown`);
    left.delete(action);
    const before = await look(page, id);
    await act(page, id, action);
    assert.ok(await look(page, id) !== before, `${id}: ${action.label} changes nothing`);
    await checkCurves(page, id);
  }
}

/* ---- Handles ------------------------------------------------------------------------------------- */

const handlesOf = (page, id) => page.locator(`#${id} .handle`);

/** Where a handle is, in the units of its figure, and whether that is on it. */
const placeOf = handle => handle.evaluate(element => {
  const [x, y] = element.getAttribute("transform").match(/-?[\d.]+/g).map(Number), { width, height } = element.ownerSVGElement.viewBox.baseVal;
  return { x, y, isInside: x >= 0 && y >= 0 && x <= width && y <= height, text: element.getAttribute("aria-valuetext"), label: element.getAttribute("aria-label") };
});

async function checkKeys(page, id) {
  const handles = handlesOf(page, id);
  const count = await handles.count();
  for (const n of new Set([0, count >> 1, count - 1].filter(() => count))) {
    const handle = handles.nth(n), before = await placeOf(handle);
    assert.ok(before.label && before.text, `${id}: a handle without words`);
    await handle.focus();
    for (const key of ["ArrowLeft", "ArrowDown"]) await page.keyboard.press(key);
    await settled(page);
    const after = await placeOf(handle);
    assert.ok(before.x !== after.x || before.y !== after.y, `${id}: keys don't move ${before.label}`);
  }
}

/** Where on the screen a handle is, once it has come to the middle of the window. */
const screenPlaceOf = handle => handle.evaluate(async element => {
  element.scrollIntoView({ block: "center" });
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const { x, y, width, height } = element.querySelector(".knob").getBoundingClientRect();
  return [x + width/2, y + height/2];
});

/** Drags a handle from one place to the next, and lets go; what it then is at each. */
async function drag(page, handle, ways) {
  const [x, y] = await screenPlaceOf(handle), places = [];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [right, down] of ways) {
    await page.mouse.move(x + right, y + down);
    await settled(page);
    places.push(await placeOf(handle));
  }
  await page.mouse.up();
  return places;
}

/** By mouse: a little, and then far beyond the border, where it stays. */
async function checkMouse(page, id) {
  const handles = handlesOf(page, id), count = await handles.count();
  for (const n of new Set([0, count - 1].filter(() => count))) {
    const handle = handles.nth(n), before = await placeOf(handle);
    const [moved, ...far] = await drag(page, handle, [[14, 16], [-4000, -4000], [4000, 4000]]);
    assert.ok(before.x !== moved.x || before.y !== moved.y, `${id}: the mouse doesn't move ${before.label}`);
    for (const { isInside, text } of far) assert.ok(isInside && !text.includes("NaN"), `${id}: ${before.label} has left the figure`);
  }
  await checkCurves(page, id);
}

async function checkTouch(page, id) {
  const handle = handlesOf(page, id).first();
  if (await handle.count() === 0) return;
  const before = await placeOf(handle), [x, y] = await screenPlaceOf(handle), client = await page.context().newCDPSession(page);
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + 16, y: y + 16 }] });
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await settled(page);
  const after = await placeOf(handle);
  assert.ok(before.x !== after.x || before.y !== after.y, `${id}: a finger doesn't move ${before.label}`);
}

/* ---- Exercises ----------------------------------------------------------------------------------- */

const exercisesOf = page => page.evaluate(() => Object.keys(lesson.figures).filter(id => lesson.figures[id].drawn.exercise));

const verdictOf = (page, id) => page.locator(`#${id} .verdict`).textContent();

/** Writes into an exercise's field, in place of what is there, by keys. */
async function write(page, id, text) {
  await page.locator(`#${id} textarea`).focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
  await settled(page);
}

/** Moves an exercise's knobs to where they should be, by arrow keys. */
async function turnKnobs(page, id, goal) {
  const inputs = page.locator(`#${id} .controls input`), wanted = Object.values(goal);
  for (let n = 0; n < wanted.length; n++) {
    await inputs.nth(n).focus();
    const ways = await inputs.nth(n).evaluate((input, to) => Math.round((to - Number(input.value))/Number(input.step)), wanted[n]);
    for (let way = 0; way < Math.abs(ways); way++) await page.keyboard.press(ways < 0 ? "ArrowLeft" : "ArrowRight");
  }
  await settled(page);
}

/** By keys: it isn't solved at first, a mistake is told, the solution that it shows solves it, and one can begin again. */
async function checkExercise(page, id) {
  await page.locator(`#${id} .judged button`).click(); /* other tests have moved its knobs */
  await settled(page);
  const { goal, off } = await drawn(page, id, "exercise");
  assert.ok(off > 0.03, `${id} begins at ${off} from its goal`);
  assert.match(await verdictOf(page, id), /^Not yet: the pictures differ by \d+(\.\d)? %/);
  if (typeof goal === "string") {
    await write(page, id, "perlin(");
    assert.equal(await page.locator(`#${id} textarea`).getAttribute("aria-invalid"), "true");
    assert.doesNotMatch(await verdictOf(page, id), /Not yet|Reached/);
    await write(page, id, await page.locator(`#${id} .hint pre`).textContent());
  } else await turnKnobs(page, id, goal);
  assert.match(await verdictOf(page, id), /^Reached\. The pictures differ by 0\.?0? %/, id);
  await page.locator(`#${id} .judged button`).focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.ok(Math.abs((await drawn(page, id, "exercise")).off - off) < 1e-9, `${id} doesn't begin again`);
}

/** Whether a recipe is accepted. */
export async function isAccepted(page, id, text) {
  await write(page, id, text);
  return (await drawn(page, id, "exercise")).isReached;
}

/** What is written in an exercise is data: nothing of it is more than wrong. */
async function checkHostile(page, id) {
  for (const text of ["", "\n\n", "1/0", "0/0", "#fff", "x > 0 ? 1e38 : -1e38", "<b>x</b>", "erode(perlin())", "perlin(seed: 1e99)", "(".repeat(3000), "x".repeat(20000)]) {
    await write(page, id, text);
    const { isReached } = await drawn(page, id, "exercise");
    assert.ok(!isReached && await verdictOf(page, id), `${id}: ${text.slice(0, 20)}`);
  }
  await page.locator(`#${id} .judged button`).click();
}

/* ---- Words and targets --------------------------------------------------------------------------- */

/** Words that lie over one another, that are smaller than 12 pixels, and what is smaller than 32 pixels and is touched. */
const crampedOf = page => page.evaluate(() => {
  const found = [], isNarrow = innerWidth < 500;
  for (const stage of document.querySelectorAll(".stage svg")) {
    const id = stage.closest("figure").id, pixels = stage.getBoundingClientRect().width/stage.viewBox.baseVal.width;
    const words = Array.from(stage.querySelectorAll("text"), text => ({ said: text.textContent, size: Number(text.getAttribute("font-size"))*pixels, box: text.getBoundingClientRect() }));
    for (const { said, size } of words) if (size < 11.9) found.push(`${id}: ${said} is ${size} pixels high`);
    words.forEach((a, n) => words.slice(0, n).forEach(b => {
      const lean = 0.15*a.box.height;
      if (a.box.left < b.box.right - 1 && b.box.left < a.box.right - 1 && a.box.top + lean < b.box.bottom - lean && b.box.top + lean < a.box.bottom - lean)
        found.push(`${id}: ${a.said} lies over ${b.said}`);
    }));
  }
  for (const part of document.querySelectorAll("p, figcaption, code, output, label, button, summary, textarea"))
    if (part.getClientRects().length && parseFloat(getComputedStyle(part).fontSize) < 12) found.push(`${part.tagName}: ${getComputedStyle(part).fontSize}`);
  for (const part of isNarrow ? document.querySelectorAll("a, button, summary, input, textarea, .handle .reach") : []) {
    const { width, height } = (part.closest("label") ?? part).getBoundingClientRect();
    if (width && (width < 31.5 || height < 31.5)) found.push(`${part.tagName} ${part.textContent} is ${width} x ${height}`);
  }
  return found;
});

const SIZES = [{ width: 1440, height: 900 }, { width: 960, height: 640 }, { width: 390, height: 844 }];

/* ---- The page ------------------------------------------------------------------------------------ */

async function checkWidth(page) {
  const wide = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth,
    out: Array.from(document.querySelectorAll(".stage text")).filter(text => {
      const { left, right } = text.getBoundingClientRect();
      return left < 0 || right > innerWidth;
    }).map(text => text.textContent) }));
  assert.equal(wide.page, wide.window, "the page is wider than the window");
  assert.deepEqual(wide.out, [], "words beyond the window's border");
}

/** The recipe below a figure is that of its link, and its command line runs. */
async function checkRecipe(page, id) {
  const { recipe, href, command } = await page.evaluate(async name => {
    const box = document.querySelector(`#${name} .recipe`), link = box?.querySelector("a");
    while (link && !link.hash) await new Promise(requestAnimationFrame);
    return { recipe: lesson.figures[name].recipe(), href: link?.hash, command: box?.querySelector(".command").textContent };
  }, id);
  if (!recipe) return;
  assert.equal((await recipeOfLink(href)).text, recipe);
  const picture = command.startsWith("burl render") && !/--size|--frames/.test(command) ? " -q --size 24x24" : "";
  shell(command.replace(/--frames \d+/, "--frames 2 --size 24x24 -q") + picture);
}

/** What holds for the figures of any lesson. */
export function testLesson(name) {
  const forEach = (title, check) => test(`${name}: ${title}`, async () => {
    const page = await openLesson(name);
    for (const id of await figuresOf(page)) await check(page, id);
  });
  forEach("each control changes its figure, whose curves are the tool's", checkControls);
  forEach("recipes open in the studio, and command lines run", checkRecipe);
  forEach("handles move by keys", checkKeys);
  forEach("handles move by mouse, and not beyond their range", checkMouse);
  test(`${name}: exercises are solved by keys, and bear with anything`, async () => {
    const page = await openLesson(name), exercises = await exercisesOf(page);
    assert.ok(exercises.length >= 2);
    for (const id of exercises) await checkExercise(page, id);
    for (const id of exercises) if (await page.locator(`#${id} textarea`).count()) await checkHostile(page, id);
  });
  for (const viewport of SIZES)
    test(`${name}: words don't collide, and nothing is too small, ${viewport.width} pixels wide`, async t => {
      const page = await openAnew(t, name, { viewport, bypassCSP: true, colorScheme: viewport.width === 960 ? "dark" : "light", reducedMotion: "reduce" });
      await settled(page);
      assert.deepEqual(await crampedOf(page), []);
      for (const summary of await page.locator("summary").all()) await summary.click();
      assert.deepEqual(await violations(page), [], "axe-core");
    });
  test(`${name}: fits 1280 pixels, dark`, async () => {
    const page = await openLesson(name);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.emulateMedia({ colorScheme: "dark" });
    await checkWidth(page);
  });
  test(`${name}: on a phone it fits, and handles move by touch`, async t => {
    const page = await openAnew(t, name, { viewport: { width: 360, height: 740 }, hasTouch: true });
    await checkWidth(page);
    for (const id of await figuresOf(page)) await checkTouch(page, id);
  });
  test(`${name}: with less motion, figures stand still, and step`, async t => {
    const page = await openAnew(t, name, { reducedMotion: "reduce" });
    for (const id of await figuresOf(page)) {
      const step = page.locator(`#${id} .time button`), before = await look(page, id);
      await settled(page);
      assert.ok(await look(page, id) === before, `${id} moves`);
      if (await step.count() === 0) continue;
      assert.equal(await step.textContent(), "Step");
      await step.click();
      await settled(page);
      assert.ok(await look(page, id) !== before, `${id} doesn't step`);
    }
  });
}
