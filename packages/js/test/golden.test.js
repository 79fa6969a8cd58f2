/* The recipes have the bits that test/golden.txt keeps: the hashes of test/golden.c, made here through the package. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { load } from "../index.js";

const TOP = new URL("../../../", import.meta.url);
const ORIGINS = [0, -20.3, 1e9 + 0.1];
const STEPS = [0.37, 0.29, 0.43, 0.31];
const ZONE_POINTS = 16;
const SIDE = 9;

/** FNV-1a by words of 32 bits, folded so that high bits come down. */
class Hash {
  value = 0xcbf29ce484222325n;
  any = false;

  word(word) {
    this.value = BigInt.asUintN(64, (this.value ^ BigInt(word >>> 0)) * 0x100000001b3n);
    this.value ^= this.value >> 32n;
  }

  samples(values) {
    this.word(0);
    this.any = true;
    for (const word of new Uint32Array(values.buffer)) this.word(word);
  }

  get text() {
    return this.any ? this.value.toString(16).padStart(16, "0") : "error";
  }
}

function addPoints(hash, program) {
  const count = ORIGINS.length * ZONE_POINTS;
  const points = Object.fromEntries(["x", "y", "z", "w", "t"].map(axis => [axis, new Float64Array(count)]));
  for (let n = 0; n < count; n++) {
    ["x", "y", "z", "w"].forEach((axis, a) => {
      points[axis][n] = ORIGINS[Math.floor(n / ZONE_POINTS)] + (n % ZONE_POINTS) * STEPS[a] * (1 + a);
    });
    points.t[n] = 0.21 * n;
  }
  hash.samples(program.points(points));
}

function addZone(hash, program, zone) {
  const size = [[SIDE * SIDE], [SIDE, SIDE], [SIDE, 3, 3], [5, 3, 3, 2]][program.dims - 1];
  hash.samples(program.grid({ size, origin: Array(4).fill(ORIGINS[zone]), step: STEPS, time: 0.75 }));
}

function addView(hash, program) {
  const side = [256, 24, 8, 4][program.dims - 1];
  const view = program.view ?? [];
  const half = view.length / 2;
  const size = [], origin = [], step = [];
  for (let axis = 0; axis < program.dims; axis++) {
    const from = axis < half ? view[axis] : 0, to = axis < half ? view[half + axis] : 8;
    size[axis] = side;
    step[axis] = (to - from) / side;
    origin[axis] = from + 0.5 * step[axis];
  }
  hash.samples(program.grid({ size, origin, step, time: 0.3 }));
}

function addChanges(hash, program) {
  program.seed(12345678901234567890n);
  hash.word(0);
  addView(hash, program);
  for (const { name, lo, hi, value } of program.params) {
    [lo, hi, value].forEach((end, i) => {
      if (!Number.isFinite(end)) return;
      program.set(name, end);
      hash.word(0);
      if (i < 2) addZone(hash, program, 0);
    });
  }
}

function hashOf(burl, text, dims) {
  const hash = new Hash();
  let program;
  try {
    program = burl.compile(text, { dims });
  } catch {
    return hash.text;
  }
  addZone(hash, program, 1);
  if (dims === (program.view ? program.view.length / 2 : 2)) {
    if (!program.needsWholeGrid) addPoints(hash, program);
    for (let zone = 0; zone < ORIGINS.length; zone++) addZone(hash, program, zone);
    addView(hash, program);
    addChanges(hash, program);
  }
  program.free();
  return hash.text;
}

test("every recipe has the golden bits", async () => {
  const burl = await load();
  const lines = readFileSync(new URL("test/golden.txt", TOP), "utf8").trim().split("\n")
    .map(line => /^(\w+) {2}(recipes\/\S+) (\d)D$/.exec(line)).filter(Boolean);
  assert.ok(lines.length >= 4 * 40);
  for (const [, expected, name, dims] of lines) {
    const text = readFileSync(new URL(name, TOP), "utf8");
    assert.equal(hashOf(burl, text, Number(dims)), expected, `${name} ${dims}D`);
  }
});
