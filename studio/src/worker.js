/* A worker of the pool: it has a library of its own, and answers one request at a time.  See pool.js. */
import { load, BurlError } from "../../packages/js/index.js";

const MOST_KEPT = 8; /* programs, the last used ones */
const SLOWEST_MS = 20000; /* what takes longer is stopped: a link may hold anything */

/** The library without source text in other languages, and the whole one once that was asked for.
 * @type {import("../../packages/js/index.js").Burl} */
let burl, whole;
/** @type {Map<string, import("../../packages/js/index.js").Program>} */
const kept = new Map();

/** The program of a recipe with its seed and knobs, from earlier if it is there. */
function programOf({ text, name: file = null, result = null, dims = 2, seed = "0", knobs = {}, derivativeBy = null, octaves = null, drawings = "" }, library = burl) {
  const key = JSON.stringify([library === whole, text, file, result, dims, seed, knobs, derivativeBy, octaves, drawings]);
  let program = kept.get(key);
  if (program) kept.delete(key);
  else {
    program = library.compile(text, { name: file, dims, result, seed, derivativeBy, octaves });
    for (const [name, value] of Object.entries(knobs)) if (program.params.some(p => p.name === name)) program.set(name, value);
    const drawn = drawings ? JSON.parse(drawings) : {};
    for (const name of program.images) if (Object.hasOwn(drawn, name)) program.setShapes(name, drawn[name]);
  }
  kept.set(key, program);
  for (const [old, other] of kept) {
    if (kept.size <= MOST_KEPT) break;
    other.free();
    kept.delete(old);
  }
  return program;
}

/** The same, where samples are wanted: of all that it reads. */
function wholeProgramOf(request) {
  const program = programOf(request), drawn = request.drawings ? JSON.parse(request.drawings) : {};
  const missing = program.images.find(name => !Object.hasOwn(drawn, name));
  if (missing === undefined) return program;
  const hint = /json$/i.test(missing) ? "drop the file on the page, or draw it: the button Draw" : "the studio reads lines and areas alone";
  throw Object.assign(new BurlError(`"${missing}" isn't here`), { status: "FILE", hint });
}

/** Stops what takes too long. */
function limit() {
  const end = performance.now() + SLOWEST_MS;
  return () => performance.now() > end;
}

const tasks = {
  /** What a recipe is: all that the page shows of it beside its samples. */
  describe(request) {
    const program = programOf(request);
    const { dims, channels, params, parts, view, variesWith, repeats, notes, needsWholeGrid, octaves, functions, images } = program;
    const bounds = Array.from({ length: channels }, (_, c) => program.bounds(c));
    return { dims, channels, params, parts, view, variesWith, repeats, notes, needsWholeGrid, octaves, functions, images, bounds };
  },

  /** Samples of a grid, and the recipe with all that it imports: { samples, channels, source, ms }, of which compiling took
   * msBefore. */
  grid(request) {
    const start = performance.now();
    const program = wholeProgramOf(request), msBefore = performance.now() - start;
    const samples = program.grid({ ...request.grid, progress: limit() });
    return { samples, channels: program.channels, source: program.source, msBefore, ms: performance.now() - start };
  },

  points(request) {
    const program = wholeProgramOf(request);
    return { samples: program.points(request.points), channels: program.channels };
  },

  async code(request) {
    whole ??= await load(new URL("burl.wasm", self.location.href));
    return { code: programOf(request, whole).code(request.target, request.options) };
  },

  /** Expressions of a recipe at one sample of a grid: a value each, null where it has none there; the lattice cell of those
   * that are a single noise, and what each octave adds to a sum of them. */
  explain({ before, behind, seed, at, step, time, expressions, drawings }) {
    const sample = { size: [1, 1], origin: at, step, time };
    const explained = ({ text: expression, isSum }) => {
      const source = { text: before + expression + behind, seed, drawings };
      try {
        const program = programOf(source);
        if (program.needsWholeGrid) return null;
        const value = [...program.grid(sample)];
        return { value, cell: cellOf(program, at), octaves: isSum ? octavesOf(source, sample, value[0]) : [] };
      } catch {
        return null;
      }
    };
    return { values: expressions.map(explained) };
  },
};

/** What each octave adds to a sum of them; none where what is added isn't the value, as of a sum within a sum. */
function octavesOf(source, sample, whole) {
  const program = programOf(source);
  if (program.channels > 1 || program.octaves.length < 2) return [];
  const octaves = program.octaves.map(({ frequency, share }, i) => {
    const one = programOf({ ...source, octaves: [i, i + 1] });
    return { frequency, share, value: one.grid(sample)[0], cell: cellOf(one, sample.origin) };
  });
  return Math.abs(sum(octaves.map(({ value }) => value)) - whole) <= 1e-5*Math.max(1, Math.abs(whole)) ? octaves : [];
}

const sum = numbers => numbers.reduce((total, number) => total + number, 0);

/** The numbers of the lattice points, from `first` on, that a sample may be made of. */
function lattice(dims, first, count) {
  const along = low => Array.from({ length: count }, (_, i) => low + i);
  return dims > 1 ? along(first[1]).flatMap(j => along(first[0]).map(i => [i, j])) : along(first[0]).map(i => [i]);
}

/** The lattice points around a point, with where each lies and what it adds; null: the program is not a single noise. */
function cellOf(program, at) {
  const { dims, taps, isValue, interp, frequency, shift, isSimplex } = program.lattice ?? { dims: 0 };
  if (!dims || (!isSimplex && taps !== 2)) return null;
  const cells = at.slice(0, dims).map((p, a) => p*frequency[a] + shift[a]);
  const skew = isSimplex && dims > 1 ? sum(cells)/3 : 0, first = cells.map(p => Math.floor(p + skew));
  const around = isSimplex ? lattice(dims, first.map(p => p - 2), 6) : lattice(dims, first, 2);
  const corners = around.map(point => {
    const place = point.map(i => i - (isSimplex && dims > 1 ? sum(point)/5 : 0));
    const { value, gradient, hash } = program.latticePoint(...point), distance = cells.map((p, a) => p - place[a]);
    const weights = (isSimplex ? [Math.hypot(...distance)] : distance).map(d => program.latticeWeight(d));
    const weight = weights.reduce((product, w) => product*w, 1);
    const height = isValue ? value : sum(distance.map((d, a) => d*gradient[a]));
    return { point, place, gradient: gradient.slice(0, dims), hash, distance, weights, weight, height, product: weight*height };
  });
  return { dims, isValue, interp, isSimplex, at: cells, corners: isSimplex ? corners.filter(({ weight }) => weight > 0) : corners };
}

function errorOf(error) {
  if (!(error instanceof BurlError)) return { message: String(error?.message ?? error), hint: "", line: 0, column: 0, length: 0 };
  const { hint, line, column, length, status, file } = error;
  const message = status === "CANCELLED" ? `this was stopped after ${SLOWEST_MS/1000} seconds: the recipe is too slow here` : error.message;
  if (file) return { message: `${file}:${line}:${column}: ${message}`, hint, line: 0, column: 0, length: 0, status };
  return { message, hint, line, column, length, status };
}

self.onmessage = async ({ data }) => {
  if (data.module) {
    burl = await load(data.module);
    self.postMessage({ ready: burl.version });
    return;
  }
  try {
    const answer = await tasks[data.task](data);
    const buffers = answer.samples ? [answer.samples.buffer] : [];
    self.postMessage({ id: data.id, answer }, { transfer: buffers });
  } catch (error) {
    self.postMessage({ id: data.id, error: errorOf(error) });
  }
};
