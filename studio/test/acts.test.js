/* What people do in the studio all day, on a wide page, a small one and a phone's. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

import { addressOf, burl, change, downloaded, fileOf, look, openFresh, openStudio, pixelsOf, recipeText, set, stateOf } from "./page.js";

const SIZES = [{ width: 1440, height: 900 }, { width: 960, height: 640 }, { width: 390, height: 844 }];
const HILLS = 'view 0, 0, 4, 3\nparam high = 0.5 [0, 2] "How high"\nlow = perlin()\nhigh*low';
/** Half a second for a coarse picture of a wide page. */
const SLOW = `param k = 1 [0, 2]\n${Array.from({ length: 6 }, (_, i) => `k*fbm(cells(${i} + x, y, jitter: 0.9, seed: ${i}), octaves: 12)`).join(" + ")}`;

function atEachSize(what, act) {
  for (const viewport of SIZES) test(`${what}, on ${viewport.width} by ${viewport.height}`, t => act(viewport, t));
}

const problemOf = page => page.evaluate(() => (document.querySelector("#problem").hidden ? "" : document.querySelector("#problem").textContent));
const pressUndo = page => page.locator(".cm-content").press("Control+z");
const openShare = async page => {
  await page.click("#open-share");
  await page.locator("#share[open]").waitFor();
};
const whole = page => page.waitForFunction(() => studio.picture.isWhole && !studio.picture.isAsked);

const sidesOf = page => page.evaluate(() => [studio.picture.canvas.clientWidth, studio.picture.canvas.clientHeight]);

/** The canvas is as large as the page has it, and has the picture of the recipe's view. */
async function assertWhole(page) {
  await whole(page);
  assert.equal(await problemOf(page), "");
  const [width, height, shown] = await page.evaluate(() => {
    const { canvas } = studio.picture;
    return [canvas.width - canvas.clientWidth*studio.density(), canvas.height - canvas.clientHeight*studio.density(), studio.picture.samples.length/studio.picture.channels === canvas.width*canvas.height];
  });
  assert.ok(Math.abs(width) < 1 && Math.abs(height) < 1 && shown);
}

atEachSize("a page is resized while its picture is made", async (viewport, t) => {
  const page = await openFresh(t, { viewport });
  await page.evaluate(text => studio.openRecipe({ name: "slow", text }), `view 0, 0, 6, 4\n${SLOW}`);
  const other = { width: Math.round(viewport.width*0.7), height: viewport.height - 60 };
  for (let i = 0; i < 6; i++) {
    await page.setViewportSize(i % 2 ? viewport : other);
    await page.waitForTimeout(150 + 100*i);
    assert.equal(await problemOf(page), "");
  }
  await assertWhole(page);
  const [centre, step] = await stateOf(page, "centre", "step");
  assert.deepEqual(centre, [3, 2], "its view is in the middle");
  const [width, height] = await sidesOf(page);
  assert.equal(step, Math.max(6/width, 4/height), "and all of it is seen");
});

atEachSize("the picture goes where view is edited to", async viewport => {
  const page = await openStudio({ text: HILLS }, viewport);
  await look(page, () => page.click("#zoom-in"));
  await change(page, () => set(page, { text: HILLS.replace("4, 3", "40, 30") }));
  await whole(page);
  assert.deepEqual((await stateOf(page, "centre"))[0], [20, 15]);
  await look(page, () => page.click("#zoom-in"));
  const [step] = await stateOf(page, "step");
  await change(page, () => set(page, { text: HILLS.replace("4, 3", "40, 30").replace("0.5", "0.7") }));
  assert.deepEqual((await stateOf(page, "step"))[0], step, "what else is edited leaves it where it is");
});

atEachSize("a link that was opened and edited is still edited after a reload, and Back goes back", async (viewport, t) => {
  const page = await openFresh(t, { viewport });
  await change(page, () => page.evaluate(() => studio.openRecipe({ name: "before", text: "perlin(seed: 1)" })));
  await change(page, () => set(page, { text: "perlin(seed: 2)" }));
  await page.click("#open-share");
  await page.waitForFunction(() => /#r=/.test(document.querySelector("#share [data-is=link]")?.value));
  const link = await page.locator("#share [data-is=link]").inputValue();
  await page.keyboard.press("Escape");
  await change(page, () => page.evaluate(() => studio.openRecipe({ name: "between", text: "perlin(seed: 3)" })));
  await change(page, () => page.evaluate(hash => (location.hash = hash), link.slice(link.indexOf("#"))));
  assert.deepEqual(await stateOf(page, "text", "name"), ["perlin(seed: 2)", "before"]);
  assert.equal(page.url(), addressOf(""));
  await change(page, () => set(page, { text: "billow(perlin())" }));
  await page.reload();
  await page.waitForFunction(() => globalThis.studio?.picture.isWhole);
  assert.deepEqual(await stateOf(page, "text", "name"), ["billow(perlin())", "before"]);
  await page.goBack();
  await page.waitForFunction(() => studio.state.name === "between");
  await page.goForward();
  await page.waitForFunction(() => studio.state.text === "billow(perlin())");
});

atEachSize("undoing stays within a recipe, and a drag is one step of it", async viewport => {
  const page = await openStudio({ text: HILLS, name: "hills" }, viewport);
  const first = (await stateOf(page, "id"))[0];
  const slider = page.locator(".slider input");
  const box = await slider.boundingBox();
  await page.mouse.move(box.x + box.width/4, box.y + box.height/2);
  await page.mouse.down();
  for (let i = 0; i <= 10; i++) {
    await page.mouse.move(box.x + box.width*(0.25 + 0.06*i), box.y + box.height/2);
    await page.waitForTimeout(80);
  }
  await page.mouse.up();
  assert.match((await stateOf(page, "text"))[0], /high = 1\.\d+/);
  await page.waitForTimeout(100);
  await pressUndo(page);
  assert.deepEqual(await stateOf(page, "text"), [HILLS]);
  await pressUndo(page);
  assert.deepEqual(await stateOf(page, "text"), [HILLS], "there is nothing before its text");
  await page.locator(".cm-content").press("Control+Shift+z");
  assert.match((await stateOf(page, "text"))[0], /high = 1\.\d+/);
  await change(page, () => page.evaluate(() => studio.openRecipe({ name: "other", text: "value()" })));
  await pressUndo(page);
  assert.deepEqual(await stateOf(page, "text", "name"), ["value()", "other"]);
  await page.goBack();
  await page.waitForFunction(id => studio.state.id === id, first);
  await pressUndo(page);
  assert.deepEqual(await stateOf(page, "text", "name"), [HILLS, "hills"], "what can be undone is kept with its recipe");
});

atEachSize("while a knob is dragged there are pictures, the newest last", async viewport => {
  const page = await openStudio({ text: SLOW }, viewport);
  const count = await page.evaluate(async () => {
    let shown = 0;
    const say = () => shown++;
    studio.picture.addEventListener("draft", say);
    const slider = document.querySelector(".slider input");
    const end = performance.now() + 1500;
    for (let i = 0; performance.now() < end; i++) {
      slider.value = String(0.5 + 0.01*(i % 100));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
    studio.picture.removeEventListener("draft", say);
    slider.value = "1.5";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    slider.dispatchEvent(new Event("change", { bubbles: true }));
    return shown;
  });
  assert.ok(count >= 2, `${count} pictures in a second and a half`);
  await page.waitForFunction(() => /k = 1\.5 /.test(studio.state.about.recipe.text));
  await assertWhole(page);
});

atEachSize("recipes are begun, renamed, saved, opened again and deleted", async (viewport, t) => {
  const page = await openFresh(t, { viewport });
  await page.click("#new");
  assert.deepEqual(await stateOf(page, "name", "text"), ["untitled", "perlin()"]);
  await page.keyboard.type("0.5*value()");
  await page.fill("#name", "my marble");
  await page.press("#name", "Enter");
  await page.waitForFunction(() => studio.state.about.recipe.text === "0.5*value()");
  const { name, bytes } = await downloaded(page, () => page.click("#save"));
  assert.deepEqual([name, bytes.toString()], ["my marble.burl", "0.5*value()"]);
  await page.click("#new");
  await page.click("#open");
  await change(page, () => page.locator("#files .kept", { hasText: "my marble" }).click());
  assert.deepEqual(await stateOf(page, "name", "text"), ["my marble", "0.5*value()"]);
  await page.click("#open");
  writeFileSync(fileOf("of a file.burl"), "billow(perlin())");
  await change(page, () => page.locator("#files input").setInputFiles(fileOf("of a file.burl")));
  assert.deepEqual(await stateOf(page, "name", "text"), ["of a file", "billow(perlin())"]);
  await page.click("#open");
  writeFileSync(fileOf("no recipe.png"), Buffer.from([0x89, 1, 2, 3]));
  await page.locator("#files input").setInputFiles(fileOf("no recipe.png"));
  await page.waitForFunction(() => /no recipe\.png: /.test(document.querySelector("#files [role=status]").textContent));
  const remove = page.locator("#files button[aria-label='delete my marble']");
  await remove.click();
  await remove.click();
  assert.equal(await page.locator("#files .kept").count(), 0);
});

atEachSize("a picture that is saved has the name and the shape of what is shown", async viewport => {
  const page = await openStudio({ text: HILLS, name: "my hills" }, viewport);
  await page.click("#open-share");
  const is = name => page.locator(`#share [data-is=${name}]`);
  const sides = async () => [Number(await is("width").inputValue()), Number(await is("height").inputValue())];
  await is("what").selectOption("view");
  assert.deepEqual(await sides(), [1024, 768]);
  await is("height").fill("300");
  assert.deepEqual(await sides(), [400, 300]);
  const png = await downloaded(page, () => page.click("#share [data-do=png]"));
  assert.equal(png.name, "my hills.png");
  assert.deepEqual([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)], [400, 300]);
  await is("what").selectOption("shown");
  const box = await page.locator("#picture").boundingBox();
  const [width, height] = await sides();
  assert.equal(height, Math.max(1, Math.round(width*box.height/box.width)));
  const npy = await downloaded(page, () => page.click("#share [data-do=npy]"));
  assert.equal(npy.name, "my hills.npy");
  await page.keyboard.press("Escape");
});

atEachSize("hover and explain have the same sample, to the bit", async viewport => {
  const page = await openStudio({ text: "fbm(perlin(), octaves: auto)/3" }, viewport);
  await look(page, () => page.click("#zoom-out"));
  const box = await page.locator("#picture").boundingBox();
  for (const [x, y] of [[31.4, 40.7], [box.width - 20.5, 88.2], [100, box.height - 131.9]]) {
    await page.mouse.move(box.x + x, box.y + y);
    await page.waitForFunction(() => document.querySelector("#under").textContent.includes("  "));
    const hovered = (await page.textContent("#under")).split("  ").at(-1);
    const sample = await page.evaluate(([left, top]) => studio.picture.sampleAt(left, top), [box.x + x, box.y + y]);
    await page.mouse.click(box.x + x, box.y + y);
    await page.waitForFunction(() => document.querySelector("#explain .value"));
    await page.waitForFunction(value => document.querySelector("#explain .value").textContent === `= ${value}`, hovered);
    assert.deepEqual((await stateOf(page, "pin"))[0], sample.point);
    assert.equal(Math.fround(Number(hovered.replace("−", "-"))), sample.values[0]);
    await set(page, { pin: null });
  }
});

atEachSize("sums of octaves are explained one by one", async viewport => {
  const page = await openStudio({ text: "low = ridged(simplex(), octaves: 4, gain: 0.6)\n2*low" }, viewport);
  const box = await page.locator("#picture").boundingBox();
  await page.mouse.click(box.x + 50, box.y + 60);
  const low = page.locator("#explain > details", { hasText: "low ridged" });
  await low.locator("summary").click();
  await low.locator(".octave").nth(3).waitFor();
  const number = text => Number(text.replace(/^[=+] /, "").replaceAll("−", "-"));
  const terms = (await low.locator(".octave .value").allTextContents()).map(number);
  assert.equal(terms.length, 4);
  const sum = number(await low.locator("summary .value").textContent());
  assert.ok(Math.abs(terms.reduce((total, term) => total + term, 0) - sum) < 1e-6);
});

atEachSize("NaN is shown as NaN, with the bounds that burl info says", async viewport => {
  const page = await openStudio({ text: "sqrt(-1)" }, viewport);
  const { pixels } = await pixelsOf(page);
  assert.ok(pixels.every(value => value === 0), "all of it is clear, before the hatching");
  writeFileSync(fileOf("nan.burl"), "sqrt(-1)");
  assert.match(burl("info", "nan.burl"), /bounds +\[0, 0\], or not a number/);
  const rows = Object.fromEntries(await page.locator("#statistics tr").evaluateAll(all => all.map(row => [...row.cells].map(cell => cell.textContent))));
  assert.equal(rows.proven, "0 … 0, or NaN");
  assert.equal(rows.observed, "none");
  const box = await page.locator("#picture").boundingBox();
  await page.mouse.move(box.x + 50, box.y + 50);
  assert.match(await page.textContent("#under"), /NaN$/);
  await page.mouse.click(box.x + 50, box.y + 50);
  await page.waitForFunction(() => document.querySelector("#explain .value")?.textContent === "= NaN");
});

atEachSize("a seed is what the tool takes", async viewport => {
  const page = await openStudio({ text: "perlin()" }, viewport);
  writeFileSync(fileOf("seeded.burl"), "perlin()");
  for (const seed of ["1.5", "1e3", "-2.", "0x1g", "18446744073709551616", "-9223372036854775809", "7", "-7", "0x10", "-0x10", "for you", "1-2"]) {
    let isTaken = true;
    try {
      burl("render", "seeded.burl", "--size", "2", `--seed=${seed}`, "-o", "seeded.npy");
    } catch {
      isTaken = false;
    }
    await page.fill("#seed", seed);
    await page.press("#seed", "Enter");
    assert.equal(await problemOf(page) === "", isTaken, seed);
  }
});

atEachSize("a recipe's own sphere() is a map, and the ball has it", async viewport => {
  const text = "ground = sphere(fbm(perlin(), octaves: 9, at: 1.5))\nramp(ground, -0.5, #05204a, 0, #2b7fa6, 0.1, #ffffff)";
  const page = await openStudio({ text }, viewport);
  const [width, height] = await sidesOf(page);
  const [centre, step, ways] = await stateOf(page, "centre", "step", "ways");
  assert.deepEqual([centre, ways], [[0, 0], [1, -1]]);
  assert.equal(step, Math.max(360/width, 180/height));
  await page.click("[data-mode=sphere]");
  await page.waitForFunction(() => /map of longitude and latitude/.test(document.querySelector("#other").textContent));
  await page.click("[data-mode=picture]");
});

atEachSize("Ctrl-Z goes back after a drag, wherever one is", async viewport => {
  const page = await openStudio({ text: HILLS, name: "hills" }, viewport);
  const box = await page.locator(".slider input").boundingBox();
  await page.mouse.click(box.x + 0.75*box.width, box.y + box.height/2);
  const [moved] = await stateOf(page, "text");
  assert.match(moved, /high = 1\.\d+/);
  await page.keyboard.press("Control+z");
  assert.deepEqual(await stateOf(page, "text"), [HILLS], "on the slider");
  await page.click("#fit");
  await page.keyboard.press("Control+y");
  assert.deepEqual(await stateOf(page, "text"), [moved], "on a button");
  await page.fill("#seed", "12");
  await page.press("#seed", "Control+z");
  assert.deepEqual(await stateOf(page, "text"), [moved], "a field has its own");
});

atEachSize("what is shown in space is saved as its map is", async viewport => {
  const page = await openStudio({ text: "sphere(fbm(perlin(), octaves: 4))", name: "ball" }, viewport);
  const is = name => page.locator(`#share [data-is=${name}]`);
  const command = async () => {
    await openShare(page);
    const [text, height] = [await is("command").inputValue(), await is("height").inputValue()];
    await page.keyboard.press("Escape");
    return [text, height];
  };
  const flat = await command();
  assert.match(flat[0], /--extent=.* --size 1024x\d+ /);
  for (const mode of ["surface", "sphere", "cylinder", "gpu"]) {
    await set(page, { mode });
    assert.deepEqual(await command(), flat, mode);
  }
});

test("by the graphics processor and in space, a view that shows all still does when the page is resized", async t => {
  const page = await openFresh(t, { viewport: { width: 960, height: 640 } });
  await change(page, () => page.evaluate(text => studio.openRecipe({ name: "hills", text }), HILLS));
  for (const [mode, width, height] of [["gpu", 600, 900], ["surface", 1000, 500]]) {
    await set(page, { mode });
    await page.setViewportSize({ width, height });
    await page.waitForFunction(() => {
      const { clientWidth, clientHeight } = document.querySelector("#stage");
      return studio.state.step === Math.max(4/clientWidth, 3/clientHeight);
    });
  }
});

atEachSize("what Share says is in sight, and a size that can't be has no command line", async viewport => {
  const page = await openStudio({ text: HILLS }, viewport);
  await openShare(page);
  await page.locator("#share [data-is=width]").fill("99999");
  assert.equal(await page.locator("#share [data-is=command]").inputValue(), "");
  await page.click("#share [data-do=png]");
  const said = page.locator("#share [data-is=said]");
  assert.match(await said.textContent(), /whole numbers/);
  const box = await said.boundingBox();
  assert.ok(box.y > 0 && box.y + box.height <= viewport.height, `${box.y}`);
  await page.keyboard.press("Escape");
});

atEachSize("what plays stands still where Share begins", async viewport => {
  const page = await openStudio({ text: "loop(perlin(), 1)" }, viewport);
  await page.click("#play");
  await page.waitForFunction(() => studio.state.time > 0.03);
  await openShare(page);
  const command = await page.locator("#share [data-is=command]").inputValue();
  await page.waitForTimeout(300);
  const [time, isPlaying] = await stateOf(page, "time", "isPlaying");
  assert.deepEqual([isPlaying, Number(/--time (\S+)/.exec(command)[1])], [false, time]);
  assert.equal(await page.textContent("#time-now"), `t = ${time.toFixed(3)}`);
  assert.equal(time, Number(time.toFixed(3)));
  assert.equal(await page.textContent("#play"), "Play");
  await page.keyboard.press("Escape");
});

atEachSize("the surface of a whole grid has the samples of its picture", async viewport => {
  const text = "view -3000, -2000, 3000, 2000\nbreach(200*fbm(perlin(x/900, y/900)))";
  const page = await openStudio({ text }, viewport);
  const [drawn, laid] = await page.evaluate(async () => {
    const { pool, picture } = studio, { ask } = pool;
    const found = new Promise(resolve => (pool.ask = (key, request, ...rest) => {
      if (key === "view" && request.task === "grid") resolve(request.grid);
      return ask.call(pool, key, request, ...rest);
    }));
    const { grid } = picture.placed;
    studio.set({ mode: "surface" });
    return [grid, await found.finally(() => (pool.ask = ask))];
  });
  assert.deepEqual(laid, drawn);
});

test("in space, nothing is counted of another recipe", async () => {
  const page = await openStudio({ text: HILLS });
  assert.ok(await page.locator("#statistics tr").count() > 0);
  await set(page, { mode: "surface" });
  assert.ok(await page.locator("#statistics tr").count() > 0);
  await page.evaluate(() => studio.openRecipe({ name: "other", text: "value()" }));
  await page.waitForFunction(() => studio.state.about.recipe.text === "value()");
  assert.equal(await page.locator("#statistics tr").count(), 0);
  await look(page, () => page.click("[data-mode=picture]"));
  assert.ok(await page.locator("#statistics tr").count() > 0);
});

atEachSize("Alt drags a knob's number to the ends of its range", async viewport => {
  const text = "param k = -0.5 [-2, 1]\nk*perlin()";
  const page = await openStudio({ text }, viewport);
  const place = () => page.evaluate(() => {
    const { view } = studio.editor, at = view.coordsAtPos(view.state.doc.toString().indexOf(".") + 1);
    return [at.left - 2, (at.top + at.bottom)/2];
  });
  for (const [by, k] of [[200, "-2"], [-200, "-0"]]) {
    await change(page, () => set(page, { text: text.replace("-0.5", "-0.6") }));
    const [x, y] = await place();
    await page.keyboard.down("Alt");
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by, y, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up("Alt");
    assert.match((await stateOf(page, "text"))[0], new RegExp(`k = ${k} `));
    assert.equal(await problemOf(page), "");
  }
});

test("what is selected is seen on the line of the cursor", async () => {
  const page = await openStudio({ text: "perlin()" });
  for (const theme of ["light", "dark"]) {
    await page.evaluate(name => (document.documentElement.dataset.theme = name), theme);
    const line = page.locator(".cm-activeLine").first();
    const colour = await line.evaluate(element => getComputedStyle(element).backgroundColor);
    assert.match(colour, /^rgba\(.*, 0\.0\d+\)$/, "the selection is drawn below");
  }
  await page.evaluate(() => delete document.documentElement.dataset.theme);
});

test("Enter after a name that is all there begins a line", async () => {
  const page = await openStudio({ text: "perlin()" });
  await page.click("#new");
  await page.keyboard.type("vein = fbm(perlin())\nvein");
  await page.locator(".cm-tooltip-autocomplete").waitFor();
  await page.waitForTimeout(200); /* the editor takes no Enter for a list that has only just come */
  await page.keyboard.press("Enter");
  assert.deepEqual(await stateOf(page, "text"), ["vein = fbm(perlin())\nvein\n"]);
  await page.keyboard.type("per");
  await page.locator(".cm-tooltip-autocomplete", { hasText: "perlin" }).waitFor();
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  assert.match((await stateOf(page, "text"))[0], /\nvein\nper\w*[a-z]$/, "else it completes");
});

test("of a whole grid, and of a ball's map, all is saved", async () => {
  const extentOf = async (text, what) => {
    const page = await openStudio({ text });
    await page.click("#open-share");
    await page.locator("#share [data-is=what]").selectOption(what);
    const command = await page.locator("#share [data-is=command]").inputValue();
    await page.keyboard.press("Escape");
    return /--extent=(\S+)/.exec(command)[1];
  };
  for (const what of ["shown", "view"]) assert.equal(await extentOf("view 0, 0, 6, 4\nblur(perlin(), radius: 0.5)", what), "0,0,6,4");
  assert.equal(await extentOf("sphere(perlin())", "view"), "-180,90,180,-90");
});

test("all of the gallery's kinds are saved as the tool has them", async () => {
  for (const name of ["islands", "massif", "midpoint"]) {
    const text = name === "midpoint" ? "midpoint()" : recipeText(name);
    const page = await openStudio({ name, text });
    await page.click("#open-share");
    const is = part => page.locator(`#share [data-is=${part}]`);
    await is("width").fill("97");
    const command = await is("command").inputValue();
    writeFileSync(fileOf(`${name}.burl`), text);
    const { bytes } = await downloaded(page, () => page.click("#share [data-do=npy]"));
    const words = command.replace(/^burl /, "").replace(/\.png$/, ".npy").split(" ");
    burl(...words);
    assert.deepEqual(bytes, readFileSync(fileOf(`${name}.npy`)), name);
    await page.keyboard.press("Escape");
  }
});

/* ---- Lines that are drawn ------------------------------------------------------------------------- */

const ROADS = 'view 0, 0, 4, 3\nmin(lines("roads.geojson"), 1)';

/** A place of the picture, in shares of its sides, and the point that is there. */
async function placeAt(page, u, v) {
  return page.evaluate(([a, b]) => {
    const box = studio.picture.canvas.getBoundingClientRect(), x = Math.round(box.left + a*box.width), y = Math.round(box.top + b*box.height);
    return { x, y, point: studio.pointAt(studio.picture.canvas, x, y) };
  }, [u, v]);
}

const linesOf = async page => JSON.parse((await stateOf(page, "drawings"))[0] || "{}")["roads.geojson"];

atEachSize("lines are drawn, moved, closed, taken away, kept and linked", async viewport => {
  const page = await openStudio({ text: "perlin()" }, viewport);
  await page.evaluate(text => studio.openRecipe({ name: "roads", text }), ROADS);
  await page.waitForFunction(() => /isn't here/.test(document.querySelector("#problem").textContent));
  await page.click("#draw");
  const first = await placeAt(page, 0.3, 0.3);
  await page.mouse.click(first.x, first.y);
  await whole(page); /* the first picture, which may move what is on the page */
  const places = [await placeAt(page, 0.3, 0.3), await placeAt(page, 0.6, 0.3), await placeAt(page, 0.6, 0.6), await placeAt(page, 0.4, 0.7)];
  await page.mouse.click(places[1].x, places[1].y);
  await page.mouse.dblclick(places[2].x, places[2].y);
  assert.equal(await problemOf(page), "");
  assert.deepEqual((await linesOf(page)).features.map(({ geometry }) => geometry), [{ type: "LineString", coordinates: [first.point, places[1].point, places[2].point] }]);
  /* until the picture is of what was drawn */
  await page.waitForFunction(([x, y]) => studio.picture.sampleAt(x, y)?.values?.[0] < 0.02, [places[1].x, places[1].y]);

  await page.mouse.move(places[2].x, places[2].y);
  await page.mouse.down();
  await page.mouse.move(places[3].x, places[3].y, { steps: 4 });
  await page.mouse.up();
  assert.deepEqual((await linesOf(page)).features[0].geometry.coordinates[2], places[3].point);
  await page.keyboard.press("Delete");
  assert.equal((await linesOf(page)).features[0].geometry.coordinates.length, 2);

  for (const { x, y } of [places[2], places[3], await placeAt(page, 0.2, 0.6), places[2]]) await page.mouse.click(x, y);
  const area = (await linesOf(page)).features[1].geometry;
  assert.ok(area.type === "Polygon" && area.coordinates[0].length === 4);
  await change(page, () => set(page, { text: ROADS.replace("lines", "areas") }));
  assert.equal(await problemOf(page), "");

  const drawn = await linesOf(page);
  const { name, bytes } = await downloaded(page, () => page.click("#draw-save"));
  assert.equal(name, "roads.geojson");
  assert.deepEqual(JSON.parse(bytes.toString()), drawn);
  await openShare(page);
  await page.waitForFunction(() => /#r=/.test(document.querySelector("#share [data-is=link]")?.value));
  const link = await page.locator("#share [data-is=link]").inputValue();
  await page.keyboard.press("Escape");
  await change(page, () => page.evaluate(() => studio.openRecipe({ name: "other", text: "perlin(seed: 4)" })));
  assert.deepEqual(await stateOf(page, "drawings"), [""]);
  await change(page, () => page.evaluate(hash => (location.hash = hash), link.slice(link.indexOf("#"))));
  assert.deepEqual(await linesOf(page), drawn);
});

atEachSize("a .geojson is opened and dropped, and what is none is said", async viewport => {
  const page = await openStudio({ text: "perlin()" }, viewport);
  writeFileSync(fileOf("mine.geojson"), JSON.stringify({ type: "LineString", coordinates: [[1, 1], [3, 1]] }));
  writeFileSync(fileOf("none.geojson"), "{");
  await page.evaluate(text => studio.openRecipe({ name: "roads", text }), ROADS);
  await page.waitForFunction(() => /isn't here/.test(document.querySelector("#problem").textContent));
  await page.click("#open");
  await page.locator("#files input").setInputFiles(fileOf("none.geojson"));
  await page.waitForFunction(() => /none.geojson: /.test(document.querySelector("#files [role=status]").textContent));
  await change(page, () => page.locator("#files input").setInputFiles(fileOf("mine.geojson")));
  assert.equal(await problemOf(page), "");
  assert.deepEqual(await linesOf(page), { type: "LineString", coordinates: [[1, 1], [3, 1]] }, "under the only name that the recipe lacks");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['{"type": "Point", "coordinates": [2, 2]}'], "roads.geojson"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => /Point/.test(studio.state.drawings));
  await whole(page);
  const [text] = await stateOf(page, "text");
  assert.equal(text, ROADS, "the recipe stays");
});
