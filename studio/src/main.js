/* The studio: wires the editor, the picture and what is around them. */
import { isSupported, load } from "../../packages/js/index.js";
import { makeEditor } from "./editor.js";
import { makeExplain } from "./explain.js";
import { openRecipe, recipeNamed, showGallery } from "./gallery.js";
import { recipeOfLink } from "./link.js";
import { Parts } from "./parts.js";
import { Picture, fitView, makeMovable, zoomAt } from "./picture.js";
import { Pool, Stale } from "./pool.js";
import { seedOf } from "./seed.js";
import { download, fileName, recipeOfFile, showShare, withKnobs } from "./share.js";
import { keep, kept, listen, recipe, set, state } from "./state.js";
import { showStatistics } from "./statistics.js";
import { makeTime } from "./time.js";
import { makeViews } from "./views.js";

const FIRST = "islands";
const DRAFT = "burl-draft";
/** @returns {any} */
const $ = id => document.getElementById(id);

/* ---- Compiling ----------------------------------------------------------------------------------- */

/** The recipe without the definition in which the mistake lies and what follows it: its good parts. */
function goodPart(text, line) {
  const lines = text.split("\n").slice(0, Math.max(0, line - 1));
  while (lines.length && /[,(*/+-]\s*$|^\s+/.test(lines.at(-1))) lines.pop();
  const name = lines.map(l => /^\s*([A-Za-z_]\w*)\s*=(?!=)/.exec(l)?.[1]).filter(Boolean).at(-1);
  return name ? `${lines.join("\n")}\n${name}` : null;
}

async function describe(pool) {
  pool.cancel("describe");
  const asked = recipe();
  try {
    const about = await pool.ask("describe", { task: "describe", ...asked }, { first: true });
    if (asked.text !== state.text) return;
    set({ about, error: null });
  } catch (error) {
    if (error instanceof Stale || asked.text !== state.text) return;
    if (asked.result && asked.result === state.result && /no (name|part)|result/.test(error.message)) return set({ result: null });
    set({ error });
  }
}

/** While the last line is broken, the parts above it are shown. */
async function describeParts(pool, parts) {
  const text = state.error?.line ? goodPart(state.text, state.error.line) : null;
  if (!text) return;
  try {
    const about = await pool.ask("describe", { task: "describe", text, result: null, seed: state.seed });
    if (state.error) parts.renewFrom(about, text);
  } catch { /* then there are none */ }
}

/* ---- The page around the picture ----------------------------------------------------------------- */

/** What is wrong with the recipe; the last good picture is dimmed meanwhile. */
function showProblem() {
  const { error, notice } = state;
  const place = error?.line ? `line ${error.line}: ` : "";
  const lines = [notice, error && place + error.message, error?.hint].filter(Boolean);
  $("problem").hidden = !lines.length;
  $("problem").textContent = lines.join("\n");
  $("picture").classList.toggle("dim", Boolean(error));
}

function showUnder(picture, event) {
  if (state.mode !== "picture") return;
  const point = picture.pointAt(event.clientX, event.clientY);
  const digits = Math.max(0, Math.min(15, Math.ceil(-Math.log10(state.step))));
  const sample = picture.sampleAt(event.clientX, event.clientY);
  const value = sample ? `  ${sample.map(v => Number(v.toPrecision(6))).join(", ")}` : "";
  $("under").textContent = `${point.map(p => p.toFixed(digits)).join(", ")}${value}`.replaceAll("-", "−");
}

function placePin(picture) {
  $("pin").toggleAttribute("hidden", !state.pin || state.mode !== "picture");
  if (!state.pin) return;
  const [x, y] = picture.placeOf(state.pin);
  $("pin").style.left = `${x}px`;
  $("pin").style.top = `${y}px`;
}

/** Until a first point has been looked at. */
function makeHint() {
  let isKnown = kept("burl-knows") !== null;
  const show = () => ($("hint").hidden = isKnown || !state.about || state.mode !== "picture");
  listen(["mode", "about"], show);
  listen(["pin"], () => {
    isKnown = true;
    keep("burl-knows", "how to explain");
    show();
  });
}

function makeProgress(pool) {
  setInterval(() => {
    const isLong = pool.isBusy && performance.now() - (pool.busySince ??= performance.now()) > 700;
    if (!pool.isBusy) pool.busySince = undefined;
    $("progress").hidden = !isLong;
    if (isLong) $("progress").firstElementChild.textContent = `computing, ${pool.size} left`;
  }, 200);
  $("stop").addEventListener("click", () => {
    for (const key of ["picture", "parts", "describe", "explain", "view"]) pool.cancel(key);
    set({ notice: "stopped: the picture isn't whole" });
  });
}

function makeTheme() {
  const saved = kept("burl-theme");
  if (saved) document.documentElement.dataset.theme = saved;
  $("theme").addEventListener("click", () => {
    const isDark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = isDark ? "light" : "dark";
    keep("burl-theme", document.documentElement.dataset.theme);
  });
}

function makeDrop() {
  addEventListener("dragover", event => {
    event.preventDefault();
    document.body.classList.add("drop");
  });
  addEventListener("dragleave", event => event.relatedTarget || document.body.classList.remove("drop"));
  addEventListener("drop", async event => {
    event.preventDefault();
    document.body.classList.remove("drop");
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    try {
      openRecipe(await recipeOfFile(file));
    } catch (error) {
      set({ notice: `${file.name}: ${error.message}` });
    }
  });
}

const HELP = `<button class="close">Close</button><h2>The studio</h2>
<p>A recipe, and what it makes, at once. Everything is computed in this page by the library itself: the
pictures have the bits that it gives everywhere.</p>
<table>
<tr><td>change it</td><td>type; drag a slider; hold Alt and drag a number to the left or right</td></tr>
<tr><td>move</td><td>drag the picture, the wheel zooms; on the keyboard arrows, + and −, 0 shows all</td></tr>
<tr><td>explain a sample</td><td>click the picture, or Enter for its middle: every step with its numbers</td></tr>
<tr><td>look at a part</td><td>click its small picture, beside its line or below</td></tr>
<tr><td>what a function does</td><td>rest on its name; Ctrl-Space lists all</td></tr>
<tr><td>open</td><td>the gallery; or drop a .burl, or a picture that burl made, on the page</td></tr>
<tr><td>keep</td><td>Share has a link, .png, .npy, source text and the command line; Ctrl-S saves the recipe</td></tr>
<tr><td>leave the editor by keys</td><td>Escape, then Tab</td></tr>
</table>`;

function showHelp(dialog) {
  dialog.innerHTML = HELP;
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  dialog.showModal();
}

/* ---- What is opened first ------------------------------------------------------------------------ */

/** What the end of the page's address holds; null: no recipe. */
async function linkedRecipe() {
  try {
    return await recipeOfLink(location.hash);
  } catch {
    set({ notice: "this link is damaged: the recipe that it held can't be read" });
    return null;
  }
}

/** A link's recipe, that of the server, a draft, or the first of the gallery. */
async function firstRecipe() {
  const linked = await linkedRecipe();
  if (linked) return linked;
  const named = /^#(\w+)$/.exec(location.hash);
  if (named) {
    const found = await recipeNamed(named[1]);
    if (found) return found;
  }
  const served = await fetch("recipe.json").then(answer => answer.json()).catch(() => null);
  if (served?.text) return recipeOfServer(served);
  try {
    const draft = JSON.parse(kept(DRAFT) ?? "null");
    if (typeof draft?.text === "string" && draft.text.trim()) return draft;
  } catch { /* then the gallery's */ }
  return recipeNamed(FIRST);
}

/** What burl studio RECIPE serves: { name, text }, and of a picture how it was made.
 * @param {{ name: string, text: string, made?: any }} served */
function recipeOfServer({ name, text, made = {} }) {
  return { name: name.replace(/\.\w+$/, ""), text: withKnobs(text, made.knobs ?? {}), seed: seedOf(made.seed) ?? "0", result: made.result ?? null };
}

function keepDraft() {
  const { name, text, seed, original } = state;
  keep(DRAFT, JSON.stringify({ name, text, seed, original }));
}

/* ---- Start --------------------------------------------------------------------------------------- */

function sayUnsupported() {
  document.querySelector("main").innerHTML = `<div class="unsupported"><h2>This browser has no WebAssembly with SIMD</h2>
    <p>The studio computes every picture here, in your browser, and needs it: Chrome 91, Firefox 89, Safari 16.4 or newer.
    These are pictures it makes:</p><p><img src="gallery/islands.webp" alt="islands" width="420"></p></div>`;
}

async function start() {
  makeTheme();
  if (!isSupported()) return sayUnsupported();
  const module = await WebAssembly.compileStreaming(fetch("burl.wasm"));
  const library = await load(module);
  const pool = new Pool(module, Math.max(2, Math.min(8, navigator.hardwareConcurrency || 4)));
  const picture = new Picture($("picture"), pool);
  const editor = makeEditor($("editor"), { save: () => download(fileName("burl"), new Blob([state.text], { type: "text/plain" })) });
  const parts = new Parts($("parts"), pool, editor);
  makeMovable(picture.canvas, () => picture.isMovable);
  makeTime({ bar: $("time"), play: $("play"), scrub: $("scrub"), now: $("time-now") }, picture);
  makeExplain($("explain"), pool);
  makeViews({ stage: $("stage"), other: $("other"), modes: $("modes"), canvas: $("picture") }, pool);
  makeHint();
  makeProgress(pool);
  makeDrop();

  let timer = 0;
  listen(["text", "seed", "result"], () => {
    clearTimeout(timer);
    timer = setTimeout(() => describe(pool), 40);
  });
  listen(["text", "seed", "name"], keepDraft);
  listen(["error", "notice"], showProblem);
  listen(["error"], () => describeParts(pool, parts));
  listen(["pin", "centre", "step", "mode"], () => placePin(picture));
  const fit = () => fitView($("stage").clientWidth, $("stage").clientHeight);
  let fitted = null;
  listen(["about"], () => {
    if (fitted === state.opened || !state.about) return;
    fitted = state.opened;
    fit();
  });
  listen(["name"], () => {
    $("name").value = state.name;
    document.title = `${state.name} – burl studio`;
  });
  listen(["mode"], () => ($("moves").hidden = state.mode === "tile"));
  listen(["seed"], () => ($("seed").value = state.seed));
  picture.addEventListener("coarse", (/** @type {CustomEvent} */ event) => showStatistics($("statistics"), event.detail.samples, event.detail.channels, event.detail.ms));
  picture.addEventListener("whole", (/** @type {CustomEvent} */ event) => {
    showStatistics($("statistics"), picture.samples, picture.channels, event.detail.ms);
    document.documentElement.dataset.ready = String(Number(document.documentElement.dataset.ready ?? 0) + 1);
  });

  $("picture").addEventListener("pointermove", event => showUnder(picture, event));
  $("picture").addEventListener("pointerleave", () => ($("under").textContent = ""));
  $("name").addEventListener("change", () => set({ name: $("name").value.trim() || "untitled" }));
  $("seed").addEventListener("change", () => {
    const seed = seedOf($("seed").value || "0");
    set(seed === null ? { notice: "a seed is a whole number of 64 bits, or a text" } : { seed, notice: "" });
    $("seed").value = state.seed;
  });
  $("dice").addEventListener("click", () => set({ seed: String(crypto.getRandomValues(new Uint32Array(1))[0] % 100000), notice: "" }));
  $("zoom-in").addEventListener("click", () => zoomAt(state.centre, 0.7));
  $("zoom-out").addEventListener("click", () => zoomAt(state.centre, 1/0.7));
  $("fit").addEventListener("click", fit);
  $("open-gallery").addEventListener("click", () => showGallery($("gallery")));
  $("open-help").addEventListener("click", () => showHelp($("help")));
  $("open-share").addEventListener("click", () => showShare($("share"), pool, picture, library));
  $("problem").addEventListener("click", () => (state.error?.line ? editor.goTo(state.error) : set({ notice: "" })));
  addEventListener("hashchange", async () => {
    const linked = await linkedRecipe();
    if (linked) openRecipe(linked);
  });

  const first = await firstRecipe();
  const { notice } = state;
  openRecipe(first);
  set({ notice });
  globalThis.studio = { state, set, openRecipe, pool, picture, editor };
  if ("serviceWorker" in navigator && location.protocol === "https:" || location.hostname === "127.0.0.1" || location.hostname === "localhost")
    navigator.serviceWorker?.register("offline.js").catch(() => {});
}

start();
