/** What went wrong with a recipe, and where: line and column count from 1 (0: no place); column and length are in bytes of
 * UTF-8. */
export class BurlError extends Error {
  status: "ARGUMENT" | "MEMORY" | "RECIPE" | "DIMENSION" | "LIMIT" | "FILE" | "CANCELLED" | "SHAPE";
  line: number;
  column: number;
  length: number;
  hint: string;
  /** The imported file that the place is in; "": the recipe. */
  file: string;
}

/** What a text says as a seed: a whole number of 64 bits, a text, or null: it is written like another number. */
export function readSeed(text: string): bigint | string | null;

export interface CompileOptions {
  /** What the recipe is called in comments, "clouds.burl", after which lean source text calls its function; "recipe" if left out. */
  name?: string | null;
  /** How many coordinates a point has, 1 to 4; 2 if left out. */
  dims?: number;
  /** A named part in place of the last line, or several, "height, normals". */
  result?: string | null;
  seed?: number | bigint | string;
  /** Each result's derivative in its place. */
  derivativeBy?: "x" | "y" | "z" | "w" | "t" | null;
  /** [first, end]: of each sum of octaves these alone, counted from 0, with their shares in the whole sum. */
  octaves?: [number, number] | null;
  /** The texts of the files that the recipe imports, by name: { "parts/wood.burl": "planks(u) = fract(u)" }. */
  files?: Record<string, string>;
}

/** Sample n of an axis lies at origin + (first + n)*step; what is left out is 1 for sizes, else 0. */
export interface GridOptions {
  size: ArrayLike<number>;
  first?: ArrayLike<number>;
  origin?: ArrayLike<number>;
  step?: ArrayLike<number>;
  time?: number;
  /** 2 to 16: each sample is the mean of samples x samples around it. */
  samples?: number;
  /** For octaves: auto, the step; 0: that of the grid. */
  footprint?: number;
  /** Asked now and then, with what is done from 0 to 1; true stops with a BurlError of status "CANCELLED". */
  progress?: (done: number) => boolean | void;
}

export interface CodeOptions {
  prefix?: string;
  madeFor?: "shadertoy" | "godot" | "godot-spatial" | "unity" | "three" | "p5" | "unreal";
  entries?: string;
  uniforms?: string;
  uniformKnobs?: boolean;
  /** Lean with madeFor; else the library's bits where the target has a cheap way to them. */
  style?: "exact" | "fast" | "lean";
  /** Other spellings of these styles. */
  exact?: boolean;
  fast?: boolean;
  /** For octaves: auto, which need it, or have it among the uniforms: the step between samples, above 0. */
  footprint?: number;
}

export interface Points {
  x?: ArrayLike<number>;
  y?: ArrayLike<number>;
  z?: ArrayLike<number>;
  w?: ArrayLike<number>;
  t?: ArrayLike<number>;
}

export interface ScatterOptions {
  /** 1, 4, 16 or 64, 4 if left out: more are denser, and take longer. */
  candidates?: 1 | 4 | 16 | 64;
  seed?: number | bigint | string;
  /** They repeat after that along each axis; 0: they don't. */
  period?: [number, number];
  time?: number;
  footprint?: number;
  /** Asked now and then, with what is done from 0 to 1; true stops with a BurlError of status "CANCELLED". */
  progress?: (done: number) => boolean | void;
}

/** Points, each with an item in every list. */
export interface Scattered {
  x: Float64Array;
  y: Float64Array;
  /** No two points are nearer than the larger of theirs. */
  radius: Float64Array;
  /** What scatter(give: id) is there. */
  id: Uint32Array;
  /** hash(id, 1), in [0, 1): points for which it is less than a density thin them out to that. */
  chance: Float32Array;
  /** The samples: float[points][channels]. */
  values: Float32Array;
}

export interface Lattice {
  dims: number;
  taps: number;
  isValue: boolean;
  interp: string;
  frequency: number[];
  shift: number[];
  isSimplex: boolean;
}

/** A compiled recipe.  It is freed with its last reference, or at once by free(). */
export class Program {
  readonly dims: number;
  /** 1: a number; 3: rgb; 4: rgba; of several results the sum. */
  readonly channels: number;
  readonly needsWholeGrid: boolean;
  readonly variesWith: ("x" | "y" | "z" | "w" | "t" | "seed")[];
  /** After how much the result repeats, by axis; along others no period is known, or it doesn't vary. */
  readonly repeats: { x?: number; y?: number; z?: number; w?: number };
  /** x0, y0, …, x1, y1, …; null: the recipe names none. */
  readonly view: number[] | null;
  readonly params: { name: string; text: string; value: number; lo: number; hi: number; isRead: boolean }[];
  readonly parts: { name: string; line: number; channels: number; takesArguments: boolean }[];
  readonly results: { name: string; first: number; channels: number }[];
  readonly octaves: { frequency: number; share: number; shift: number[] }[];
  readonly notes: { message: string; hint: string; line: number; column: number; length: number }[];
  readonly functions: string[];
  /** The recipe's text with all that it imports: it compiles without files. */
  readonly source: string;
  /** null: the recipe is not one perlin() or value(). */
  readonly lattice: Lattice | null;
  /** hash: burl's, 32 bits, from which the value or the gradient is made; 0 with another hash. */
  latticePoint(i: number, j?: number): { value: number; gradient: number[]; hash: number };
  latticeWeight(distance: number): number;
  /** The names of the images and shapes that the recipe reads, image("name"), lines("name"). */
  readonly images: string[];
  /** Heights, copied: data[height][width], NaN where there are none; or a picture, data[height][width][channels], 2 to 4, as
   * numbers from 0 to 1 or as bytes.  Sample (i, j) lies at origin + (i, j)*step; without a step the recipe gives it a size,
   * or it is stretched over whichever grid is sampled.  linear: colours are linear light. */
  setImage(name: string, image: { data: ArrayLike<number>; width: number; height: number; channels?: number; linear?: boolean;
    origin?: [number, number]; step?: [number, number] }): this;
  /** What lines("name") and areas("name") read: GeoJSON, as text or as an object. */
  setShapes(name: string, geojson: string | object): this;
  bounds(channel?: number): { lo: number; hi: number; mayBeNaN: boolean };
  /** The proven bounds of each channel over the box of points from lo to hi, a coordinate an axis, and of times from t0 to
   * t1: within bounds(), and closer the smaller the box is beside the noise's cells. */
  boundsOver(lo: number[], hi: number[], t0?: number, t1?: number): { lo: number; hi: number; mayBeNaN: boolean }[];
  set(name: string, value: number): this;
  seed(seed: number | bigint | string): this;
  /** float[…][j][i][channels]. */
  grid(options: GridOptions): Float32Array;
  /** Int8Array[…][j][i] of the blocks: 1 above the level, -1 not above, 0 undecided. */
  blocksOf(options: GridOptions, block: number[], level?: number): Int8Array;
  tooFine(options: GridOptions): number;
  /** float[points][channels]. */
  points(coordinates: Points): Float32Array;
  /** The points of scatter() in a window, lo <= coordinate < hi, with the samples there.  Windows side by side have each point
   * once.  radius: a number, or a program of one number above 0 that is read at each point. */
  scatter(lo: [number, number], hi: [number, number], radius: number | Program, options?: ScatterOptions): Scattered;
  code(target: "glsl" | "glsles" | "wgsl" | "hlsl" | "msl" | "opencl" | "cuda" | "c", options?: CodeOptions): string;
  free(): void;
}

export class Burl {
  readonly version: string;
  readonly outputVersion: number;
  /** Throws a BurlError. */
  compile(text: string, options?: CompileOptions): Program;
  seedOfText(text: string): bigint;
}

/** Whether this place has WebAssembly with 128-bit SIMD. */
export function isSupported(): boolean;

/** Loads the library: by itself, from the URL of a burl.wasm, from its bytes or from a WebAssembly.Module. */
export function load(source?: string | URL | BufferSource | WebAssembly.Module): Promise<Burl>;
