/* What is taken along beside one picture: all parts, the maps of a material, a loop, a mesh, points and lines.  Each is what
 * a command of burl makes, which runs in this page: make.js.  The rows below say which command, and ask for its main options. */
import { lineOf, wordsOf } from "./command.js";
import { download, fileName } from "./files.js";
import { Maker } from "./make.js";
import { state } from "./state.js";
import { wholeOf } from "./view.js";

const MOST_SIDE = 8192; /* samples along a side; more take burl itself */
const MOST_CHANNELS = 60; /* of the parts that one command line makes */
const PROGRAMS = ["blender", "unity", "unreal", "godot", "gltf"];
const PAPERS = ["a4", "a6", "a5", "a3", "a2", "a1", "a0"];

/* ---- What there is ------------------------------------------------------------------------------- */

/** What the rows are given: their fields' values, what is pictured, and { about } of the recipe.
 * @typedef {{ values: Record<string, string>, extent: number[], about: any, describe: (result: string) => Promise<any> }} Asked */

/** What there is to be made: lines of words, the last word of each a file; zip: of what they make.
 * @typedef {{ lines: string[][], zip?: string }} Wanted */

/** A row.  why: why there is none of this recipe; "": there is.
 * @typedef {{ title: string, fields: Field[], why?: (about: any) => string, wanted: (asked: Asked) => Wanted | Promise<Wanted>,
 *             shown?: (asked: Asked) => string[][], finish?: Function }} Kind */

/** A field.  none: what it stands for while it is empty.
 * @typedef {{ name: string, label: string, value?: string | ((asked: { about: any, extent: number[] }) => string), none?: string,
 *             choices?: string[] }} Field */

const extentWords = ({ extent }) => [`--extent=${extent.join(",")}`];

/** A number of samples along a side as it was typed. */
function sideOf(text, label = "width") {
  const side = Number(text);
  if (!Number.isInteger(side) || side < 1 || side > MOST_SIDE) throw new Error(`${label}: a whole number from 1 to ${MOST_SIDE}, not ${text}`);
  return side;
}

/** A width, and the height that goes with what is pictured. */
function sizeWords({ values, extent }, { text, label } = { text: values.width, label: "width" }) {
  const width = sideOf(text, label), aspect = Math.abs((extent[3] - extent[1])/(extent[2] - extent[0]));
  const height = Math.max(1, Math.round(width*aspect));
  if (height > MOST_SIDE) throw new Error(`${label}: ${width} goes with a height of ${height}, which is beyond ${MOST_SIDE}`);
  return ["--size", `${width}x${height}`];
}

/** Of commands that need samples for whole-grid functions alone. */
const wholeWords = ({ about }) => (about.needsWholeGrid ? ["--size", wholeOf(about).size.join("x")] : []);

/** Options that have a value. */
const optionWords = (values, ...names) => names.flatMap(name => (values[name]?.trim() ? [`--${name}`, values[name].trim()] : []));

const width = (value = "512") => ({ name: "width", label: "width", value });
const format = (...choices) => ({ name: "format", label: "as", choices });
const result = label => ({ name: "result", label, value: () => state.result ?? "", none: "last line" });
const paper = { name: "page", label: "paper of .svg", choices: PAPERS };
const partsOf = about => about.parts.filter(part => part.channels && !part.takesArguments && !part.name.includes("."));

/** Parts in groups that one command line takes. */
function groupsOf(parts) {
  const groups = [];
  let channels = MOST_CHANNELS;
  for (const part of parts) {
    channels += part.channels;
    if (channels > MOST_CHANNELS) groups.push([]), channels = part.channels;
    groups.at(-1).push(part);
  }
  return groups;
}

/** Whether a picture of it needs no range: it has colours, or proven bounds. */
const isBounded = bounds => bounds.length > 1 || (Number.isFinite(bounds[0].lo) && Number.isFinite(bounds[0].hi));

/** Of a part without them, the range that it is seen to have. */
async function rangeWords(part, describe) {
  return isBounded((await describe(part.name)).bounds) ? [] : ["--range", `${part.name}=auto`];
}

/** The recipe itself, and each of its parts. */
async function partsWanted(asked) {
  const { values, about, describe } = asked;
  const place = [...extentWords(asked), ...sizeWords(asked)], endings = values.format === "both" ? ["png", "npy"] : [values.format];
  const lines = [];
  for (const ending of endings) {
    const ranges = async parts => (ending === "png" ? (await Promise.all(parts.map(part => rangeWords(part, describe)))).flat() : []);
    const isKnown = isBounded((await describe(null)).bounds);
    const range = ending === "png" && !isKnown ? ["--range", "auto"] : [];
    lines.push([...wordsOf("render", { result: null }), ...place, ...range, "-o", fileName(ending)]);
    for (const group of groupsOf(partsOf(about))) {
      const result = group.map(part => part.name).join(","), name = group.length > 1 ? "{result}" : result;
      lines.push([...wordsOf("render", { result }), ...place, ...await ranges(group), "-o", fileName(ending).replace(/\.\w+$/, `_${name}$&`)]);
    }
  }
  return { lines, zip: fileName("zip") };
}

/** How many frames, when, and how fast. */
function timesWords({ values }) {
  const frames = Math.round(Number(values.seconds)*Number(values.fps));
  if (!(frames >= 1)) throw new Error("seconds and frames a second are numbers above 0");
  return { frames, words: ["--times", `${values.from}..${values.to}`, "--frames", String(frames)] };
}

/** The command line of a loop, as this file. */
function loopWords(asked, file) {
  const fps = /\.(gif|webp)$/.test(file) ? ["--fps", asked.values.fps] : [];
  return [...wordsOf("render", { time: 0 }), ...extentWords(asked), ...sizeWords(asked), ...timesWords(asked).words, ...fps, "-o", file];
}

/** Frames become a WebP that moves, as this browser encodes it. */
async function finishLoop(files, { values }, { progress, isStopped }) {
  if (values.format !== "webp") return files;
  const { movingWebp, stillWebp } = await import("./webp.js");
  const names = Object.keys(files).sort(), stills = [];
  for (const name of names) {
    if (isStopped()) return {};
    stills.push(await stillWebp(/** @type {any} */ (files[name]), Number(values.quality)/100));
    progress(stills.length/names.length, "encoding");
  }
  const [{ width: wide, height: high }] = stills;
  const made = movingWebp(stills.map(still => still.bytes), { width: wide, height: high, milliseconds: Math.round(1000/Number(values.fps)) });
  return { [fileName("webp")]: made };
}

/** What a command makes one file of.  The parts that it takes are asked for, or none.
 * @param {string} title @param {string} command @param {Field[]} fields @param {(asked: Asked) => string[]} words @returns {Kind} */
function single(title, command, fields, words) {
  const wanted = asked => {
    const result = asked.values.result?.trim() || null, options = [...extentWords(asked), ...words(asked)];
    return { lines: [[...wordsOf(command, { result }), ...options, "-o", fileName(asked.values.format)]] };
  };
  return { title, fields, wanted };
}

const short = value => String(Number(value.toPrecision(1)));
const largest = extent => Math.max(Math.abs(extent[2] - extent[0]), Math.abs(extent[3] - extent[1]));
const tenth = ({ about }) => {
  const { lo, hi } = about.bounds[0];
  return Number.isFinite(hi - lo) && hi > lo ? short((hi - lo)/10) : "0.1";
};

/** @type {Record<string, Kind>} */
const KINDS = {
  parts: { title: "every part, in a zip", fields: [{ ...format("png", "npy", "both") }, width("1024")], wanted: partsWanted },
  maps: {
    title: "the maps of the material, in a zip",
    fields: [{ name: "program", label: "for", choices: PROGRAMS }, width("1024")],
    why: about => (about.parts.some(part => part.name.startsWith("material.")) ? "" : "the recipe declares no material"),
    wanted: ({ values }) => {
      const folder = fileName("").replace(/\.$/, "/");
      return { lines: [[...wordsOf("render", { result: null }), "--for", values.program, "--size", String(sideOf(values.width)), "-o", folder]], zip: fileName("zip") };
    },
  },
  loop: {
    title: "a loop",
    fields: [format("webp", "gif", "frames"), { name: "seconds", label: "seconds", value: "2" }, { name: "fps", label: "frames a second", value: "20" },
      { name: "from", label: "from t", value: "0" }, { name: "to", label: "to t", value: "1" }, width("320"),
      { name: "quality", label: "quality of .webp", value: "90" }],
    why: about => (about.variesWith.includes("t") ? "" : "the recipe doesn't vary with t"),
    wanted: asked => {
      const { format: as } = asked.values;
      if (as === "gif") return { lines: [loopWords(asked, fileName("gif"))] };
      const digits = Math.max(4, String(timesWords(asked).frames).length);
      return { lines: [loopWords(asked, fileName("png").replace(/\.png$/, `_%0${digits}d.png`))], ...(as === "frames" ? { zip: fileName("zip") } : {}) };
    },
    shown: asked => (asked.values.format === "webp" ? [loopWords(asked, fileName("webp"))] : null),
    finish: finishLoop,
  },
  mesh: single("a mesh", "mesh", [format("glb", "obj", "stl", "ply"), result("parts: height, colour"), { name: "size", label: "steps along x", value: "256" },
    { name: "error", label: "error", none: "usual" }, { name: "base", label: "floor below", none: "open" },
    { name: "texture", label: "pixels of the colour", none: "at corners" }],
  asked => [...sizeWords(asked, { text: asked.values.size, label: "steps along x" }), ...optionWords(asked.values, "error", "base", "texture")]),
  points: single("points", "points", [format("csv", "geojson", "json", "ply", "glb"),
    { name: "radius", label: "radius", value: ({ extent }) => short(largest(extent)/40) }, { name: "with", label: "with parts", none: "none" },
    { name: "keep", label: "share that stays", none: "all" }],
  asked => [...wholeWords(asked), ...optionWords(asked.values, "radius", "with", "keep")]),
  contours: single("contours", "contours", [format("svg", "geojson", "json"), result("part"), { name: "interval", label: "interval", value: tenth },
    { name: "base", label: "one at", none: "0" }, width(), paper],
  asked => [...sizeWords(asked), ...optionWords(asked.values, "interval", "base"), ...pageWords(asked)]),
  streamlines: single("streamlines", "streamlines", [format("svg", "geojson", "json"), result("part"), { name: "apart", label: "apart", none: "usual" }, paper],
    asked => [...wholeWords(asked), ...optionWords(asked.values, "apart"), ...pageWords(asked)]),
  profiles: single("profiles", "profiles", [format("svg"), result("part"), { name: "rows", label: "rows", value: "80" }, paper],
    asked => [...wholeWords(asked), ...optionWords(asked.values, "rows"), ...pageWords(asked)]),
};

function pageWords({ values }) {
  return values.format === "svg" ? ["--page", values.page] : [];
}

/* ---- The section --------------------------------------------------------------------------------- */

const BODY = `<div class="row"><label>what <select data-is="kind" aria-label="what is taken along"></select></label>
<span data-is="fields" class="row"></span><button data-is="make">Make</button><button data-is="stop" hidden>Stop</button>
<progress data-is="done" max="1" value="0" aria-label="what is done" hidden></progress></div>
<div class="row"><input readonly data-is="lines" aria-label="command line of what is taken along"><button data-is="copy">Copy</button></div>`;

/** What a command says, by the names of the fields in place of options, without what is of use in a terminal alone. */
function plainText(said, fields) {
  const lines = said.split("\n").filter(line => !/^'burl \S+ --help'/.test(line));
  const labelOf = name => fields.find(field => (field.name === "width" ? "size" : field.name) === name)?.label;
  return lines.map(line => line.replace(/^burl \S+: (note: )?/, "").replace(/--([a-z]+)/g, (option, name) => labelOf(name) ?? option)).join("\n");
}

/** @param {Field} field @param {Asked} asked */
function inputOf({ name, label, value = "", none = "", choices }, asked) {
  const box = document.createElement("label"), input = document.createElement(choices ? "select" : "input");
  for (const choice of choices ?? []) input.append(new Option(choice));
  if (!choices) Object.assign(input, { size: 7, placeholder: none });
  input.value = choices ? choices[0] : typeof value === "function" ? value(asked) : value;
  input.dataset.field = name;
  box.append(`${label} `, input);
  return box;
}

/** @param {HTMLElement} section
 * @param {{ pool: any, extent: () => number[], say: (text: string) => void }} page */
export function makeAlong(section, { pool, extent, say }) {
  section.innerHTML = BODY;
  /** @returns {any} */
  const is = name => section.querySelector(`[data-is="${name}"]`);
  const maker = new Maker(), { about } = state;
  let isStopped = false;

  const kind = () => KINDS[is("kind").value];
  const describe = result => pool.ask("along", { task: "describe", text: state.text, seed: state.seed, result });
  /** @returns {Asked} */
  const asked = () => ({ about, extent: extent(), describe,
    values: Object.fromEntries([...is("fields").querySelectorAll("[data-field]")].map(input => [input.dataset.field, input.value])) });

  let renewed = 0; /* only the last one is shown */
  const renewLines = async () => {
    const number = ++renewed;
    let text = "";
    is("lines").value = "…";
    try {
      const what = asked();
      const lines = kind().shown?.(what) ?? (await kind().wanted(what)).lines;
      text = lines.map(lineOf).join(" && ");
      if (number === renewed) say("");
    } catch (error) {
      if (number === renewed) say(error.message);
    }
    if (number === renewed) is("lines").value = text;
  };
  const renewFields = () => {
    is("fields").replaceChildren(...kind().fields.map(field => inputOf(field, asked())));
    renewLines();
  };
  const progress = (share, what = "making") => {
    is("done").value = share;
    say(`${what}, ${Math.round(100*share)} %`);
  };
  const make = async () => {
    const what = asked(), wanted = await kind().wanted(what);
    const made = await maker.make(wanted, progress);
    const files = await (kind().finish?.(made.files, what, { progress, isStopped: () => isStopped }) ?? made.files);
    if (isStopped) return;
    const names = wanted.zip || kind().finish ? Object.keys(files).filter(name => !name.endsWith(".json")) : [wanted.lines[0].at(-1)];
    for (const name of names) download(name, new Blob([files[name]]));
    say([names.join(", "), plainText(made.said.join("\n"), kind().fields)].filter(Boolean).join("\n"));
  };
  const busy = isBusy => {
    for (const name of ["stop", "done"]) is(name).hidden = !isBusy;
    is("make").hidden = isBusy;
    is(isBusy ? "stop" : "make").focus();
  };

  for (const [name, { title, why }] of Object.entries(KINDS)) {
    const option = new Option(title, name), reason = why?.(about);
    if (reason) option.disabled = true, option.text = `${title} (${reason})`;
    is("kind").append(option);
  }
  is("kind").addEventListener("change", renewFields);
  is("fields").addEventListener("input", renewLines);
  is("copy").addEventListener("click", () => navigator.clipboard.writeText(is("lines").value).then(() => say("copied")));
  is("make").addEventListener("click", async () => {
    isStopped = false;
    busy(true);
    progress(0);
    await make().catch(error => say(plainText(error.message, kind().fields)));
    busy(false);
  });
  const stop = () => {
    isStopped = true;
    maker.stop();
    say("stopped: nothing was saved");
  };
  is("stop").addEventListener("click", stop);
  renewFields();
  return { renew: renewLines, end: stop };
}
