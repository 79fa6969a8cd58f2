/* Memory: what five hundred edits leave behind, workers and their WebAssembly included. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { change, openStudio, recipeText } from "./page.js";

const MOST_MORE = 16; /* MiB, between the hundredth edit and the last: undoing keeps texts */

/** MiB of the page's process, its workers' included, after what is no longer used was collected. */
async function memoryOf(page) {
  const browser = await page.context().browser().newBrowserCDPSession(), { processInfo } = await browser.send("SystemInfo.getProcessInfo");
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await page.waitForTimeout(300);
  await session.send("HeapProfiler.collectGarbage");
  await Promise.all([browser.detach(), session.detach()]);
  const sizes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))[1])/1024);
  return Math.max(...sizes);
}

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
  const page = await openStudio({ text: recipeText("islands").trimEnd() }, { width: 1440, height: 900 });
  const sizes = [];
  for (let n = 0; n < 500; n++) {
    if (n % 100 === 0 || n === 499) sizes.push(await memoryOf(page));
    await page.evaluate(edit, n);
    await page.waitForFunction(() => studio.picture.isWhole && !studio.picture.isAsked, null, { polling: 20 });
  }
  await change(page, () => page.evaluate(() => studio.editor.view.dispatch({ changes: { from: 0, insert: "// 500\n" } })));
  sizes.push(await memoryOf(page));
  console.log(`MiB after each hundred edits: ${sizes.map(size => size.toFixed(0)).join(" ")}`);
  assert.ok(sizes.at(-1) < sizes[1] + MOST_MORE, `${sizes}`);
});
