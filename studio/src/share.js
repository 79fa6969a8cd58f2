/* What leaves the studio: a link, pictures and arrays, source text, and the command line that makes the same picture. */
import { changesOf } from "./changes.js";
import { lineOf, wordsOf } from "./command.js";
import { download, fileName, saveRecipe } from "./files.js";
import { linkOf, lookOf } from "./link.js";
import { numberOfSeed } from "./seed.js";
import { recipe, set, state } from "./state.js";
import { viewOf, wholeOf } from "./view.js";

const TARGETS = ["glsl", "glsles", "wgsl", "hlsl", "msl", "opencl", "cuda", "c"];
const MADE_FOR = ["shadertoy", "godot", "godot-spatial", "unity", "three", "p5", "unreal"];
const FIRST_WIDTH = 1024;
const MOST_SIDE = 8192; /* samples along a side of a picture */

/* ---- Pictures ------------------------------------------------------------------------------------ */

/** The corners of what the picture shows, or would: while something else is shown its canvas has no size. */
function shownExtent(picture) {
  const { clientWidth, clientHeight } = picture.canvas.parentElement;
  const half = [clientWidth/2*state.step*state.ways[0], clientHeight/2*state.step*state.ways[1]];
  return [state.centre[0] - half[0], state.centre[1] - half[1], state.centre[0] + half[0], state.centre[1] + half[1]];
}

/** What the page shows, or the recipe's view; of a recipe that is computed as a whole grid both are the whole. */
function extentOf(picture, isShown) {
  if (state.about.needsWholeGrid) return wholeOf(state.about).view;
  return isShown ? shownExtent(picture) : viewOf(state.about);
}

async function sample(pool, extent, size, samples) {
  const step = [0, 1].map(a => (extent[2 + a] - extent[a])/size[a]);
  const origin = [0, 1].map(a => extent[a] + 0.5*step[a]);
  return pool.ask("share", { task: "grid", ...recipe(), grid: { size, origin, step, time: state.time, samples } }, { first: true });
}

function rangeOfPicture(channels) {
  const { lo, hi } = state.about.bounds[0];
  if (channels !== 1) return null;
  return lo < -(2 ** -20) || hi > 1 + 2 ** -20 ? [lo, hi] : [0, 1];
}

async function savePng(pool, library, { extent, size, depth, samples }) {
  const { integersOf, pngOf, provenanceOf } = await import("./png.js");
  const made = await sample(pool, extent, size, samples);
  const range = rangeOfPicture(made.channels);
  if (range && !range.every(Number.isFinite)) throw new Error("the values have no proven bounds: --range lo,hi of burl render chooses some");
  const data = integersOf(made.samples, made.channels, range ?? [0, 1], depth === 16 ? 65535 : 255);
  const text = provenanceOf({ version: library.version, outputVersion: library.outputVersion, text: made.source, result: state.result,
    seed: numberOfSeed(library, state.seed), params: state.about.params, time: state.time, size, extent, samples, range, depth });
  download(fileName("png"), pngOf({ data, width: size[0], height: size[1], channels: made.channels, depth }, text));
}

async function saveNpy(pool, { extent, size, samples }) {
  const { npyOf } = await import("./png.js");
  const made = await sample(pool, extent, size, samples);
  download(fileName("npy"), npyOf(made.samples, [size[1], size[0], ...(made.channels > 1 ? [made.channels] : [])]));
}

/** The command that makes this picture of the saved recipe. */
export function commandOf({ extent, size, depth, samples }) {
  const words = [...wordsOf("render"), `--extent=${extent.join(",")}`, "--size", size.join("x")];
  if (samples > 1) words.push("--samples", String(samples));
  if (depth !== 8) words.push("--depth", String(depth));
  return lineOf([...words, "-o", fileName("png")]);
}

/* ---- The dialog ---------------------------------------------------------------------------------- */

const BODY = `
<button class="close" data-do="close">Close</button><h2>Share</h2>
<h3>A link that holds the recipe</h3>
<div class="row"><input readonly data-is="link" aria-label="link"><button data-do="copy-link">Copy</button></div>
<h3>A picture, or numbers</h3>
<div class="row"><label>what <select data-is="what"><option value="shown">what is shown</option><option value="view">the recipe's view</option></select></label>
<span><input data-is="width" aria-label="width" type="number" min="1" max="8192"> × <input data-is="height" aria-label="height" type="number" min="1" max="8192"></span>
<label><input data-is="linked" type="checkbox" checked> keep the shape</label>
<label>samples a pixel <select data-is="samples"><option value="1">1</option><option value="2">2 × 2</option><option value="3">3 × 3</option></select></label>
<label>bits <select data-is="depth"><option>8</option><option>16</option></select></label>
<button data-do="png">Save .png</button><button data-do="npy">Save .npy</button><button data-do="burl">Save .burl</button></div>
<div class="row"><input readonly data-is="command" aria-label="command line"><button data-do="copy-command">Copy</button></div>
<h3>All parts, a material's maps, a loop, a mesh, points and lines</h3><section data-is="along" aria-label="taken along"></section>
<h3>Source text</h3>
<div class="row"><label>for <select data-is="target"></select></label><button data-do="copy-code">Copy</button></div>
<textarea readonly data-is="code" aria-label="source text" spellcheck="false"></textarea>
<h3 data-is="changes-head">What changed</h3><pre data-is="changes"></pre>
<p role="status" data-is="said"></p>`;

/** @param {import("../../packages/js/index.js").Burl} library */
export async function showShare(dialog, pool, picture, library) {
  set({ isPlaying: false }); /* the picture that is saved is the one that the command line makes */
  dialog.innerHTML = BODY;
  const is = name => dialog.querySelector(`[data-is="${name}"]`);
  for (const target of [...TARGETS, ...MADE_FOR]) is("target").append(new Option(target));
  is("link").value = location.origin + location.pathname + await linkOf({ name: state.name, text: state.text, seed: state.seed, result: state.result, drawings: state.drawings, look: lookOf() });

  const extent = () => extentOf(picture, is("what").value === "shown");
  const settings = () => {
    const size = ["width", "height"].map(name => Number(is(name).value));
    if (!size.every(n => Number.isInteger(n) && n > 0 && n <= MOST_SIDE)) throw new Error(`width and height are whole numbers from 1 to ${MOST_SIDE}`);
    return { size, extent: extent(), depth: Number(is("depth").value), samples: Number(is("samples").value) };
  };
  /** The other side follows, so that what is pictured keeps its shape. */
  const link = changed => {
    const [x0, y0, x1, y1] = extent(), aspect = Math.abs((y1 - y0)/(x1 - x0));
    const [other, factor] = changed === "width" ? ["height", aspect] : ["width", 1/aspect];
    const side = Number(is(changed).value);
    if (is("linked").checked && side > 0) is(other).value = String(Math.max(1, Math.round(side*factor)));
  };
  const say = text => (is("said").textContent = text);
  const renewCommand = () => {
    try {
      is("command").value = commandOf(settings());
      say("");
    } catch (error) {
      is("command").value = "";
      say(error.message);
    }
  };
  let renewed = 0; /* the last text that was asked for is shown */
  const renewCode = async () => {
    const number = ++renewed;
    const target = is("target").value;
    const isTarget = TARGETS.includes(target), footprint = state.step; /* automatic octaves are those that are shown */
    const request = isTarget ? { target, options: { footprint } } : { target: null, options: { madeFor: target, footprint } };
    is("code").value = "…";
    const text = await pool.ask("share", { task: "code", ...recipe(), name: fileName("burl"), ...request }).then(answer => answer.code, error => error.message);
    if (number === renewed) is("code").value = text;
  };
  const actions = {
    close: () => dialog.close(),
    "copy-link": () => navigator.clipboard.writeText(is("link").value).then(() => say("copied")),
    "copy-command": () => navigator.clipboard.writeText(is("command").value).then(() => say("copied")),
    "copy-code": () => navigator.clipboard.writeText(is("code").value).then(() => say("copied")),
    png: () => savePng(pool, library, settings()),
    npy: () => saveNpy(pool, settings()),
    burl: saveRecipe,
  };
  dialog.onclick = async event => {
    const action = actions[event.target.dataset?.do];
    if (!action) return;
    try {
      await action();
    } catch (error) {
      say(error.message);
    }
  };
  const { makeAlong } = await import("./along.js");
  const along = makeAlong(is("along"), { pool, extent, say });
  dialog.addEventListener("close", along.end, { once: true });
  for (const name of ["width", "height", "linked", "what", "samples", "depth"])
    is(name).addEventListener("input", () => {
      link(name === "height" ? "height" : "width");
      renewCommand();
      if (name === "what") along.renew();
    });
  is("width").value = String(FIRST_WIDTH);
  link("width");
  is("target").addEventListener("change", renewCode);
  const changes = changesOf(state.original, state.text);
  is("changes").replaceChildren(...changes.map(({ sign, text }) =>
    Object.assign(document.createElement("div"), { className: sign === "+" ? "added" : "removed", textContent: `${sign} ${text}` })));
  is("changes-head").hidden = is("changes").hidden = !changes.length || !state.original;
  renewCommand();
  if (!dialog.open) dialog.showModal();
  await renewCode();
}
