/* What the package promises beside its bits: errors, descriptions, limits, memory. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { BurlError, isSupported, load } from "../index.js";

const burl = await load();

test("this place is supported", () => assert.equal(isSupported(), true));

test("a mistake has its place and a hint", () => {
  assert.throws(() => burl.compile("a = 1\nfbm(perln())"), error => {
    assert.ok(error instanceof BurlError);
    const { status, line, column, length, hint } = error;
    assert.deepEqual({ status, line, column, length, hint },
      { status: "RECIPE", line: 2, column: 5, length: 5, hint: "did you mean 'perlin'?" });
    return true;
  });
});

test("a recipe imports burl's own library, and files that it is given", () => {
  const files = { "parts/wood.burl": "import \"grain.burl\"\nparam rings = 2\nplanks(u) = grain(u)*rings", "parts/grain.burl": "grain(u) = 3*u" };
  const text = 'import "parts/wood.burl" as wood\nimport burl/shapes\nwood.planks(circle(1))', program = burl.compile(text, { files });
  assert.deepEqual(program.params.map(({ name }) => name), ["wood.rings"]);
  assert.deepEqual([...program.points({ x: [3], y: [4] })], [24]);
  assert.deepEqual([...burl.compile(program.source).points({ x: [3], y: [4] })], [24]);
  assert.throws(() => burl.compile(text), ({ status, line, file }) => status === "FILE" && line === 1 && file === "");
  assert.throws(() => burl.compile(text, { files: { ...files, "parts/grain.burl": "\n\ngrain(u) = 3*v" } }),
    ({ status, line, column, file }) => status === "RECIPE" && line === 3 && column === 14 && file === "parts/grain.burl");
});

test("a program describes itself", () => {
  const program = burl.compile('view 0, 0, 4, 2\nparam k = 0.5 [0, 2] "Knob"\nf(a) = a*2\nn = fbm(perlin(), octaves: 3)\nf(n)*k');
  assert.deepEqual(program.view, [0, 0, 4, 2]);
  assert.deepEqual(program.params, [{ name: "k", text: "Knob", value: 0.5, lo: 0, hi: 2, isRead: true }]);
  assert.deepEqual(program.parts, [{ name: "f", line: 3, channels: 0, takesArguments: true },
    { name: "n", line: 4, channels: 1, takesArguments: false }]);
  assert.deepEqual(program.octaves.map(octave => octave.frequency), [1, 2, 4]);
  assert.deepEqual(program.variesWith, ["x", "y", "seed"]);
  assert.deepEqual(program.repeats, {});
  const [over] = program.boundsOver([0, 0], [0.01, 0.01]);
  assert.ok(over.hi - over.lo < 0.5 && over.lo >= program.bounds().lo && !over.mayBeNaN);
  assert.throws(() => program.boundsOver([1, 0], [0, 1]));
  assert.throws(() => program.boundsOver([1], [2]), /2 dimensions/);
  const grid = { size: [6, 5], step: [1, 1] }, heights = burl.compile("perlin(x/9, y/9) + y - 2");
  const signs = heights.blocksOf(grid, [3, 2]), samples = heights.grid(grid);
  assert.equal(signs.length, 2 * 3);
  assert.ok(signs.includes(1) && signs.includes(-1));
  samples.forEach((sample, i) => {
    const sign = signs[Math.floor(i % 6 / 3) + 2 * Math.floor(i / 12)];
    assert.ok(sign > 0 ? sample > 0 : sign < 0 ? sample <= 0 : true);
  });
  assert.throws(() => heights.blocksOf(grid, [0, 2]), /from 1 on/);
  assert.throws(() => heights.blocksOf(grid, [3, 2], NaN));
  assert.deepEqual(burl.compile("tile(perlin(), 4, 6)").repeats, { x: 4, y: 6 });
  assert.deepEqual(program.functions, ["perlin", "fbm"]);
  const within = (most, { lo, hi, mayBeNaN }) => !mayBeNaN && hi >= most && hi < most*(1 + 1e-6) && lo === -hi;
  assert.ok(within(1, program.bounds()));
  program.set("k", 2);
  assert.ok(within(4, program.bounds()));
  assert.throws(() => program.set("q", 1), /no knob|q/);
});

test("a grid and its points have the same bits", () => {
  const program = burl.compile("fbm(perlin(x, y, t), octaves: 4)", { seed: "a text" });
  const grid = program.grid({ size: [5, 4], origin: [0.1, -3], step: [0.7, 0.3], time: 0.4 });
  const x = [], y = [], t = [];
  for (let j = 0; j < 4; j++)
    for (let i = 0; i < 5; i++) x.push(0.1 + i * 0.7), y.push(-3 + j * 0.3), t.push(0.4);
  assert.deepEqual(program.points({ x, y, t }), grid);
});

test("results by name, and derivatives", () => {
  const text = "h = sin(x)\nrgb(h, 0, 1)";
  const both = burl.compile(text, { result: "h, result" });
  assert.deepEqual(both.results, [{ name: "h", first: 0, channels: 1 }, { name: "result", first: 1, channels: 3 }]);
  const slope = burl.compile("sin(x)", { dims: 1, derivativeBy: "x" });
  assert.ok(Math.abs(slope.points({ x: [1] })[0] - Math.cos(1)) < 1e-6);
});

test("seeds are the tool's", () => {
  assert.equal(burl.seedOfText(""), burl.seedOfText(""));
  const samples = seed => burl.compile("perlin()", { seed }).points({ x: [0.3], y: [0.6] })[0];
  assert.equal(samples(-1), samples(18446744073709551615n));
  assert.equal(samples("7"), samples(7));
  assert.notEqual(samples("seven"), samples(7));
  assert.throws(() => samples(1n << 64n), /64 bits/);
  assert.throws(() => samples(0.5), /whole number/);
  assert.equal(samples("0x10"), samples(16));
  assert.equal(samples("-0x10"), samples(-16));
  assert.equal(samples("1-2"), samples(burl.seedOfText("1-2")));
  for (const text of ["0.5", "1e3", "+5", "0x1g", " 7", "7 ", "-2."]) assert.throws(() => samples(text), /whole number/, text);
});

test("the lattice of a noise", () => {
  const program = burl.compile("perlin(gradients: circle)");
  const { dims, taps, isValue, interp } = program.lattice;
  assert.deepEqual({ dims, taps, isValue, interp }, { dims: 2, taps: 2, isValue: false, interp: "quintic" });
  const [u, v] = [0.3, 0.6];
  let sum = 0;
  for (let j = 0; j < 2; j++)
    for (let i = 0; i < 2; i++) {
      const { gradient, hash } = program.latticePoint(i, j);
      assert.ok(Number.isInteger(hash) && hash > 0 && hash < 2 ** 32);
      sum += program.latticeWeight(u - i) * program.latticeWeight(v - j) * (gradient[0] * (u - i) + gradient[1] * (v - j));
    }
  assert.ok(Math.abs(sum - program.points({ x: [u], y: [v] })[0]) < 1e-6);
  assert.equal(burl.compile("fbm(perlin())").lattice, null);
});

test("source text", () => {
  const text = burl.compile("fbm(perlin(), octaves: 2)").code("glsl", { uniforms: "seed" });
  assert.match(text, /uniform/);
  assert.throws(() => burl.compile("perlin()").code("basic"), BurlError);
  const [lean, exact] = ["lean", "exact"].map(style => burl.compile("perlin()").code("glsles", { style }));
  assert.ok(!/burl_cell/.test(lean) && /burl_cell/.test(exact) && exact === burl.compile("perlin()").code("glsles", { exact: true }));
  assert.equal(burl.compile("perlin()").code(undefined, { madeFor: "three" }), burl.compile("perlin()").code("glsles", { madeFor: "three", style: "lean" }));
  assert.throws(() => burl.compile("perlin()").code("glsl", { style: "short" }), /style 'short'/);
  assert.match(burl.compile("perlin()", { name: "low hills.burl" }).code("glsles", { style: "lean" }), /^float low_hills\(vec2 p\) \{$/m);
});

test("points keep apart, have their samples, and windows have each once", () => {
  const program = burl.compile("rgb(0.5 + 0.5*perlin(), x, y)", { seed: 5 }), radius = burl.compile("clamp(3 + 4*perlin(x/9, y/9), 1, 6)");
  for (const apart of [1.5, radius]) {
    const p = program.scatter([0, 0], [60, 40], apart), one = { x: p.x, y: p.y };
    assert.ok(p.x.length > 40 && [p.y, p.radius, p.id, p.chance].every(list => list.length === p.x.length));
    assert.deepEqual(p.values, program.points(one));
    assert.deepEqual([...p.radius], apart === radius ? [...radius.points(one)] : Array(p.x.length).fill(1.5));
    p.x.forEach((x, i) => p.x.subarray(0, i).forEach((other, j) =>
      assert.ok(Math.hypot(x - other, p.y[i] - p.y[j]) > Math.max(p.radius[i], p.radius[j])*(1 - 1e-9))));
    const places = list => list.flatMap(q => [...q.x].map((x, i) => `${x} ${q.y[i]} ${q.id[i]} ${q.chance[i]}`)).sort();
    assert.deepEqual(places([0, 20, 40].map(x => program.scatter([x, 0], [x + 20, 40], apart))), places([p]));
  }
  const { id, x, y } = program.scatter([0, 0], [20, 20], 2, { seed: 3, candidates: 16 });
  assert.deepEqual([...burl.compile("scatter(radius: 2, seed: 3, candidates: 16, give: id)", { seed: 5 }).points({ x, y })], [...id]);
  assert.equal(program.scatter([1, 1], [1, 1], 1).x.length, 0);
  const round = from => [...program.scatter([from, from], [from + 10, from + 10], Math.SQRT2, { period: [10, 10] }).id].sort();
  assert.deepEqual(round(0), round(20));
  for (const wrong of [[[0, 0], [9, 9], 0], [[0, 0], [9, 9], 1, { candidates: 5 }], [[0, 0], [9, 9], 1, { period: [3.3, 0] }],
    [[0, 0, 0], [9, 9, 9], 1], [[0, 0], [-9, 9], 1], [[0, 0], [9, 9], program], [[0, 0], [9, 9], burl.compile("x")], [[0, 0], [9, 9], "1"]])
    assert.throws(() => program.scatter(...wrong), BurlError);
  assert.throws(() => program.scatter([0, 0], [900, 900], 1, { progress: () => true }), ({ status }) => status === "CANCELLED");
});

test("points are those of every place: test/test_scatter_list.c expects these, too", () => {
  const program = burl.compile("0"), radius = burl.compile("clamp(3 + 5*perlin(x/9, y/9), 1, 6)");
  const fixed = apart => {
    const { x, id } = program.scatter([-10, -20], [90, 60], apart);
    return [x.length, x[0], id.reduce((a, b) => a ^ b, 0)];
  };
  assert.deepEqual(fixed(1.5), [2123, -8.25649883962737, 9441507]);
  assert.deepEqual(fixed(radius), [839, -5.822070232829872, 5308896]);
});

test("work is cancelled by progress", () => {
  const program = burl.compile("fbm(perlin(), octaves: 16)");
  let calls = 0;
  assert.throws(() => program.grid({ size: [1500, 1500], step: [0.01, 0.01], progress: done => { calls++; return done > 0.2; } }),
    error => error.status === "CANCELLED");
  assert.ok(calls > 1);
  assert.equal(program.grid({ size: [2, 2], step: [1, 1] }).length, 4); /* and it still works */
});

test("what progress throws ends the work, is thrown, and leaves no memory behind", () => {
  const program = burl.compile("fbm(perlin(), octaves: 4)"), { memory } = burl.exports;
  const thrown = new Error("enough"), progress = done => { if (done > 0.3) throw thrown; };
  const works = [() => program.scatter([0, 0], [300, 300], 1, { progress }),
    () => program.grid({ size: [400, 400], step: [0.01, 0.01], progress: () => { throw thrown; } })];
  for (const work of works) assert.throws(work, error => error === thrown);
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 60; i++) for (const work of works) assert.throws(work, error => error === thrown);
  assert.equal(memory.buffer.byteLength, before);
  assert.equal(program.grid({ size: [2, 2], step: [1, 1] }).length, 4);
});

test("hostile input ends with an error", () => {
  assert.throws(() => burl.compile("abs(".repeat(199) + "x" + ")".repeat(199) + ")"), BurlError);
  assert.throws(() => burl.compile("-".repeat(100000) + "x"), BurlError);
  assert.throws(() => burl.compile("("), BurlError);
  assert.throws(() => burl.compile("a(b) = a(b)\na(x)"), BurlError);
  assert.throws(() => burl.compile("x").grid({ size: [1e6, 1e6] }), /2\^28/);
  assert.throws(() => burl.compile("x").grid({ size: [0.5, 2] }), /whole numbers/);
  assert.throws(() => burl.compile("perlin(").free());
  assert.equal(burl.compile("abs(".repeat(150) + "x" + ")".repeat(150)).points({ x: [-3] })[0], 3);
});

test("pictures have channels", () => {
  const program = burl.compile('image("p", give: rgb, size: 2, wrap: repeat)'), bytes = Uint8ClampedArray.of(255, 0, 51, 9, 0, 255, 102, 8);
  program.setImage("p", { data: bytes, width: 2, height: 1 });
  const shares = [1, 0, 0.2, 0, 1, 0.4].map(Math.fround);
  assert.deepEqual([...program.points({ x: [0.5, 3.5], y: [0.5, 4.5] })], shares);
  program.setImage("p", { data: [1, 0, 0.2, 0, 1, 0.4], width: 2, height: 1, linear: true });
  assert.ok(program.points({ x: [0.5], y: [0.5] })[2] > 0.48);
  assert.throws(() => program.setImage("p", { data: bytes, width: 1, height: 1 }), /1 x 1/);
  assert.throws(() => program.setImage("p", { data: [1, 2], width: 2, height: 1, step: [1, 0] }), /one step is 0/);
  program.free();
});

test("what is drawn is given as GeoJSON", () => {
  const program = burl.compile('areas("m", give: distance) + 100*lines("m", value: "width") + 0*lines("m", value: "z")');
  const at = (x, y) => program.points({ x: [x], y: [y] })[0];
  const square = [[[0, 0, 1], [4, 0, 1], [4, 4, 1], [0, 4, 1], [0, 0, 1]]];
  const feature = { type: "Feature", properties: { width: 2, name: "a", "ä": [1, 2] }, geometry: { type: "Polygon", coordinates: square } };
  assert.throws(() => at(0, 0), error => error.status === "FILE");
  program.setShapes("m", { type: "FeatureCollection", features: [feature] });
  assert.equal(at(2, 3), 199);
  program.setShapes("m", JSON.stringify({ ...feature, properties: { width: [0, 0, 1, 2, 0] } }));
  assert.equal(at(5, 2), 51);
  for (const [geojson, wrong] of [["{", /JSON/], [{}, /no "type"/], [7, /no "type"/], [{ type: "Circle" }, /no geometry is a "Circle"/],
    [{ type: "LineString", coordinates: [[0, NaN]] }, /a position is/], [{ type: "Polygon", coordinates: [7] }, /aren't lists/],
    [{ type: "FeatureCollection", features: {} }, /aren't a list/], [{ type: "Point", coordinates: [1, 2] }, /no polygons/],
    [{ type: "FeatureCollection", features: [null, { geometry: null }] }, /no polygons|no lines/],
    [{ type: "LineString", coordinates: [[0, 0], [1e300, 0]] }, /within 2\^50/]])
    assert.throws(() => program.setShapes("m", geojson), error => error instanceof BurlError && wrong.test(error.message), JSON.stringify(geojson));
  assert.equal(at(5, 2), 51);
  assert.throws(() => program.setShapes("n", feature), /no image "n"/);
  program.free();
});

test("images are lent", () => {
  const program = burl.compile('image("a", read: nearest) + 2*image("b")');
  const grid = { size: [3, 2], step: [10, 10] };
  assert.deepEqual(program.images, ["a", "b"]);
  assert.throws(() => program.grid(grid), error => error.status === "FILE");
  program.setImage("a", { data: [1, 2, 3, 4, 5, 6], width: 3, height: 2 });
  program.setImage("b", { data: [0, 1, 0, 0], width: 2, height: 2, step: [20, 10] });
  assert.deepEqual([...program.grid(grid)], [1, 3, 5, 4, 5, 6]);
  program.setImage("a", { data: new Float32Array(1), width: 1, height: 1 });
  assert.deepEqual([...program.grid(grid)], [0, 1, 2, 0, 0, 0]);
  assert.throws(() => program.setImage("c", { data: [1], width: 1, height: 1 }), error => error.status === "ARGUMENT");
  assert.throws(() => program.setImage("a", { data: [1], width: 2, height: 1 }), /2 x 1/);
  program.free();
});

test("an error names the argument that is wrong", () => {
  const program = burl.compile("blur(image(\"ground\"), radius: 1)");
  const heights = { data: [1, 2], width: 2, height: 1 };
  assert.throws(() => burl.compile("x").grid({ size: [2, 2], origin: [0, NaN] }), /^BurlError: origin\[1\] is a finite number, not nan$/);
  assert.throws(() => program.grid({ size: [2, 2], samples: 3 }), error => error.status === "SHAPE" && /image|blur/.test(error.message));
  assert.throws(() => program.points({ x: [0], y: [0] }), error => error.status === "ARGUMENT" && error.hint === "sample a grid");
  assert.throws(() => program.setImage("grounds", heights), error => error.hint === 'did you mean "ground"?');
  assert.throws(() => program.setImage("ground", { ...heights, step: [1, 0] }), /one step is 0 and the other is not: 1, 0/);
});

test("memory is given back", () => {
  const before = () => burl.exports.memory.buffer.byteLength;
  const work = () => {
    const program = burl.compile("fbm(perlin(), octaves: 8)");
    program.grid({ size: [256, 256], step: [0.1, 0.1] });
    program.free();
    program.free();
    const drained = burl.compile('breach(image("a"))');
    for (let i = 0; i < 3; i++) drained.setImage("a", { data: new Float32Array(40000), width: 200, height: 200 });
    drained.free();
    assert.throws(() => program.grid({ size: [2, 2] }), /freed/);
  };
  work();
  const size = before();
  for (let i = 0; i < 300; i++) work();
  assert.equal(before(), size);
});

test("the types name what there is", () => {
  const types = readFileSync(new URL("../index.d.ts", import.meta.url), "utf8");
  const program = burl.compile("x");
  const names = object => Object.getOwnPropertyNames(Object.getPrototypeOf(object)).concat(Object.keys(object));
  for (const name of names(program)) if (name !== "constructor" && name !== "counts") assert.match(types, new RegExp(`\\b${name}\\b`));
});
