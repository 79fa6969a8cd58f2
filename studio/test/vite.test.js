/* The package as npm installs it, in a page that vite's dev server bundles without a configuration. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { createServer } from "vite";

import { ARGUMENTS, BROWSER } from "../../test/browser.mjs";

const PACKAGE = fileURLToPath(new URL("../../packages/js", import.meta.url));

const PAGE = '<!doctype html><p id="out"></p><script type="module" src="/main.js"></script>';
const MAIN = `import { load } from "burl-noise";
const say = text => { document.getElementById("out").textContent = text; };
load().then(burl => say(burl.compile("x + 2*y").points({ x: [1], y: [3] })[0]), error => say(error.message));`;

/** A folder with the page and, in node_modules, what npm would install. */
function makeProject() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "burl-vite-"))), installed = join(folder, "node_modules/burl-noise");
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: PACKAGE, encoding: "utf8" });
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, packed.trim()), "-C", installed, "--strip-components=1"]);
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "dependencies": { "burl-noise": "*" } }');
  writeFileSync(join(folder, "index.html"), PAGE);
  writeFileSync(join(folder, "main.js"), MAIN);
  return folder;
}

test("the installed package loads in vite's dev server", async t => {
  const folder = makeProject();
  t.after(() => rmSync(folder, { recursive: true }));
  const server = await createServer({ root: folder, configFile: false, logLevel: "error", server: { host: "127.0.0.1", port: 0 } });
  t.after(() => server.close());
  await server.listen();
  const browser = await chromium.launch({ executablePath: BROWSER, args: ARGUMENTS });
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/`);
  await page.waitForFunction(() => document.getElementById("out").textContent);
  assert.equal(await page.textContent("#out"), "7");
});
