/* The studio: wires the editor, the picture and what is around them. */
import { isSupported, load } from "../../packages/js/index.js";
import islands from "../../recipes/islands.burl";
import { Drafts } from "./drafts.js";
import { makeLine } from "./line.js";
import { isDrawing, makeDraw, openDrawing } from "./draw.js";
import { makeEditor } from "./editor.js";
import { makeExplain } from "./explain.js";
import { recipeOfFile, saveRecipe, withKnobs } from "./files.js";
import { recipeNamed, showGallery } from "./gallery.js";
import { makeLayout } from "./layout.js";
import { recipeOfLink } from "./link.js";
import { placeText, sampleText } from "./numbers.js";
import { showOpen } from "./open.js";
import { makePalette } from "./palette.js";
import { Parts } from "./parts.js";
import { Picture } from "./picture.js";
import { Pool, Stale } from "./pool.js";
import { previewsOf } from "./preview.js";
import { isChanged, keepRecipes, lastRecipe, openRecipe, recipeOfEntry, reopen } from "./recipes.js";
import { knownSeed, seedOf } from "./seed.js";
import { showShare } from "./share.js";
import { isDrafted, keep, kept, listen, recipe, set, state } from "./state.js";
import { showStatistics } from "./statistics.js";
import { makeTime } from "./time.js";
import { density, fitView, gridOfView, isFitted, makeMovable, pointAt, viewOf, zoomAt } from "./view.js";
import { makeViews } from "./views.js";

const FIRST = { name: "islands", text: islands }; /* in the bundle: the gallery is loaded later */
const BLANK = { name: "untitled", text: "perlin()" };
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

/** Keeps what is known of the recipe: one text is described at a time, then the newest. */
class Describer {
  constructor(pool) {
    this.pool = pool;
    this.asked = null;
    listen(["text", "seed", "result", "drawings", "opened", "isDragging"], () => isDrafted() || this.renew());
  }

  renew() {
    if (this.asked?.opened === state.opened) {
      this.isLate = true;
      return;
    }
    this.pool.cancel("describe");
    this.describe();
  }

  async describe() {
    const asked = this.asked = { opened: state.opened, recipe: recipe() };
    this.isLate = false;
    try {
      const about = await this.pool.ask("describe", { task: "describe", ...asked.recipe }, { first: true });
      if (asked === this.asked) set({ about: { ...about, recipe: asked.recipe }, error: null });
    } catch (error) {
      if (asked === this.asked) this.failed(error, asked.recipe);
    }
    if (asked !== this.asked) return;
    this.asked = null;
    if (this.isLate) this.describe();
  }

  /** A part that is shown and is no more gives way to the whole. */
  failed(error, { result }) {
    if (error instanceof Stale) this.isLate = false;
    else if (result && result === state.result && /no (name|part)|result/.test(error.message)) set({ result: null });
    else if (!this.isLate) set({ error });
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
  const { notice } = state, error = state.error ?? state.failure;
  const place = error?.line ? `line ${error.line}: ` : "";
  const lines = [notice, error && place + error.message, error?.hint].filter(Boolean);
  $("problem").hidden = !lines.length;
  $("problem").textContent = lines.join("\n");
  $("picture").classList.toggle("dim", Boolean(error));
}

/** The sample under the pointer: where it lies, and its value. */
function showUnder(picture, event) {
  const sample = picture.sampleAt(event.clientX, event.clientY);
  $("under").textContent = sample ? `${placeText(sample.point, state.step)}  ${(sample.values ?? []).map(sampleText).join(", ")}`.trim() : "";
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
  const show = () => ($("hint").hidden = isKnown || !state.about || state.about.needsWholeGrid || state.mode !== "picture");
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

/** Ctrl-Z and its like go back in the recipe wherever one is, as on a slider; fields for text have their own. */
function makeUndo(editor) {
  addEventListener("keydown", event => {
    const target = /** @type {HTMLElement} */ (event.target), key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
    if (target.isContentEditable || target.matches("input:not([type=range]), textarea")) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) editor.redo();
    else editor.undo();
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
      if (isDrawing(file)) await openDrawing(file);
      else openRecipe(await recipeOfFile(file));
    } catch (error) {
      set({ notice: `${file.name}: ${error.message}` });
    }
  });
}

const HELP = `<button class="close">Close</button><h2>The studio</h2>
<p>A recipe, and what it makes, at once. Everything is computed in this page by the library itself: the
pictures have the bits that it gives everywhere.</p>
<table>
<tr><td>change it</td><td>type; drag a slider; rest on a number, a colour, an option's word, <code>ramp</code> or <code>curve</code>, or
press Ctrl-. there; hold Alt and drag a number</td></tr>
<tr><td>add to it</td><td>Functions has all of them with pictures: a click puts one in at the cursor, around what is selected, or as a new part</td></tr>
<tr><td>see how it is made</td><td>Graph has parts as nodes: a dot is dragged to what shall use it; keys: arrows, F2 a name, M mutes,
E extracts, I inlines, U uses elsewhere, O options, A adds, Delete</td></tr>
<tr><td>move</td><td>drag the picture, the wheel zooms; on the keyboard arrows, + and −, 0 shows all</td></tr>
<tr><td>see more of it</td><td>Full or F has the picture alone, Escape leaves; the line beside the text is dragged, or moved by arrow keys</td></tr>
<tr><td>walk</td><td>Ground goes on to the horizon: arrow keys walk and turn, Shift is faster, + and − rise and sink, a drag looks around</td></tr>
<tr><td>compare</td><td>Sheet has nine pictures, of seeds or of a knob's values: a click takes one</td></tr>
<tr><td>values along a line</td><td>Line, or Shift and a drag on the picture; its ends are dragged, or moved by arrow keys; Escape takes it away</td></tr>
<tr><td>explain a sample</td><td>click the picture, or Enter for its middle: every step with its numbers</td></tr>
<tr><td>look at a part</td><td>click its small picture, beside its line or below</td></tr>
<tr><td>what a function does</td><td>rest on its name; Ctrl-Space lists all</td></tr>
<tr><td>begin</td><td>New, or the gallery</td></tr>
<tr><td>open</td><td>Open has files and what you have changed here; or drop a .burl, or a picture that burl made, on the page</td></tr>
<tr><td>draw</td><td>Draw, then click: lines that the recipe reads by lines("…") or areas("…"); a .geojson may be dropped on the page</td></tr>
<tr><td>keep</td><td>Save or Ctrl-S makes a .burl; Share has a link, .png, .npy, all parts, a material's maps,
a loop, a mesh, points and lines, source text and the command lines</td></tr>
<tr><td>go back</td><td>Ctrl-Z within a recipe; the browser's Back to the recipe before</td></tr>
<tr><td>leave the editor by keys</td><td>Escape, then Tab</td></tr>
</table>`;

function showHelp(dialog) {
  dialog.innerHTML = HELP;
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  dialog.showModal();
}

/* ---- What is opened first ------------------------------------------------------------------------ */

/** The recipe that the end of the page's address holds or names; null: none. */
async function addressedRecipe() {
  try {
    const linked = await recipeOfLink(location.hash);
    if (linked) return linked;
  } catch {
    set({ notice: "this link is damaged: the recipe that it held can't be read" });
    return null;
  }
  const named = /^#(\w+)$/.exec(location.hash);
  return named ? recipeNamed(named[1]) : null;
}

/** The address's recipe; after a reload the one that was there; what the server has; the one that was changed last; or FIRST. */
async function openFirst() {
  const addressed = await addressedRecipe(), { notice } = state;
  const served = await fetch("recipe.json").then(answer => answer.json()).catch(() => null);
  const before = recipeOfEntry(history.state), last = lastRecipe();
  if (addressed) openRecipe(addressed, { isHere: true });
  else if (before && (isChanged(before) || !served?.text)) reopen(before.id, { isHere: true });
  else if (served?.text) openRecipe(recipeOfServer(served), { isHere: true });
  else if (last) reopen(last, { isHere: true });
  else openRecipe(FIRST, { isHere: true });
  set({ notice });
}

/** What burl studio RECIPE serves: { name, text }, and of a picture how it was made.
 * @param {{ name: string, text: string, made?: any }} served */
function recipeOfServer({ name, text, made = {} }) {
  return { name: name.replace(/\.\w+$/, ""), text: withKnobs(text, made.knobs ?? {}), seed: knownSeed(made.seed), result: made.result ?? null };
}

/* ---- Start --------------------------------------------------------------------------------------- */

function sayUnsupported() {
  document.querySelector("main").innerHTML = `<div class="unsupported"><h2>This browser has no WebAssembly with SIMD</h2>
    <p>The studio computes every picture here, in your browser, and needs it: Chrome 91, Firefox 89, Safari 16.4 or newer.
    These are pictures it makes:</p><p><img src="gallery/islands.webp" alt="islands" width="420"></p></div>`;
}

async function start() {
  makeTheme();
  makeLayout({ divider: $("divider"), text: $("text"), fold: $("fold"), below: $("below"), full: $("full"), stage: $("stage"), bar: $("bar"), time: $("time") });
  if (!isSupported()) return sayUnsupported();
  const module = await WebAssembly.compileStreaming(fetch("first.wasm"));
  const library = await load(module);
  const pool = new Pool(module, Math.max(2, Math.min(8, navigator.hardwareConcurrency || 4)));
  const picture = new Picture($("picture"), pool);
  new Drafts(module, picture, pool);
  const editor = makeEditor($("editor"), { save: saveRecipe, preview: previewsOf(pool) });
  makePalette($("palette"), $("open-palette"), editor.view);
  const parts = new Parts($("parts"), pool, editor);
  makeMovable(picture.canvas, () => picture.isMovable);
  makeTime({ bar: $("time"), play: $("play"), scrub: $("scrub"), now: $("time-now") }, picture);
  makeExplain($("explain"), pool);
  const views = makeViews({ stage: $("stage"), other: $("other"), modes: $("modes"), canvas: $("picture") }, pool, editor.view);
  makeLine({ layer: $("line"), panel: $("line-values"), button: $("open-line") }, picture, pool);
  makeDraw({ layer: $("drawn"), button: $("draw"), choice: $("draw-name"), save: $("draw-save") }, picture);
  makeHint();
  makeProgress(pool);
  makeUndo(editor);
  makeDrop();

  new Describer(pool);
  keepRecipes();
  listen(["error", "failure", "notice"], showProblem);
  listen(["error"], () => describeParts(pool, parts));
  listen(["pin", "centre", "step", "mode"], () => placePin(picture));
  const fit = () => fitView($("stage").clientWidth, $("stage").clientHeight);
  new ResizeObserver(() => !picture.isShown && isFitted() && fit()).observe($("stage")); /* the picture fits itself */
  let fitted = "", opened = null;
  listen(["about"], () => {
    const view = JSON.stringify(viewOf(state.about));
    if (opened === state.opened && fitted === view) return;
    const isNew = opened !== state.opened;
    [opened, fitted] = [state.opened, view];
    fit();
    if (isNew) set(state.opened); /* a link's look */
  });
  listen(["name"], () => {
    $("name").value = state.name;
    document.title = `${state.name} – burl studio`;
  });
  listen(["mode"], () => ($("moves").hidden = state.mode === "tile" || state.mode === "graph"));
  listen(["seed"], () => ($("seed").value = state.seed));
  picture.addEventListener("coarse", (/** @type {CustomEvent} */ event) => showStatistics($("statistics"), event.detail.samples, event.detail.channels, event.detail.ms));
  picture.addEventListener("whole", (/** @type {CustomEvent} */ event) => {
    showStatistics($("statistics"), picture.samples, picture.channels, event.detail.ms);
    document.documentElement.dataset.ready = String(Number(document.documentElement.dataset.ready ?? 0) + 1);
  });

  /* Other views count no values: what was counted of another recipe, or before a change, goes. */
  listen(["about"], () => picture.isShown || $("statistics").replaceChildren());

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
  $("new").addEventListener("click", () => {
    openRecipe(BLANK);
    editor.selectAll();
  });
  $("open").addEventListener("click", () => showOpen($("files")));
  $("save").addEventListener("click", () => {
    saveRecipe();
    $("save").textContent = "Saved";
    setTimeout(() => ($("save").textContent = "Save"), 1500);
  });
  $("open-gallery").addEventListener("click", () => showGallery($("gallery")));
  $("open-help").addEventListener("click", () => showHelp($("help")));
  $("open-share").addEventListener("click", () => showShare($("share"), pool, picture, library));
  $("problem").addEventListener("click", () => (state.error?.line ? editor.goTo(state.error) : set({ notice: "" })));
  addEventListener("hashchange", async () => {
    const addressed = await addressedRecipe();
    if (addressed) openRecipe(addressed, { isHere: true });
  });

  await openFirst();
  globalThis.studio = { state, set, openRecipe, pool, picture, editor, views, density, gridOfView, pointAt };
  if ("serviceWorker" in navigator && location.protocol === "https:" || location.hostname === "127.0.0.1" || location.hostname === "localhost")
    navigator.serviceWorker?.register("offline.js").catch(() => {});
}

start();
