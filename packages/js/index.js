/* burl for JavaScript: recipes of noise, compiled and sampled by the C library itself, as WebAssembly. */

import { flatShapes } from "./geojson.js";

/** What went wrong with a recipe, and where: line and column count from 1 (0: no place), the column and the length in
 * bytes of UTF-8; file: the imported file that they are of, "": the recipe. */
export class BurlError extends Error {
  constructor(message, { status = "ARGUMENT", line = 0, column = 0, length = 0, hint = "", file = "" } = {}) {
    super(message);
    this.name = "BurlError";
    Object.assign(this, { status, line, column, length, hint, file });
  }
}

const STATUS = ["OK", "ARGUMENT", "MEMORY", "RECIPE", "DIMENSION", "LIMIT", "FILE", "CANCELLED", "SHAPE"];
const AXES = ["x", "y", "z", "w", "t"];
const MOST_SAMPLES = 2 ** 28;

/* ---- Memory -------------------------------------------------------------------------------------- */

/** The module's memory: numbers and texts in and out of it.  Its buffer is another one after it has grown. */
class Memory {
  constructor(exports) {
    this.exports = exports;
    this.encoder = new TextEncoder();
    this.decoder = new TextDecoder();
    this.at = exports.answer();
  }

  /** The first numbers of what the last call answered. */
  answer(count) {
    return Array.from(new Float64Array(this.exports.memory.buffer, this.at, count));
  }

  text(address, length) {
    const bytes = new Uint8Array(this.exports.memory.buffer);
    const end = length === undefined ? bytes.indexOf(0, address) : address + length;
    return this.decoder.decode(bytes.subarray(address, end));
  }

  allocate(bytes) {
    const at = this.exports.alloc(Math.max(bytes, 1));
    if (!at) throw new BurlError("out of memory", { status: "MEMORY" });
    return at;
  }

  /** Runs `use` with the addresses of copies: of texts (ended by NUL; null: address 0) and of Float64Arrays. */
  lend(values, use) {
    const lent = [];
    try {
      for (const value of values) lent.push(value == null ? 0 : this.copy(value));
      return use(...lent);
    } finally {
      for (const at of lent) if (at) this.exports.release(at);
    }
  }

  copy(value) {
    const bytes = typeof value === "string" ? this.encoder.encode(value + "\0")
      : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    const at = this.allocate(bytes.length);
    new Uint8Array(this.exports.memory.buffer).set(bytes, at);
    return at;
  }
}

/** What `read` returns; its errors are BurlErrors. */
function wellRead(read) {
  try {
    return read();
  } catch (error) {
    throw new BurlError(error.message);
  }
}

/* ---- Programs ------------------------------------------------------------------------------------ */

/** A compiled recipe.  It is freed with its last reference, or at once by free(). */
export class Program {
  #burl;
  #at;
  #lent = new Map(); // the samples of images, by name: where they lie in the module's memory

  constructor(burl, at) {
    this.#burl = burl;
    this.#at = at;
    burl.registry.register(this, { at, lent: this.#lent }, this);
    this.#describe();
  }

  #describe() {
    const { exports, memory } = this.#burl;
    exports.describe(this.#address);
    const [dims, channels, parts, params, results, octaves, notes, whole, varies, view, ...numbers] = memory.answer(22);
    /** How many coordinates a point has, 1 to 4; channels of the result: 1 a number, 3 rgb, 4 rgba. */
    this.dims = dims;
    this.channels = channels;
    /** Whether it can only be sampled as a whole grid. */
    this.needsWholeGrid = whole !== 0;
    /** What the result may vary with: of "x", "y", "z", "w", "t" and "seed". */
    this.variesWith = [...AXES, "seed"].filter((_, i) => (varies >> i) & 1);
    /** The corners to show: [x0, y0, …, x1, y1, …]; null: the recipe names none. */
    this.view = view ? numbers.slice(0, view) : null;
    /** After how much the result repeats, by axis: { x: 4, y: 4 }; along others no period is known, or it doesn't vary. */
    this.repeats = Object.fromEntries([..."xyzw"].map((axis, i) => [axis, numbers[8 + i]]).filter(([, after]) => after > 0 && after < Infinity));
    this.counts = { parts, params, results, octaves, notes };
  }

  get #address() {
    if (!this.#at) throw new BurlError("this program has been freed");
    return this.#at;
  }

  /** Answers of a getter for index 0 to count - 1. */
  #list(count, call, size, make) {
    const { memory } = this.#burl;
    return Array.from({ length: count }, (_, i) => {
      call(this.#address, i);
      return make(memory.answer(size), memory);
    });
  }

  /** The knobs: { name, text, value, lo, hi, isRead }; lo and hi are infinite where there is no range. */
  get params() {
    return this.#list(this.counts.params, this.#burl.exports.param, 6, ([name, text, value, lo, hi, read], memory) => (
      { name: memory.text(name), text: memory.text(text), value, lo, hi, isRead: read !== 0 }));
  }

  /** The named parts, in the order of their lines: { name, line, channels, takesArguments }; channels 0: it has no value. */
  get parts() {
    return this.#list(this.counts.parts, this.#burl.exports.part, 4, ([name, line, channels, takes], memory) => (
      { name: memory.text(name), line, channels, takesArguments: takes !== 0 }));
  }

  /** The recipe's text with all that it imports: it compiles without files. */
  get source() {
    return this.#burl.memory.text(this.#burl.exports.source(this.#address));
  }

  /** The results: { name, first, channels }. */
  get results() {
    return this.#list(this.counts.results, this.#burl.exports.result, 3, ([name, first, channels], memory) => (
      { name: memory.text(name), first, channels }));
  }

  /** The octaves of the first sum of them: { frequency, share, shift }. */
  get octaves() {
    return this.#list(this.counts.octaves, this.#burl.exports.octave, 6, ([frequency, share, ...shift]) => (
      { frequency, share, shift }));
  }

  /** What the recipe says without effect: { message, hint, line, column, length }. */
  get notes() {
    return this.#list(this.counts.notes, this.#burl.exports.note, 6, ([, line, column, length, message, hint], memory) => (
      { message: memory.text(message), hint: memory.text(hint), line, column, length }));
  }

  /** The names of the functions that the recipe uses. */
  get functions() {
    const names = [];
    for (let at; (at = this.#burl.exports.function_at(this.#address, names.length));) names.push(this.#burl.memory.text(at));
    return names;
  }

  /** The names of the images and shapes that the recipe reads, image("name"), lines("name"). */
  get images() {
    const names = [];
    for (let at; (at = this.#burl.exports.image_name(this.#address, names.length));) names.push(this.#burl.memory.text(at));
    return names;
  }

  /** Gives an image its heights, which are copied: { data, width, height }, data[height][width], NaN where there are none;
   * or a picture, data[height][width][channels], 2 to 4: as numbers from 0 to 1, or the bytes of an ImageData, which has 4.
   * Sample (i, j) lies at origin + (i, j)*step; without a step the recipe gives it a size, or it is stretched over whichever
   * grid is sampled. */
  setImage(name, { data, width, height, channels = width*height && data.length/(width*height), linear = false, origin = [0, 0],
    step = [0, 0] }) {
    const { exports, memory } = this.#burl;
    const isPicture = [2, 3, 4].includes(channels), areBytes = data instanceof Uint8ClampedArray || data instanceof Uint8Array;
    if (data.length !== width * height * (isPicture ? channels : 1))
      throw new BurlError(`${width} x ${height} heights are not ${data.length}`);
    const samples = memory.copy(isPicture && areBytes ? Float32Array.from(data, byte => byte/255) : Float32Array.from(data));
    const place = Float64Array.of(width, height, ...origin, ...step, isPicture ? channels : 1, linear ? 1 : 0);
    const status = memory.lend([name, place], (text, numbers) => exports.set_image(this.#address, text, samples, numbers));
    return this.#lend(name, samples, status);
  }

  /** Gives lines("name") and areas("name") what is drawn: GeoJSON, as text or as an object. */
  setShapes(name, geojson) {
    const { exports, memory } = this.#burl, { numbers, names } = wellRead(() => flatShapes(geojson));
    const bytes = memory.encoder.encode(names);
    const shapes = memory.lend([numbers, bytes], (at, text) => exports.shapes(at, text, bytes.length));
    if (!shapes) throw new BurlError("out of memory", { status: "MEMORY" });
    return this.#lend(name, shapes, memory.lend([name], text => exports.set_shapes(this.#address, text, shapes)));
  }

  /** Keeps what an image has been lent in place of what it had, or gives it back where it was refused. */
  #lend(name, at, status) {
    const { exports } = this.#burl;
    if (status) exports.release(at);
    this.#burl.check(status);
    if (this.#lent.has(name)) exports.release(this.#lent.get(name));
    this.#lent.set(name, at);
    return this;
  }

  /** The proven bounds of a channel, for every finite point and time: { lo, hi, mayBeNaN }. */
  bounds(channel = 0) {
    this.#burl.exports.bounds(this.#address, channel);
    const [lo, hi, nan] = this.#burl.memory.answer(3);
    return { lo, hi, mayBeNaN: nan !== 0 };
  }

  /** The proven bounds of each channel over the box of points from lo to hi, a coordinate an axis, and of times from t0 to
   * t1: [{ lo, hi, mayBeNaN }, …], within bounds(), and closer the smaller the box is beside the noise's cells. */
  boundsOver(lo, hi, t0 = 0, t1 = t0) {
    const { exports, memory } = this.#burl, of = corner => [0, 1, 2, 3].map(a => corner[a] ?? 0);
    if (lo.length !== this.dims || hi.length !== this.dims) throw new BurlError(`a box of ${this.dims} dimensions has as many coordinates a corner`);
    this.#burl.check(exports.bounds_over(this.#address, ...of(lo), ...of(hi), t0, t1));
    return Array.from({ length: this.channels }, (_, channel) => {
      exports.bounds_of_box(channel);
      const [least, most, nan] = memory.answer(3);
      return { lo: least, hi: most, mayBeNaN: nan !== 0 };
    });
  }

  /** The lattice of a recipe that is one perlin(), value() or simplex(): { dims, taps, isValue, interp, frequency, shift, isSimplex };
   * null: it is something else. */
  get lattice() {
    this.#burl.exports.lattice(this.#address);
    const [dims, taps, value, interp, ...numbers] = this.#burl.memory.answer(9);
    if (!dims) return null;
    return { dims, taps, isValue: value !== 0, interp: this.#burl.memory.text(interp), frequency: numbers.slice(0, 2),
      shift: numbers.slice(2, 4), isSimplex: numbers[4] !== 0 };
  }

  /** What the lattice point (i, j) has: { value, gradient, hash }; and the weight along an axis of one so many cells left, of
   * simplex noise of one so far away. */
  latticePoint(i, j = 0) {
    this.#burl.exports.lattice_point(this.#address, i, j);
    const [value, gx, gy, hash] = this.#burl.memory.answer(4);
    return { value, gradient: [gx, gy], hash };
  }

  latticeWeight(distance) {
    return this.#burl.exports.lattice_weight(this.#address, distance);
  }

  /** Turns a knob. */
  set(name, value) {
    this.#burl.check(this.#burl.memory.lend([name], at => this.#burl.exports.set(this.#address, at, value)));
    this.#describe();
    return this;
  }

  /** Another seed: a whole number, a bigint of 64 bits, or a text, as burl --seed takes it. */
  seed(seed) {
    const [low, high] = this.#burl.seedWords(seed);
    this.#burl.check(this.#burl.exports.seed(this.#address, low, high));
    this.#describe();
    return this;
  }

  /** Samples of a grid as Float32Array[…][j][i][channels]: sample n of an axis lies at origin + (first + n)*step.
   * progress(done) is asked now and then, and stops the call where it returns true, or throws, which is passed on. */
  grid(options) {
    const { exports, memory } = this.#burl;
    const numbers = gridNumbers(options);
    const count = numbers.slice(0, 4).reduce((product, size) => product * Math.max(size, 1), this.channels);
    if (!(count <= MOST_SAMPLES)) throw new BurlError(`${count} numbers are more than 2^28`, { status: "LIMIT" });
    const out = memory.allocate(4 * count);
    this.#burl.progress = options.progress;
    try {
      const status = memory.lend([numbers], at => exports.grid(this.#address, at, out));
      this.#burl.check(status);
      return new Float32Array(exports.memory.buffer, out, count).slice();
    } finally {
      this.#burl.progress = null;
      exports.release(out);
    }
  }

  /** Which blocks of a grid, [x, y, …] samples each, lie wholly on one side of a level, proven without sampling them, as
   * Int8Array[…][j][i]: 1: every sample of the first channel is greater, -1: none is, 0: neither is proven. */
  blocksOf(options, block, level = 0) {
    const { exports, memory } = this.#burl;
    const numbers = gridNumbers(options), sides = Float64Array.from([0, 1, 2, 3], a => block[a] ?? 1);
    if (!sides.every(side => Number.isInteger(side) && side >= 1)) throw new BurlError("a block's sides are whole numbers from 1 on");
    const count = sides.reduce((product, side, a) => product * Math.ceil(Math.max(numbers[a], 1) / side), 1);
    if (!(count <= MOST_SAMPLES)) throw new BurlError(`${count} blocks are more than 2^28`, { status: "LIMIT" });
    const out = memory.allocate(count);
    try {
      this.#burl.check(memory.lend([numbers, sides], (at, of) => exports.blocks_of(this.#address, at, of, level, out)));
      return new Int8Array(exports.memory.buffer, out, count).slice();
    } finally {
      exports.release(out);
    }
  }

  /** Which share of the result, 0 to 1, is due to noise too fine for a grid. */
  tooFine(options) {
    return this.#burl.memory.lend([gridNumbers(options)], at => this.#burl.exports.too_fine(this.#address, at));
  }

  /** Samples at points, { x: [...], y: [...], … , t: [...] }, as Float32Array[points][channels].  Coordinates left out are
   * 0. */
  points(coordinates) {
    const { exports, memory } = this.#burl;
    const lists = AXES.map(axis => coordinates[axis]);
    const count = Math.max(0, ...lists.map(list => list?.length ?? 0));
    if (lists.some(list => list && list.length !== count)) throw new BurlError("not all coordinates have as many points");
    const flat = new Float64Array(5 * count);
    lists.forEach((list, axis) => list && flat.set(list, axis * count));
    const out = memory.allocate(4 * count * this.channels);
    try {
      this.#burl.check(memory.lend([flat], at => exports.points(this.#address, count, at, out)));
      return new Float32Array(exports.memory.buffer, out, count * this.channels).slice();
    } finally {
      exports.release(out);
    }
  }

  /** The points of scatter(), with lo <= coordinate < hi, and the samples there: { x, y, radius, id, chance, values }, as the
   * C library's burl_scattered has them, typed arrays of as many items as there are points; values[points][channels].  No two
   * points are nearer to each other than radius; that may be a program of one number, read at each point, proven to be above
   * 0.  Windows side by side have each point once.  candidates: 1, 4, 16 or 64; period: [x, y] after which they repeat. */
  scatter(lo, hi, radius, { candidates = 4, seed = 0, period = [0, 0], time = 0, footprint = 0, progress } = {}) {
    const { exports, memory } = this.#burl, varies = radius instanceof Program;
    if (this.dims > 2 || lo.length !== 2 || hi.length !== 2 || period.length !== 2)
      throw new BurlError("points have two coordinates, as the window and the recipe");
    if (!varies && typeof radius !== "number") throw new BurlError("a radius is a number or a program");
    if (![1, 4, 16, 64].includes(candidates)) throw new BurlError(`candidates are 1, 4, 16 or 64, not ${candidates}`);
    const numbers = Float64Array.of(...lo, ...hi, varies ? 1 : radius, ...period, time, footprint, candidates);
    this.#burl.progress = progress;
    try {
      this.#burl.check(memory.lend([numbers], at => exports.scatter(this.#address, varies ? radius.#address : 0, at,
        ...this.#burl.seedWords(seed))));
    } finally {
      this.#burl.progress = null;
    }
    return this.#takeLists(this.channels);
  }

  /** The lists of points that were answered, which are released. */
  #takeLists(channels) {
    const { exports, memory } = this.#burl, [count, ...lists] = memory.answer(7);
    const take = (Kind, n, each = 1) => (lists[n] ? new Kind(exports.memory.buffer, lists[n], count*each).slice() : new Kind(0));
    const taken = { x: take(Float64Array, 0), y: take(Float64Array, 1), radius: take(Float64Array, 2), id: take(Uint32Array, 3),
      chance: take(Float32Array, 4), values: take(Float32Array, 5, channels) };
    for (const at of lists) if (at) exports.release(at);
    return taken;
  }

  /** The recipe as source text: "glsl" "glsles" "wgsl" "hlsl" "msl" "opencl" "cuda" "c". */
  code(target, { prefix, madeFor, entries, uniforms, uniformKnobs, style, exact, fast, footprint = 0 } = {}) {
    const { exports, memory } = this.#burl;
    const flags = (uniformKnobs ? 1 : 0) | (exact ? 2 : 0) | (fast ? 4 : 0);
    const status = memory.lend([target, prefix, madeFor, entries, uniforms, style], (...words) =>
      memory.lend([new Uint32Array(words)], list => exports.code(this.#address, list, flags, footprint)));
    const [at, length] = memory.answer(2);
    const text = at ? memory.text(at, length) : "";
    if (at) exports.release(at);
    this.#burl.check(status);
    return text;
  }

  free() {
    if (!this.#at) return;
    this.#burl.registry.unregister(this);
    this.#burl.release({ at: this.#at, lent: this.#lent });
    this.#at = 0;
  }
}

function gridNumbers({ size, first = [], origin = [], step = [], time = 0, samples = 0, footprint = 0 }) {
  const numbers = new Float64Array(19);
  numbers.set([1, 1, 1, 1]);
  numbers.set(size, 0);
  numbers.set(first, 4);
  numbers.set(origin, 8);
  numbers.set(step, 12);
  numbers.set([time, samples, footprint], 16);
  if (numbers.subarray(0, 8).some(n => !Number.isSafeInteger(n))) throw new BurlError("sizes and firsts are whole numbers");
  return numbers;
}

/** What a text says as a seed, as burl --seed takes it: a whole number of 64 bits, in digits or hexadecimal, as a bigint; or
 * a text, which may not be written like another number.  null: neither. */
export function readSeed(text) {
  const whole = /^(-?)(\d+|0x[0-9a-f]+)$/i.exec(text);
  if (!whole) return /^([-+]?\.?\d[\d.]*(e[-+]?\d+)?$|[-+]?0x|\s|$)|\s$/i.test(text) ? null : text;
  const bits = (whole[1] ? -1n : 1n)*BigInt(whole[2]);
  return bits >= -(1n << 63n) && bits < 1n << 64n ? bits : null;
}

/** A recipe that carries files, as burl_source has them: each below a line that names it. */
const withFiles = (recipe, files) => [recipe, ...Object.entries(files).map(([name, text]) => `file "${name}"\n${text}`)].join("\n");

/* ---- The library --------------------------------------------------------------------------------- */

export class Burl {
  constructor(exports) {
    this.exports = exports;
    this.memory = new Memory(exports);
    this.progress = null;
    this.thrown = null;
    this.registry = new FinalizationRegistry(program => this.release(program));
    this.version = this.memory.text(exports.version());
    this.outputVersion = exports.output_version();
  }

  /** Compiles a recipe.  dims: 1 to 4, 2 if left out; result: a named part, or several, "height, normals"; derivativeBy:
   * "x" to "w" or "t", each result's derivative in its place; octaves: [first, end], of each sum of octaves these alone;
   * files: the texts of what it imports, by name, { "parts/wood.burl": "planks(u) = …" }.  Throws a BurlError. */
  compile(recipe, { name = null, dims = 2, result = null, seed = 0, derivativeBy = null, octaves = null, files = {} } = {}) {
    const text = withFiles(recipe, files), bytes = this.memory.encoder.encode(text).length;
    const by = derivativeBy ? AXES.indexOf(derivativeBy) + 1 : 0;
    const at = this.memory.lend([text, name, result], (source, file, part) =>
      this.exports.compile(source, bytes, file, dims, part, by, ...(octaves ?? [0, 0])));
    if (!at) this.throwLast();
    const program = new Program(this, at);
    return seed ? program.seed(seed) : program;
  }

  /** Frees a program and the samples that it was lent. */
  release({ at, lent }) {
    this.exports.free(at);
    for (const samples of lent.values()) this.exports.release(samples);
    lent.clear();
  }

  /** The number that a text stands for as a seed. */
  seedOfText(text) {
    this.memory.lend([text], at => this.exports.seed_of_text(at));
    const [low, high] = this.memory.answer(2);
    return (BigInt(high) << 32n) | BigInt(low);
  }

  seedWords(seed) {
    const isWhole = typeof seed === "bigint" || Number.isSafeInteger(seed);
    const read = isWhole || typeof seed === "string" ? readSeed(String(seed)) : null;
    if (read === null) throw new BurlError(`a seed is a whole number of 64 bits, or a text that is no other number, not ${seed}`);
    const bits = BigInt.asUintN(64, typeof read === "string" ? this.seedOfText(read) : read);
    return [Number(bits & 0xffffffffn), Number(bits >> 32n)];
  }

  throwLast() {
    this.exports.last_error();
    const [status, line, column, length, message, hint, file] = this.memory.answer(7);
    throw new BurlError(this.memory.text(message), { status: STATUS[status], line, column, length,
      hint: this.memory.text(hint), file: this.memory.text(file) });
  }

  /** Throws the last error where a call says that it failed. */
  check(status) {
    const thrown = this.thrown;
    this.thrown = null;
    if (thrown) throw thrown.by;
    if (status) this.throwLast();
  }

  /** Whether the caller's progress stops the work, 1 or 0.  What it throws does, and is thrown once the library has released
   * what it has taken, which it couldn't if that went through it. */
  askProgress(done) {
    try {
      return this.progress?.(done) ? 1 : 0;
    } catch (by) {
      this.thrown = { by };
      return 1;
    }
  }
}

/** What libc's output would call: there is none. */
const wasi = { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 };

/** The module's bytes from burl.wasm.js, which every bundler and server finds, as it is imported like any other module. */
async function embedded() {
  const { default: text } = await import("./burl.wasm.js");
  const characters = atob(text), packed = new Uint8Array(characters.length);
  for (let i = 0; i < packed.length; i++) packed[i] = characters.charCodeAt(i);
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** A file's bytes, in Node, whose fetch() reads none.  Bundlers leave the import alone, as its name is no constant. */
async function read(url) {
  const name = "node:fs/promises";
  const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name);
  return readFile(new URL(url));
}

async function bytesOf(source) {
  if (source === undefined) return embedded();
  if (!(source instanceof URL) && typeof source !== "string") return source; // bytes, or a WebAssembly.Module
  if (String(source).startsWith("file:")) return read(source);
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`${source}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Whether this place has what the module needs: WebAssembly with 128-bit SIMD. */
export function isSupported() {
  const simd = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
    15, 253, 98, 11]);
  return typeof WebAssembly === "object" && WebAssembly.validate(simd);
}

/** Loads the library: by itself, from the URL of a burl.wasm, from its bytes or from a WebAssembly.Module. */
export async function load(source) {
  let burl = null;
  const imports = { wasi_snapshot_preview1: wasi, burl: { progress: done => burl.askProgress(done) } };
  const bytes = await bytesOf(source);
  const made = await WebAssembly.instantiate(bytes, imports);
  const instance = made instanceof WebAssembly.Instance ? made : made.instance;
  instance.exports._initialize();
  burl = new Burl(instance.exports);
  return burl;
}
