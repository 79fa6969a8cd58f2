/* What the page loads before its first picture is there. */
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";

import { builtFile, openPage } from "./page.js";

const MOST_BYTES = 500_000;

/** Of a file as a server sends it that has brotli. */
function sizeOf(name) {
  try {
    return statSync(builtFile(`${name}.br`)).size;
  } catch {
    return statSync(builtFile(name)).size;
  }
}

test("first bytes, packed, are under 500 kB; source text brings its own when it is asked for", async t => {
  const loaded = new Set();
  const watch = page => page.context().on("request", request => loaded.add(new URL(request.url()).pathname.slice(1) || "index.html"));
  const page = await openPage(t, { prepare: async page => watch(page) });
  await page.waitForFunction(() => globalThis.studio?.picture.isWhole && !studio.picture.isAsked);
  const sizes = [...loaded].filter(name => name !== "recipe.json").map(name => [sizeOf(name), name]).sort(([a], [b]) => b - a);
  const sum = sizes.reduce((total, [size]) => total + size, 0);
  assert.ok(loaded.has("first.wasm") && !loaded.has("burl.wasm") && !loaded.has("commands.wasm"), [...loaded].join(" "));
  assert.ok(sum < MOST_BYTES, `${sum} bytes: ${sizes.map(pair => pair.join(" ")).join(", ")}`);
  t.diagnostic(`${sum} bytes in ${sizes.length} files`);
  await page.click("#open-share");
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("#share [data-is=code]"))?.value.includes("Made by burl"));
});
