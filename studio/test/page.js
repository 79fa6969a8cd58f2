/* What the tests share: a server with the headers of burl studio, a browser, and the page in it.  Where a browser's console
 * has an error the test fails.  BURL_STUDIO is the built page and BURL the tool, by default those of make studio. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { after, afterEach } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

import { ARGUMENTS, BROWSER } from "../../test/browser.mjs";

const TOP = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = resolve(process.env.BURL_STUDIO ?? join(TOP, "out/studio"));
const BURL = resolve(process.env.BURL ?? join(TOP, "build/burl"));

/* ---- The server ---------------------------------------------------------------------------------- */

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
  ".json": "application/json", ".svg": "image/svg+xml", ".webp": "image/webp" };
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
  + "img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
  + "form-action 'none'; frame-ancestors 'none'";

const more = {}; /* headers that a file of tests asks for */

/** Lets the page measure its memory, as one may that is isolated from others. */
export const isolate = () => Object.assign(more, { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" });

/** What burl studio sends, without a recipe of its own. */
function answer(request, reply) {
  const path = new URL(request.url, "http://page").pathname;
  if (path === "/recipe.json") return reply.writeHead(200, { "content-type": TYPES[".json"] }).end("null");
  try {
    const bytes = readFileSync(join(PAGE, path === "/" ? "index.html" : path));
    reply.writeHead(200, { "content-type": TYPES[extname(path)] ?? TYPES[".html"], "content-security-policy": POLICY, ...more });
    reply.end(bytes);
  } catch {
    reply.writeHead(404).end();
  }
}

/* ---- The page ------------------------------------------------------------------------------------ */

const VIEWPORT = { width: 960, height: 640 };

let server, browser, shared;

const folder = mkdtempSync(join(tmpdir(), "burl-studio-"));
symlinkSync(BURL, join(folder, "burl"));

async function start() {
  server = createServer(answer).listen(0, "127.0.0.1");
  browser = await chromium.launch({ executablePath: BROWSER, args: [...ARGUMENTS, "--enable-blink-features=ForceEagerMeasureMemory"] });
}

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

process.on("exit", () => rmSync(folder, { recursive: true }));

const watched = []; /* what went wrong in any page */

function watch(page) {
  page.on("console", message => message.type() === "error" && watched.push(message.text()));
  page.on("pageerror", error => watched.push(error.stack));
}

afterEach(() => assert.deepEqual(watched.splice(0), [], "the browser's console has errors"));

export const addressOf = at => `http://127.0.0.1:${server.address().port}/${at}`;

/** A page that nobody has been on before.  at: the end of its address; prepare: what is done before it is opened; the rest:
 * the browser's options. */
export async function openPage(t, { at = "", prepare = async () => {}, ...options } = {}) {
  if (!browser) await start();
  const context = await browser.newContext({ viewport: VIEWPORT, serviceWorkers: "block", ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  watch(page);
  await prepare(page);
  await page.goto(addressOf(at));
  return page;
}

/** The same with its first picture whole. */
export async function openFresh(t, options) {
  const page = await openPage(t, options);
  await page.waitForFunction(() => globalThis.studio?.picture.isWhole && !studio.picture.isAsked);
  return page;
}

/** A page with this recipe, { text, name, seed, … }, and its picture whole: the same page for all tests of a file. */
export async function openStudio(recipe, viewport = VIEWPORT) {
  shared ??= await openFresh({ after() {} });
  await shared.setViewportSize(viewport);
  await change(shared, () => shared.evaluate(opened => {
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    localStorage.clear();
    history.replaceState(null, "", location.pathname);
    studio.set({ text: "", mode: "picture" });
    studio.openRecipe(opened);
  }, { name: "tried", ...recipe }));
  return shared;
}

/** Does something that changes the recipe, and waits until all of its picture is there. */
export async function change(page, act) {
  const old = await page.evaluateHandle(() => studio.state.about);
  await act();
  await page.waitForFunction(about => {
    const { picture, state } = studio;
    return state.about !== about && picture.isWhole && !picture.isAsked;
  }, old);
}

/** Does something that changes where or how one looks, and waits in the same way. */
export async function look(page, act) {
  const ready = await page.evaluate(() => document.documentElement.dataset.ready);
  await act();
  await page.waitForFunction(old => {
    const { picture } = studio;
    return document.documentElement.dataset.ready !== old && picture.isWhole && !picture.isAsked;
  }, ready);
}

export const set = (page, changes) => page.evaluate(fields => studio.set(fields), changes);
export const stateOf = (page, ...fields) => page.evaluate(names => names.map(name => studio.state[name]), fields);

/** The canvas' pixels, as numbers from 0 to 255. */
export async function pixelsOf(page) {
  const { width, height, text } = await page.evaluate(() => {
    const { canvas, context } = studio.picture;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let binary = "";
    for (let i = 0; i < data.length; i += 32768) binary += String.fromCharCode(...data.subarray(i, i + 32768));
    return { width: canvas.width, height: canvas.height, text: btoa(binary) };
  });
  return { width, height, pixels: new Uint8Array(Buffer.from(text, "base64")) };
}

/* ---- axe-core ------------------------------------------------------------------------------------ */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong on a page that was opened with bypassCSP. */
export async function violations(page) {
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target} ${node.any.map(check => check.message)}`));
}

/* ---- Files and the tool -------------------------------------------------------------------------- */

/** A file of the built page. */
export const builtFile = name => join(PAGE, name);

/** A file in the tests' folder. */
export const fileOf = name => join(folder, name);

export const recipeText = name => readFileSync(join(TOP, "recipes", `${name}.burl`), "utf8");

/** Saves what a click downloads under the name that the page gives it; its bytes. */
export async function downloaded(page, act) {
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  const path = fileOf(file.suggestedFilename());
  await file.saveAs(path);
  return { name: file.suggestedFilename(), bytes: readFileSync(path) };
}

/** What the tool prints. */
export const burl = (...words) => execFileSync(BURL, words, { cwd: folder, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });

/** Runs a command line as a shell does, in the tests' folder, where the tool is burl. */
export const shell = line => execFileSync("sh", ["-c", line], { cwd: folder, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"],
  env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } });
