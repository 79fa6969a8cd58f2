/* The lesson on simplex noise: a lattice of triangles, a bump at each corner, their sum; slices of space. */
import { exercise } from "./exercise.js";
import { Graph, choice, figure, program, show, slider, start, valueAt } from "./kit.js";

const PUSH = 1/5; /* how far along both axes a step of the square lattice is pushed back: src/noise/simplex.h */
const REACH = Math.SQRT1_2; /* from a corner to where its bump ends */

const within = (value, least, most) => Math.min(most, Math.max(least, value));
const written = (value, digits = 4) => show(value, digits).replace("−", "-");

/* ---- The lattice --------------------------------------------------------------------------------- */

/** Where a lattice point of the squares comes to lie, pushed by a share of the whole way.
 * @param {number[]} point */
function placeOf(point, share = 1) {
  const [i, j] = point;
  return [i - share*PUSH*(i + j), j - share*PUSH*(i + j)];
}

/** The corners of a sample's simplex, in the order of the steps that lead along its sides. */
function cornersOf([x, y], share = 1) {
  const skew = share*PUSH*(x + y)/(1 - 2*share*PUSH), skewed = [x + skew, y + skew], [i, j] = skewed.map(Math.floor);
  const isRightFirst = skewed[0] - i > skewed[1] - j;
  return [[i, j], isRightFirst ? [i + 1, j] : [i, j + 1], [i + 1, j + 1]];
}

/** What a corner adds: the noise's slope there, which nothing else reaches, under a bump. */
function bumpOf(corner) {
  const [px, py] = placeOf(corner), [gx, gy] = ["x", "y"].map(axis => valueAt(`d(simplex(), ${axis})`, px, py));
  const text = `right = x - (${written(px)})\ndown = y - (${written(py)})\nnear = max(0, 1 - 2*(right*right + down*down))\n`
    + `((${written(gx)})*right + (${written(gy)})*down)*near*near*near*near`;
  return { place: [px, py], slope: [gx, gy], text };
}

/** A part of the plane on the stage. */
function board([left, top], side, origin) {
  const X = x => left + side*(x - origin[0]), Y = y => top + side*(y - origin[1]);
  return { X, Y, at: (px, py) => [origin[0] + (px - left)/side, origin[1] + (py - top)/side] };
}

/** The sides of the triangles that lie within a box of the stage.
 * @param {any} stage @param {any} on @param {number[]} box */
function drawLattice(stage, { X, Y }, [x0, y0, x1, y1], share = 1) {
  /** @param {number[]} point */
  const isIn = ([x, y]) => X(x) >= x0 - 1 && X(x) <= x1 + 1 && Y(y) >= y0 - 1 && Y(y) <= y1 + 1;
  const each = Array.from({ length: 24*24 }, (_, n) => [n % 24 - 12, Math.floor(n/24) - 12]);
  for (const [i, j] of each) {
    const from = placeOf([i, j], share);
    if (!isIn(from)) continue;
    for (const to of [[i + 1, j], [i, j + 1], [i + 1, j + 1]].map(point => placeOf(point, share)))
      if (isIn(to)) stage.line(X(from[0]), Y(from[1]), X(to[0]), Y(to[1]), "faint");
  }
}

const closed = points => [...points, points[0]];

function makeLattice() {
  figure("lattice", {
    height: 340, settings: { at: [0.7, 0.35] }, controls: { share: slider("pushed together", 0, 1, 1, 0.01, v => `${Math.round(100*v)} %`) },
    label: s => `a sample in a triangle whose sides are ${sidesOf(s).map(side => show(side)).join(", ")} long`,
    draw(stage, s, set) {
      const { X, Y, at } = board([0, 0], 96, [-3.75, -1.77]);
      drawLattice(stage, { X, Y }, [0, 0, 720, 340], s.share);
      const corners = cornersOf(s.at, s.share).map(corner => placeOf(corner, s.share)), sides = sidesOf(s);
      stage.area(corners.map(([x, y]) => [X(x), Y(y)]), "accent", 0.12);
      stage.curve(closed(corners).map(([x, y]) => [X(x), Y(y)]), "ink", 2);
      const middle = [0, 1].map(a => corners.reduce((sum, corner) => sum + corner[a]/3, 0));
      corners.forEach((corner, n) => {
        const next = corners[(n + 1) % 3], half = [0, 1].map(a => (corner[a] + next[a])/2);
        const [x, y] = half.map((h, a) => h + 0.22*(h - middle[a])/Math.hypot(half[0] - middle[0], half[1] - middle[1]));
        stage.text(X(x), Y(y) + 5, show(sides[n]), "ink", { anchor: x > middle[0] + 0.1 ? "start" : x < middle[0] - 0.1 ? "end" : "middle" });
        stage.dot(X(corner[0]), Y(corner[1]), 4.5, "ink");
      });
      stage.drawn.sides = sides;
      stage.handle("at", { x: X(s.at[0]), y: Y(s.at[1]), label: "the sample", value: s.at.map(a => show(a)).join(", "),
        moved: (px, py) => set({ at: at(within(px, 130, 590), within(py, 90, 250)) }) });
    },
  });
}

function sidesOf(s) {
  const places = cornersOf(s.at, s.share).map(corner => placeOf(corner, s.share));
  return places.map((place, n) => Math.hypot(...place.map((v, a) => v - places[(n + 1) % 3][a])));
}

/* ---- A bump -------------------------------------------------------------------------------------- */

const BUMP = "near = max(0, 1 - 2*x*x)\n";

function makeBump() {
  const text = s => `param slope = ${written(s.slope)} [-2, 2]\n${BUMP}slope*x*near*near*near*near`;
  figure("bump", {
    height: 330, settings: { slope: 1.8, x: 0.2 }, recipe: text, command: s => `burl plot -e '${text(s)}' --extent=-1,1 -o bump.svg`,
    label: s => `at ${show(s.x)} the line is ${show(s.slope*s.x)}, the bump ${show(valueAt(`${BUMP}near*near*near*near`, s.x))}, their product ${show(valueAt(text(s), s.x), 3)}`,
    draw(stage, s, set) {
      const graph = new Graph(stage, [60, 16, 620, 260], [-1, 1, -1.1, 1.1]);
      graph.axes([-1, 1], 0.5);
      for (const end of [-REACH, REACH]) stage.line(graph.X(end), 16, graph.X(end), 276, "faint", 1, "3 4");
      stage.text(graph.X(REACH) + 8, 30, "1/√2", "soft");
      graph.curve(`near = max(0, 1 - 2*x*x)\nnear*near*near*near`, "soft", 1.6, "window");
      const ends = 1.1/Math.max(1.1, Math.abs(s.slope));
      stage.line(graph.X(-ends), graph.Y(-ends*s.slope), graph.X(ends), graph.Y(ends*s.slope), "ink", 1.2, "5 4");
      graph.fill(graph.curve(text(s), "plus", 2.4, "product"), "plus");
      const value = valueAt(text(s), s.x);
      stage.line(graph.X(s.x), graph.Y(0), graph.X(s.x), graph.Y(value), "accent", 1.4);
      stage.text(680, 310, `${show(s.slope*s.x, 3)} × ${show(valueAt("near = max(0, 1 - 2*x*x)\nnear*near*near*near", s.x), 3)} = ${show(value, 3)}`, "accent", { anchor: "end" });
      stage.handle("slope", { x: graph.X(0.5), y: graph.Y(0.5*s.slope), tone: "ink", label: "the slope", value: show(s.slope),
        moved: (_, y) => set({ slope: within(graph.valueAt(y)/0.5, -2, 2) }) });
      stage.handle("x", { x: graph.X(s.x), y: graph.Y(value), label: "x", value: show(s.x), moved: x => set({ x: within(graph.xAt(x), -1, 1) }) });
    },
  });
}

/* ---- The sum ------------------------------------------------------------------------------------- */

function drawBump(stage, bump, [x, y, side], s, middle) {
  const half = 0.8, extent = [middle[0] - half, middle[1] - half, middle[0] + half, middle[1] + half];
  stage.picture(bump.text, [x, y, side, side], extent, { signed: 0.7 });
  stage.box(x, y, side, side, "soft");
  const { X, Y } = board([x, y], side/(2*half), extent);
  stage.add("circle", { cx: X(bump.place[0]), cy: Y(bump.place[1]), r: side/(2*half)*0.02 + 3, class: "fill ink" });
  stage.arrow(X(bump.place[0]), Y(bump.place[1]), X(bump.place[0]) + 4.6*bump.slope[0], Y(bump.place[1]) + 4.6*bump.slope[1], "ink");
  stage.dot(X(s.at[0]), Y(s.at[1]), 4.5, "accent");
}

function makeSum() {
  const text = () => "simplex()";
  figure("sum", {
    height: 500, settings: { at: [2.55, 1.3] }, recipe: text, command: s => `burl render -e 'simplex()' --extent 0,0,4,3 -o simplex.png`,
    label: s => `the noise is ${show(valueAt("simplex()", ...s.at), 3)} at ${s.at.map(a => show(a)).join(", ")}`,
    draw(stage, s, set) {
      const side = 112, { X, Y, at } = board([0, 0], side, [0, 0]);
      stage.picture("simplex()", [0, 0, 720, 280], [0, 0, 720/side, 280/side], { signed: 1 });
      drawLattice(stage, { X, Y }, [0, 0, 720, 280]);
      const corners = cornersOf(s.at), places = corners.map(corner => placeOf(corner)), bumps = corners.map(bumpOf);
      stage.curve(closed(places).map(([x, y]) => [X(x), Y(y)]), "ink", 2);
      for (const [x, y] of places) stage.add("circle", { cx: X(x), cy: Y(y), r: REACH*side, class: "line soft", "stroke-width": 1, "stroke-dasharray": "3 4" });
      const middle = [0, 1].map(a => places.reduce((sum, place) => sum + place[a]/3, 0));
      const parts = bumps.map(bump => valueAt(bump.text, ...s.at)), sum = parts.reduce((a, b) => a + b, 0), value = valueAt("simplex()", ...s.at);
      bumps.forEach((bump, n) => {
        drawBump(stage, bump, [4 + 150*n, 314, 136], s, middle);
        stage.text(72 + 150*n, 456, show(parts[n], 3), parts[n] < 0 ? "minus" : "plus", { anchor: "middle", hangs: true });
      });
      stage.text(480, 370, `sum ${show(sum, 3)}`, "ink", { weight: 600 });
      stage.text(480, 398, `noise ${show(value, 3)}`, "soft");
      Object.assign(stage.drawn, { sum, value });
      stage.handle("at", { x: X(s.at[0]), y: Y(s.at[1]), label: "the sample", value: s.at.map(a => show(a)).join(", "),
        moved: (px, py) => set({ at: at(within(px, 80, 640), within(py, 80, 210)) }) });
    },
  });
}

/* ---- Beside Perlin's ----------------------------------------------------------------------------- */

const NOISES = { perlin: "perlin", simplex: "simplex" };

function makeCompare() {
  const sum = (noise, s) => (s.octaves > 1 ? `fbm(${noise}(), octaves: ${s.octaves})` : `${noise}()`);
  const text = (noise, s) => (s.light === "light" ? `0.4 + 0.18*d(${sum(noise, s)}, x) - 0.18*d(${sum(noise, s)}, y)` : sum(noise, s));
  figure("compare", {
    height: 390, controls: { which: choice("which recipe", NOISES, "simplex"), light: choice("what is shown", { values: "values", light: "in light" }), octaves: slider("octaves", 1, 6, 1, 1, v => String(v)) },
    recipe: s => text(s.which, s), command: s => `burl render -e '${text(s.which, s)}' --extent 0,0,9,9 -o noise.png`,
    label: s => `Perlin’s noise and simplex noise, ${s.octaves} octaves`,
    draw(stage, s) {
      Object.keys(NOISES).forEach((noise, n) => {
        const { samples } = stage.picture(text(noise, s), [370*n, 30, 350, 350], [0, 0, 9, 9], s.light === "light" ? { lo: 0, hi: 1 } : { lo: -1, hi: 1 });
        stage.drawn[noise] = Array.from(samples.filter((_, i) => i % 997 === 0));
        stage.text(370*n, 20, `${noise}()`, noise === s.which ? "accent" : "ink", { weight: 600 });
      });
    },
  });
}

/* ---- Slices -------------------------------------------------------------------------------------- */

/** @type {[string, string][]} */
const SLICES = [["perlin", "perlin(x, y, z)"], ["simplex", "simplex(x, y, z)"], ["oriented", "simplex(x, y, z, orient: xy)"]];

function deviationOf(samples) {
  const mean = samples.reduce((a, b) => a + b, 0)/samples.length;
  return Math.sqrt(samples.reduce((sum, value) => sum + (value - mean) ** 2, 0)/samples.length);
}

function makeSlices() {
  const text = (form, s) => `at(${form}, 2*x, 2*y, ${written(s.z, 2)})`;
  figure("slices", {
    height: 280, controls: { z: slider("z", 0, 3, 0, 0.01), which: choice("which recipe", { perlin: "perlin", simplex: "simplex", oriented: "orient: xy" }, "simplex") },
    recipe: s => text(SLICES.find(([name]) => name === s.which)[1], s),
    command: s => `burl render -e '${text(SLICES.find(([name]) => name === s.which)[1], s)}' --extent 0,0,6,6 -o slice.png`,
    label: s => `three slices of space at z = ${show(s.z)}`,
    draw(stage, s) {
      SLICES.forEach(([name, form], n) => {
        const { samples } = stage.picture(text(form, s), [246*n, 0, 228, 228], [0, 0, 6, 6], { lo: -1, hi: 1, fineness: 0.8 });
        stage.drawn[name] = Array.from(samples.filter((_, i) => i % 997 === 0));
        stage.text(246*n, 234, ["perlin", "simplex", "orient: xy"][n], name === s.which ? "accent" : "ink", { weight: 600, hangs: true });
        const spread = deviationOf(samples);
        stage.text(246*n + 228, 234, show(spread), "soft", { anchor: "end", hangs: true });
        stage.drawn[`${name} spread`] = spread;
      });
    },
  });
}

/* ---- Exercises ----------------------------------------------------------------------------------- */

const makeTryFolds = () => exercise("try-folds", { extent: [0, 0, 6, 4], look: { lo: 0, hi: 1 }, begin: "simplex(x, y)", goal: "1 - abs(simplex(x/2, y/2))" });
const makeTryRings = () => exercise("try-rings", { extent: [0, 0, 6, 4], look: { lo: -1, hi: 1 }, begin: "sin(x)", goal: "sin(12*simplex(x/3, y/3))" });

start([makeLattice, makeBump, makeSum, makeCompare, makeSlices, makeTryFolds, makeTryRings]);
