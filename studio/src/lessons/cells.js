/* The lesson on Worley's cells: a point in each cell, the distances to the nearest ones, and what is made of them. */
import { exercise } from "./exercise.js";
import { Graph, choice, figure, program, show, slider, start, time, valueAt } from "./kit.js";

const WIDE = 6, TALL = 4; /* cells that figures show */
const FINE = 24; /* samples a cell, from which points are found */

const within = (value, least, most) => Math.min(most, Math.max(least, value));
const written = value => show(value, 3).replace("−", "-");
const render = (text, id) => `burl render -e '${text}' --extent 0,0,${WIDE},${TALL} -o ${id}.png`;

/** The feature points from x0, y0 to x1, y1, each [x, y]: every sample knows the way to its nearest one.
 * @param {string} options @param {number[]} extent */
function pointsOf(options, [x0, y0, x1, y1]) {
  const size = [(x1 - x0)*FINE, (y1 - y0)*FINE], grid = { size, origin: [x0, y0], step: [1/FINE, 1/FINE] };
  const [ids, x, y] = ["id", "x", "y"].map(give => program(`cells(give: ${give}${options})`).grid(grid)), found = new Map();
  ids.forEach((id, n) => found.has(id) || found.set(id, [x0 + n % size[0]/FINE + x[n], y0 + Math.floor(n/size[0])/FINE + y[n]]));
  return Array.from(found.values());
}

/** Cells on the stage: their lattice, and where a place of the plane is. */
function board(stage, [left, top], side, isLattice = true) {
  const X = x => left + side*x, Y = y => top + side*y;
  if (isLattice) {
    for (let i = 0; i <= WIDE; i++) stage.line(X(i), top, X(i), Y(TALL), "faint");
    for (let j = 0; j <= TALL; j++) stage.line(left, Y(j), X(WIDE), Y(j), "faint");
  }
  const handle = (s, set, name = "the sample") => stage.handle("at", { x: X(s.at[0]), y: Y(s.at[1]), label: name, value: s.at.map(a => show(a)).join(", "),
    moved: (x, y) => set({ at: [within((x - left)/side, 0.001, WIDE - 0.001), within((y - top)/side, 0.001, TALL - 0.001)] }) });
  return { X, Y, handle, isOn: ([x, y]) => x >= 0 && y >= 0 && x <= WIDE && y <= TALL };
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/* ---- A point in each cell ------------------------------------------------------------------------ */

function makePoints() {
  const options = s => `, jitter: ${written(s.jitter)}`, text = s => `cells(jitter: ${written(s.jitter)})`;
  const orders = s => ["f1", "f2", "f3"].map(give => valueAt(`cells(give: ${give}${options(s)})`, ...s.at));
  figure("points", {
    height: 456, settings: { at: [2.7, 1.6] }, controls: { jitter: slider("how far from the middle", 0, 1, 1, 0.01) },
    recipe: text, command: s => render(text(s), "points"),
    label: s => `the nearest points are ${orders(s).map(f => show(f)).join(", ")} cells away`,
    draw(stage, s, set) {
      const { X, Y, handle, isOn } = board(stage, [60, 20], 100), near = pointsOf(options(s), [-1, -1, WIDE + 1, TALL + 1]);
      const cell = s.at.map(Math.floor), values = orders(s);
      stage.box(X(Math.max(0, cell[0] - 1)), Y(Math.max(0, cell[1] - 1)), 100*(Math.min(WIDE, cell[0] + 2) - Math.max(0, cell[0] - 1)),
        100*(Math.min(TALL, cell[1] + 2) - Math.max(0, cell[1] - 1)), "soft", 2);
      for (const point of near.filter(isOn)) stage.dot(X(point[0]), Y(point[1]), 5, "ink");
      const byDistance = near.toSorted((a, b) => distance(a, s.at) - distance(b, s.at)).slice(0, 3);
      byDistance.forEach((point, n) => stage.arrow(X(s.at[0]), Y(s.at[1]), X(point[0]), Y(point[1]), n ? "soft" : "accent", n ? 1.3 : 2.4));
      stage.drawn.nearest = { found: byDistance.map(point => distance(point, s.at)), values };
      stage.text(60, 448, values.map((f, n) => `F${"₁₂₃"[n]} = ${show(f)}`).join(", "), "ink");
      handle(s, set);
    },
  });
}

/* ---- Cones --------------------------------------------------------------------------------------- */

function makeCones() {
  const text = "cells()";
  figure("cones", {
    height: 470, settings: { at: [2.7, 1.6] }, recipe: () => text,
    command: s => `burl plot -e '${text}' --extent 0,0,${WIDE},${TALL} --line 0,${written(s.at[1])},${WIDE},${written(s.at[1])} -o cones.svg`,
    label: s => `along the line at y = ${show(s.at[1])}, the lowest of the cones is ${show(valueAt(text, ...s.at))} high at the sample`,
    draw(stage, s, set) {
      const side = 66, left = 60;
      stage.picture(text, [left, 10, side*WIDE, side*TALL], [0, 0, WIDE, TALL], { lo: 0, hi: 1.2, fineness: 0.6 });
      const { X, Y, handle, isOn } = board(stage, [left, 10], side, false), all = pointsOf("", [-1, -1, WIDE + 1, TALL + 1]);
      stage.drawn.cones = all;
      for (const point of all.filter(isOn)) stage.dot(X(point[0]), Y(point[1]), 4, "paper");
      stage.line(left, Y(s.at[1]), X(WIDE), Y(s.at[1]), "accent", 1.8);
      const graph = new Graph(stage, [left, 310, 600, 130], [0, WIDE, 0, 1.3]);
      graph.axes([0.5, 1]);
      const values = graph.curve(`at(${text}, x, ${written(s.at[1])})`, "ink", 2.6, "lowest");
      for (const [x, y] of all) graph.stage.curve(Array.from(values, (_, i) => {
        const at = WIDE*i/(values.length - 1), height = distance([at, s.at[1]], [x, y]);
        return [graph.X(at), height > 1.3 ? NaN : graph.Y(height)];
      }), "soft", 0.9, "3 3");
      const value = valueAt(text, ...s.at);
      stage.line(graph.X(s.at[0]), graph.Y(0), graph.X(s.at[0]), graph.Y(value), "accent", 1.4);
      stage.dot(graph.X(s.at[0]), graph.Y(value), 5, "accent");
      stage.text(490, 30, `y = ${show(s.at[1])}`, "accent");
      stage.text(490, 60, `F₁ = ${show(value, 3)}`, "ink");
      handle(s, set);
    },
  });
}

/* ---- What is asked for --------------------------------------------------------------------------- */

/** @type {[string, string, string, number][]} */
const GIVES = [["f1", "F₁", "the nearest", 1.2], ["f2", "F₂", "the second", 1.4], ["f2_f1", "F₂ − F₁", "their difference", 0.9],
  ["edge", "edge", "to the wall", 0.6], ["value", "value", "its own number", 1], ["f3", "F₃", "the third", 1.6]];

function makeGives() {
  const text = s => `cells(give: ${s.give})`;
  figure("gives", {
    height: 440, controls: { give: choice("which recipe", Object.fromEntries(GIVES.map(([give, name]) => [give, name])), "f1") },
    recipe: text, command: s => render(text(s), "gives"), label: () => GIVES.map(([, name, what]) => `${name}: ${what}`).join(", "),
    draw(stage, s) {
      GIVES.forEach(([give, name, what, hi], n) => {
        const [x, y] = [246*(n % 3), 218*Math.floor(n/3)];
        const { samples } = stage.picture(text({ give }), [x, y, 228, 176], [0, 0, 6, 6*176/228], { lo: give === "value" ? -1 : 0, hi, fineness: 0.8 });
        stage.drawn[give] = Array.from(samples.subarray(0, 200));
        if (give === s.give) stage.box(x, y, 228, 176, "accent", 3);
        stage.text(x, y + 180, name, give === s.give ? "accent" : "ink", { weight: 600, hangs: true });
        stage.text(x + 228, y + 180, what, "soft", { anchor: "end", size: 12, hangs: true });
      });
    },
  });
}

/* ---- Walls --------------------------------------------------------------------------------------- */

function makeWalls() {
  const text = (s, give = s.give) => `smoothstep(${written(0.7*s.wide)}, ${written(s.wide)}, cells(give: ${give}${give === "f2_f1" ? ")/2" : ")"})`;
  figure("walls", {
    height: 330, settings: { at: [2.2, 1.1] },
    controls: { wide: slider("half a wall’s width", 0.02, 0.3, 0.08, 0.01), give: choice("which recipe", { f2_f1: "F₂ − F₁", edge: "edge" }, "edge") },
    recipe: s => text(s), command: s => render(text(s), "walls"),
    label: s => `at the sample half of F₂ − F₁ is ${show(valueAt("cells(give: f2_f1)", ...s.at)/2)}, and the wall is ${show(valueAt("cells(give: edge)", ...s.at))} away`,
    draw(stage, s, set) {
      ["f2_f1", "edge"].forEach((give, n) => {
        const left = 370*n, side = 350/WIDE, number = valueAt(`cells(give: ${give})`, ...s.at)/(n ? 1 : 2);
        const { samples } = stage.picture(text(s, give), [left, 24, 350, side*TALL], [0, 0, WIDE, TALL], { lo: 0, hi: 1, fineness: 1 });
        stage.drawn[give] = Array.from(samples.filter((_, i) => i % 97 === 0));
        stage.text(left, 16, n ? "the distance to the wall" : "half of F₂ − F₁", give === s.give ? "accent" : "ink", { weight: 600 });
        stage.text(left + 350, 16, show(number, 3), "accent", { anchor: "end" });
        const { X, Y, handle } = board(stage, [left, 24], side, false);
        if (n) stage.add("circle", { cx: X(s.at[0]), cy: Y(s.at[1]), r: side*number, class: "line accent", "stroke-width": 1.6 });
        else handle(s, set);
      });
      stage.text(0, 290, "The circle around the sample touches the nearest wall.", "soft");
    },
  });
}

/* ---- Metrics ------------------------------------------------------------------------------------- */

const METRICS = { euclid: "Euclid", manhattan: "Manhattan", chebyshev: "Chebyshev", minkowski: "Minkowski" };

/** How long the way right and down is. */
const LENGTHS = { euclid: Math.hypot, manhattan: (x, y) => Math.abs(x) + Math.abs(y), chebyshev: (x, y) => Math.max(Math.abs(x), Math.abs(y)),
  minkowski: (x, y, p) => (Math.abs(x) ** p + Math.abs(y) ** p) ** (1/p) };

function makeMetrics() {
  const text = s => `cells(metric: ${s.metric}${s.metric === "minkowski" ? `, p: ${written(s.p)}` : ""})`;
  figure("metrics", {
    height: 400, settings: { at: [2.7, 1.6] }, controls: { metric: choice("the metric", METRICS, "manhattan"), 
      p: { ...slider("Minkowski’s exponent", 1, 8, 3, 0.1, v => show(v, 1)), when: s => s.metric === "minkowski" } },
    recipe: text, command: s => render(text(s), "metrics"),
    label: s => `cells whose distances are ${METRICS[s.metric]}’s; F₁ is ${show(valueAt(text(s), ...s.at))} at the sample`,
    draw(stage, s, set) {
      const side = 92, left = 0, top = 0, value = valueAt(text(s), ...s.at);
      const { samples } = stage.picture(text(s), [left, top, side*WIDE, side*TALL], [0, 0, WIDE, TALL], { lo: 0, hi: 1.2, fineness: 0.6 });
      stage.drawn.metric = Array.from(samples.filter((_, i) => i % 97 === 0));
      const { X, Y, handle } = board(stage, [left, top], side, false);
      const circle = Array.from({ length: 121 }, (_, n) => {
        const [x, y] = [Math.cos(n*Math.PI/60), Math.sin(n*Math.PI/60)], reach = value/LENGTHS[s.metric](x, y, s.p);
        return [X(s.at[0] + reach*x), Y(s.at[1] + reach*y)];
      });
      stage.curve(circle, "accent", 2.2);
      stage.text(572, 30, METRICS[s.metric], "ink", { weight: 600 });
      stage.text(572, 60, `F₁ = ${show(value, 3)}`, "accent");
      if (s.metric === "minkowski") stage.text(572, 90, `p = ${show(s.p, 1)}`, "soft");
      handle(s, set);
    },
  });
}

/* ---- Uses ---------------------------------------------------------------------------------------- */

/** @type {[string, string, number[]][]} */
const USES = [
  ["cracked mud", "ramp(cells(give: edge, jitter: 0.9) + 0.03*fbm(perlin(4*x, 4*y)), 0, #2b1d14, 0.06, #6d4f38, 0.12, #a98763, 0.5, #b9966f)", [0, 0, 6, 4]],
  ["giraffe", "patch = smoothstep(0.05, 0.09, cells(give: edge, jitter: 0.8))\nmix(#e9cf9c, mix(#8a4f22, #a8682f, unit(fbm(perlin(2*x, 2*y)))), patch)", [0, 0, 6, 4]],
  ["light under water", "f = cells(x, y, 2*t, smooth: 0.1)\nmix(#0d4f74, #c9f3f0, pow(f, 4))", [0, 0, 6, 4]],
  ["cobbles", "v = cells(give: value)\ne = cells(give: edge)\nmix(#2a2622, mix(#6f6a66, #a39b90, unit(v))*(0.6 + 0.8*min(e, 0.35)), smoothstep(0.03, 0.1, e))", [0, 0, 6, 4]],
  ["crystals", "v = cells(2*x, y, give: value, metric: chebyshev)\nf = cells(2*x, y, metric: chebyshev)\nmix(#17324f, #a6d8ef, 0.5*unit(v) + 0.5*f)", [0, 0, 4, 2.7]],
  ["tissue", "f = cells(smooth: 0.3)\nmix(#7b1f4b, mix(#eab6c9, #fbeaf0, smoothstep(0.25, 0.6, f)), smoothstep(0.12, 0.2, f))", [0, 0, 6, 4]],
];

function makeUses() {
  figure("uses", {
    height: 400, controls: { t: time("t", 2, 0.15), which: choice("which recipe", Object.fromEntries(USES.map(([name], i) => [i, name]))) },
    recipe: s => USES[s.which][1], command: s => `burl render -e '${USES[s.which][1]}' --extent=${USES[s.which][2].join(",")} --size 345x230 -o use.png`,
    label: () => USES.map(([name]) => name).join(", "),
    draw(stage, s) {
      USES.forEach(([name, text, extent], i) => {
        const [x, y] = [246*(i % 3), 200*Math.floor(i/3)];
        const { samples } = stage.picture(text, [x, y, 228, 152], extent, { fineness: 0.6 }, s.t);
        stage.drawn[name] = Array.from(samples.subarray(0, 600));
        if (String(i) === s.which) stage.box(x, y, 228, 152, "accent", 3);
        stage.text(x, y + 156, name, "ink", { hangs: true });
      });
    },
  });
}

/* ---- Exercises ----------------------------------------------------------------------------------- */

const EXTENT = [0, 0, 6, 4];

const makeTryWalls = () => exercise("try-walls", { extent: EXTENT, look: { lo: 0, hi: 1 }, begin: "cells(give: f1)", goal: "smoothstep(0.05, 0.1, cells(give: edge))" });
const makeTryScales = () => exercise("try-scales", { extent: EXTENT, look: { lo: 0, hi: 1 }, begin: "cells(metric: euclid, jitter: 1)",
  goal: "1 - cells(metric: chebyshev, jitter: 0.5)" });

start([makePoints, makeCones, makeGives, makeWalls, makeMetrics, makeUses, makeTryWalls, makeTryScales]);
