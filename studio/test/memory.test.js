/* Memory: what five hundred edits leave behind in the page and its workers; of the library's own memory, which is
 * WebAssembly's, the browser doesn't tell. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { change, isolate, openStudio } from "./page.js";

const RECIPE = "land = fbm(perlin(), octaves: 5)\nramp(land, -1, #135, 1, #fed)";
const MOST_MORE = 6; /* MiB, between the hundredth edit and the last: undoing keeps texts */

/** MiB that the page has, its workers included, after what is no longer used was collected. */
const memoryOf = page => page.evaluate(async () => (await /** @type {any} */ (performance).measureUserAgentSpecificMemory()).bytes/2**20);

/** Types a change: another number, a line more, a line less, a name that isn't known yet, an error that is mended. */
const edit = n => {
  const { view } = studio.editor, { doc } = view.state, put = (from, to, insert) => view.dispatch({ changes: { from, to, insert }, userEvent: "input" });
  const last = doc.line(doc.lines);
  if (n % 5 === 0) put(0, 0, `extra${n} = fbm(perlin(seed: ${n}), octaves: ${1 + n % 7})\n`);
  else if (n % 5 === 1) put(last.to, last.to, ` + 0*extra${n - 1}`);
  else if (n % 5 === 2) put(0, doc.line(1).to + 1, "");
  else if (n % 5 === 3) put(last.to - 10 - String(n - 3).length, last.to, "");
  else put(last.to, last.to, n % 2 ? " " : `*${(1 + n/1000).toFixed(3)}`);
};

test("five hundred edits leave no more memory in use than one hundred", async () => {
  isolate();
  const page = await openStudio({ text: RECIPE }, { width: 720, height: 480 });
  const sizes = [];
  for (let n = 0; n < 500; n++) {
    if (n % 100 === 0 || n === 499) sizes.push(await memoryOf(page));
    await page.evaluate(edit, n);
    await page.waitForFunction(n => studio.state.text === studio.editor.view.state.doc.toString() && (n % 5 !== 4 || studio.picture.isWhole), n, { polling: 20 });
  }
  await change(page, () => page.evaluate(() => studio.editor.view.dispatch({ changes: { from: 0, insert: "// 500\n" } })));
  sizes.push(await memoryOf(page));
  assert.ok(sizes.at(-1) < sizes[1] + MOST_MORE, `${sizes}`);
});
