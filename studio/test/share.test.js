/* What leaves the page is what the tool makes: pictures, numbers, source text; and links come back as they went. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { decode } from "fast-png";

import { burl, change, downloaded, fileOf, openFresh, openStudio, recipeText, set, shell, stateOf } from "./page.js";

const part = (page, name) => page.locator(`#share [data-is=${name}]`);
const press = (page, name) => page.locator(`#share [data-do=${name}]`).click();

async function openShare(page) {
  await page.click("#open-share");
  await page.waitForSelector("#share[open]");
}

/** Sets a width and a height that don't follow one another. */
async function setSize(page, size) {
  const [width, height] = size.split("x");
  await part(page, "linked").uncheck();
  await part(page, "width").fill(width);
  await part(page, "height").fill(height);
}

/** The text of how a picture was made, as its bytes hold it. */
function provenanceIn(bytes) {
  const at = bytes.indexOf("iTXtburl\0\0\0\0\0");
  return bytes.toString("utf8", at + 13, at + 4 + bytes.readUInt32BE(at - 4));
}

const GREY = "// größer\nview 0, 0, 4, 3\nparam gain = 0.5 [0, 1]\nlow = fbm(perlin(), octaves: 5, gain: gain)\nlow*low";
const pictures = [
  { what: "colours, y up, time", recipe: { name: "flame", text: recipeText("flame") }, changes: { time: 0.3 },
    settings: { what: "view", size: "120x132" } },
  { what: "greys of 16 bits, a part, a name for quotes", recipe: { name: "it's \"$HOME\"", text: GREY }, changes: { result: "low" },
    settings: { what: "view", size: "160x120", depth: "16" } },
  { what: "what is shown, a seed, samples", recipe: { name: "-islands", text: recipeText("islands"), seed: "-7" },
    changes: { centre: [2.1, 1.7], step: 0.0013 }, settings: { size: "150x101", samples: "2" } },
  { what: "a text as seed", recipe: { name: "any", text: GREY, seed: "for you" }, changes: {}, settings: { size: "64x48" } },
];

for (const { what, recipe, changes, settings } of pictures)
  test(`a .png is what the command line makes: ${what}`, async () => {
    const page = await openStudio(recipe);
    if (Object.keys(changes).length) await set(page, changes);
    await openShare(page);
    for (const [name, value] of Object.entries(settings))
      if (name === "size") await setSize(page, value);
      else await part(page, name).selectOption(value);
    const command = await part(page, "command").inputValue();
    await downloaded(page, () => press(page, "burl"));
    const { name, bytes } = await downloaded(page, () => press(page, "png"));
    rmSync(fileOf(name));
    shell(command);
    const made = readFileSync(fileOf(name));
    assert.deepEqual(decode(bytes), decode(made));
    assert.equal(provenanceIn(bytes), provenanceIn(made));
  });

test("a .npy is the tool's, byte by byte", async () => {
  const page = await openStudio({ name: "numbers", text: GREY });
  await openShare(page);
  await setSize(page, "33x21");
  const command = await part(page, "command").inputValue();
  await downloaded(page, () => press(page, "burl"));
  const { bytes } = await downloaded(page, () => press(page, "npy"));
  shell(command.replace(/png$/, "npy"));
  assert.deepEqual(bytes, readFileSync(fileOf("numbers.npy")));
});

test("source text is that of burl code", async () => {
  const text = recipeText("marble");
  const page = await openStudio({ name: "marble", text, seed: "5" });
  writeFileSync(fileOf("marble.burl"), text);
  await openShare(page);
  for (const [target, ...words] of [["glsl", "--target", "glsl"], ["wgsl", "--target", "wgsl"], ["shadertoy", "--for", "shadertoy"]]) {
    await part(page, "target").selectOption(target);
    const expected = burl("code", "marble.burl", "--seed", "5", ...words);
    await page.waitForFunction(() => document.querySelector("[data-is=code]").value.length > 1);
    assert.equal(await part(page, "code").inputValue(), expected, target);
  }
});

test("a link holds the recipe, its seed and the part that is shown", async t => {
  const recipe = { name: "Küste & <b>", text: GREY, seed: "123" };
  const page = await openStudio(recipe);
  await change(page, () => set(page, { result: "low" }));
  await openShare(page);
  const link = await part(page, "link").inputValue();
  const other = await openFresh(t, { at: link.slice(link.indexOf("#")) });
  assert.deepEqual(await stateOf(other, "name", "text", "seed", "result"), [recipe.name, recipe.text, recipe.seed, "low"]);
  assert.equal(await other.inputValue("#name"), recipe.name);
});

test("a link followed on the page opens its recipe, from which changes count", async () => {
  const page = await openStudio({ text: GREY });
  await openShare(page);
  const link = await part(page, "link").inputValue();
  await page.keyboard.press("Escape");
  await change(page, () => set(page, { text: "perlin()" }));
  await change(page, () => page.evaluate(hash => (location.hash = hash), link.slice(link.indexOf("#"))));
  assert.deepEqual(await stateOf(page, "text", "original"), [GREY, GREY]);
});

test("what changed since the gallery is shown line by line", async () => {
  const text = recipeText("islands");
  const page = await openStudio({ text });
  await change(page, () => set(page, { text: text.replace("param land = 0.4", "param land = 0.6") }));
  await openShare(page);
  assert.deepEqual(await part(page, "changes").locator("div").allTextContents(),
    ['− param land = 0.4 [0, 1] "How much land"', '+ param land = 0.6 [0, 1] "How much land"']);
});

test("a size that is none is said, and nothing is saved", async () => {
  const page = await openStudio({ text: GREY });
  await openShare(page);
  await setSize(page, "0x9000");
  assert.match(await part(page, "said").textContent(), /width and height are whole numbers from 1 to 8192/);
});

test("dropped files open: a recipe, a picture that burl made with its knobs and seed; others are refused", async () => {
  const page = await openStudio({ text: "perlin()" });
  writeFileSync(fileOf("mine.burl"), GREY);
  shell("burl render mine.burl --size 24x16 --seed 9 -p gain=0.75 -o mine.png");
  const drop = name => page.evaluate(([file, base64]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(base64), c => c.charCodeAt(0))], file));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, readFileSync(fileOf(name)).toString("base64")]);
  await change(page, () => drop("mine.burl"));
  assert.deepEqual(await stateOf(page, "name", "text", "seed"), ["mine", GREY, "0"]);
  await change(page, () => drop("mine.png"));
  assert.deepEqual(await stateOf(page, "name", "text", "seed"), ["mine", GREY.replace("= 0.5", "= 0.75"), "9"]);
  writeFileSync(fileOf("other.bin"), Buffer.from([0xff, 0xfe, 0, 1]));
  await drop("other.bin");
  await page.waitForFunction(() => /other\.bin/.test(document.querySelector("#problem").textContent));
  const [text] = await stateOf(page, "text");
  assert.equal(text, GREY.replace("= 0.5", "= 0.75"));
});
