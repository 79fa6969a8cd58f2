/* The lesson on gradient noise: a point among the corners of its cell, and how they decide. */
import { exercise } from "./exercise.js";
import { Graph, choice, figure, program, show, slider, start, time, toggle, valueAt } from "./kit.js";

const NOISE = "perlin(gradients: circle, seed: 12, raw: 1)";
const CORNERS = [[0, 0], [1, 0], [0, 1], [1, 1]];
const ease = t => t*t*t*(t*(6*t - 15) + 10);

/** Of a point: its cell, where it lies in it, and for each corner the gradient, distance and product. */
function cornersOf([x, y], text = NOISE) {
  const cell = [Math.floor(x), Math.floor(y)], [u, v] = [x - cell[0], y - cell[1]];
  const noise = program(text);
  return { cell, u, v, corners: CORNERS.map(([i, j]) => {
    const { gradient } = noise.latticePoint(cell[0] + i, cell[1] + j);
    const distance = [u - i, v - j];
    return { i, j, gradient, distance, height: gradient[0]*distance[0] + gradient[1]*distance[1] };
  }) };
}

const within = (value, least, most) => Math.min(most, Math.max(least, value));

/* ---- The cell ------------------------------------------------------------------------------------ */

/** Cells side by side on the stage, and a point in them that is dragged. */
function cells(stage, s, set, { left, top, side, columns, rows, origin }) {
  const X = x => left + side*(x - origin[0]), Y = y => top + side*(y - origin[1]);
  for (let i = 0; i <= columns; i++) stage.line(X(origin[0] + i), top, X(origin[0] + i), top + rows*side, "faint");
  for (let j = 0; j <= rows; j++) stage.line(left, Y(origin[1] + j), left + columns*side, Y(origin[1] + j), "faint");
  const handle = () => stage.handle("point", {
    x: X(s.at[0]), y: Y(s.at[1]), label: "the point", value: `${show(s.at[0])}, ${show(s.at[1])}`,
    moved: (x, y) => set({ at: [within(origin[0] + (x - left)/side, origin[0] + 0.001, origin[0] + columns - 0.001),
      within(origin[1] + (y - top)/side, origin[1] + 0.001, origin[1] + rows - 0.001)] }) });
  return { X, Y, handle };
}

function makeSquare() {
  figure("square", {
    height: 330, settings: { at: [3.62, 2.36] },
    label: s => `a point at ${show(s.at[0])}, ${show(s.at[1])} in the cell of ${Math.floor(s.at[0])}, ${Math.floor(s.at[1])}`,
    draw(stage, s, set) {
      const { X, Y, handle } = cells(stage, s, set, { left: 60, top: 30, side: 130, columns: 4, rows: 2, origin: [2, 1] });
      const { cell, u, v } = cornersOf(s.at);
      const [x, y] = s.at.map((at, a) => (a ? Y : X)(at));
      stage.box(X(cell[0]), Y(cell[1]), 130, 130, "ink", 2);
      for (const [i, j] of CORNERS) {
        stage.dot(X(cell[0] + i), Y(cell[1] + j), 4, "ink");
        stage.text(X(cell[0] + i) + (i ? 8 : -8), Y(cell[1] + j) + (j ? 18 : -8), `${cell[0] + i}, ${cell[1] + j}`, "soft", { anchor: i ? "start" : "end", size: 12 });
      }
      stage.line(X(cell[0]), y, x, y, "accent", 1.4, "4 4");
      stage.line(x, Y(cell[1]), x, y, "accent", 1.4, "4 4");
      stage.text((X(cell[0]) + x)/2, y + 18, `u = ${show(u)}`, "accent", { anchor: "middle" });
      stage.text(x + 8, (Y(cell[1]) + y)/2 + 4, `v = ${show(v)}`, "accent");
      handle();
    },
  });
}

function makeVectors() {
  figure("vectors", {
    height: 330, settings: { at: [3.62, 2.36] },
    label: s => cornersOf(s.at).corners.map(c => `corner ${c.i}, ${c.j}: gradient ${c.gradient.map(g => show(g)).join(", ")}`).join("; "),
    draw(stage, s, set) {
      const { X, Y, handle } = cells(stage, s, set, { left: 60, top: 30, side: 130, columns: 4, rows: 2, origin: [2, 1] });
      const { cell, corners } = cornersOf(s.at);
      stage.box(X(cell[0]), Y(cell[1]), 130, 130, "ink", 2);
      for (let j = 1; j <= 3; j++)
        for (let i = 2; i <= 6; i++) {
          const { gradient } = program(NOISE).latticePoint(i, j);
          stage.arrow(X(i), Y(j), X(i) + 36*gradient[0], Y(j) + 36*gradient[1], "ink");
          stage.dot(X(i), Y(j), 3.5, "ink");
        }
      for (const { i, j, distance } of corners) {
        const [x, y] = [X(cell[0] + i), Y(cell[1] + j)];
        stage.arrow(x, y, x + 127*distance[0], y + 127*distance[1], "accent", 1.5);
      }
      handle();
    },
  });
}

/* ---- Influence ----------------------------------------------------------------------------------- */

function drawCorner(stage, corner, [x, y, side], s, text) {
  stage.picture(text, [x, y, side, side], [0, 0, 1, 1], { signed: 1.2 });
  stage.box(x, y, side, side, "soft");
  const [cx, cy] = [x + side*corner.i, y + side*corner.j];
  const at = s.at.map(p => p - Math.floor(p));
  stage.line(cx, cy, x + side*at[0], y + side*at[1], "accent", 1.2, "3 3");
  stage.arrow(cx, cy, cx + 30*corner.gradient[0], cy + 30*corner.gradient[1], "ink");
  stage.dot(cx, cy, 3.5, "ink");
  stage.dot(x + side*at[0], y + side*at[1], 4.5, "accent");
}

const planeOf = ({ i, j, gradient }) => `(${gradient[0]})*(x - ${i}) + (${gradient[1]})*(y - ${j})`;

function makeInfluence() {
  figure("influence", {
    height: 236, settings: { at: [3.62, 2.36] },
    label: s => cornersOf(s.at).corners.map(c => `corner ${c.i}, ${c.j}: ${show(c.height)}`).join("; "),
    draw(stage, s, set) {
      const side = 140, apart = 172;
      cornersOf(s.at).corners.forEach((corner, n) => {
        const x = 30 + apart*n;
        drawCorner(stage, corner, [x, 40, side], s, planeOf(corner));
        stage.text(x + side/2, 40 + side + 24, `g · d = ${show(corner.height)}`, corner.height < 0 ? "minus" : "plus", { anchor: "middle" });
      });
      const [u, v] = s.at.map(p => p - Math.floor(p));
      stage.handle("point", { x: 30 + side*u, y: 40 + side*v, label: "the point in its cell", value: `${show(u)}, ${show(v)}`,
        moved: (x, y) => set({ at: [3 + within((x - 30)/side, 0, 0.999), 2 + within((y - 40)/side, 0, 0.999)] }) });
    },
  });
}

function makeBlend() {
  const text = s => `perlin(gradients: circle, seed: 12, raw: 1, interp: ${s.eased ? "quintic" : "linear"})`;
  figure("blend", {
    height: 480, settings: { at: [3.62, 2.36] }, controls: { eased: toggle("the ease curve", true) }, recipe: text,
    command: s => `burl plot -e '${text(s)}' --parts lattice --at ${s.at.map(p => p.toFixed(2)).join(",")} -o lattice.svg`,
    label: s => `the noise is ${show(valueAt(text(s), ...s.at), 3)} at ${s.at.map(p => show(p)).join(", ")}`,
    draw(stage, s, set) {
      const left = 40, top = 20, side = 100;
      stage.picture(text(s), [left, top, 4*side, 3*side], [2, 1, 6, 4], { signed: 0.8 });
      const { handle, X, Y } = cells(stage, s, set, { left, top, side, columns: 4, rows: 3, origin: [2, 1] });
      const { cell, u, v, corners } = cornersOf(s.at, text(s));
      stage.box(X(cell[0]), Y(cell[1]), side, side, "ink", 2);
      const weight = (t, i) => { const e = s.eased ? ease(t) : t; return i ? e : 1 - e; };
      let sum = 0;
      corners.forEach((corner, n) => {
        const w = weight(u, corner.i)*weight(v, corner.j), product = w*corner.height;
        sum += product;
        const [x, y] = [480 + 116*(n % 2), top + 158*Math.floor(n/2)];
        const e = axis => (s.eased ? `fade(${axis})` : axis);
        const weightText = `${corner.i ? e("x") : `(1 - ${e("x")})`}*${corner.j ? e("y") : `(1 - ${e("y")})`}`;
        drawCorner(stage, corner, [x, y, 92], s, `(${planeOf(corner)})*${weightText}`);
        stage.text(x + 46, y + 96, `${show(w)} × ${show(corner.height)}`, "soft", { anchor: "middle", size: 12, hangs: true });
        stage.text(x + 46, y + 100 + stage.sizeOf(12), `= ${show(product, 3)}`, product < 0 ? "minus" : "plus", { anchor: "middle", size: 12, hangs: true });
      });
      const value = valueAt(text(s), ...s.at);
      stage.drawn.sum = sum;
      stage.drawn.value = value;
      stage.text(480, 372, `sum ${show(sum, 3)}`, "ink", { weight: 600 });
      stage.text(480, 392, `noise ${show(value, 3)}`, "soft");
      const graph = new Graph(stage, [left, 350, 4*side, 90], [2, 6, -0.8, 0.8]);
      graph.axes();
      graph.curve(`at(${text(s)}, x, ${s.at[1]})`, "ink", 1.8, "profile");
      stage.line(graph.X(s.at[0]), 350, graph.X(s.at[0]), 440, "accent", 1.2);
      stage.dot(graph.X(s.at[0]), graph.Y(value), 4.5, "accent");
      stage.text(left + 4*side, 344, `along y = ${show(s.at[1])}`, "soft", { anchor: "end", size: 12 });
      handle();
    },
  });
}

function makeEase() {
  figure("ease", {
    height: 330, settings: { t: 0.25 }, recipe: () => "fade(x)", command: () => "burl plot -e 'fade(x)' --extent 0,1 -o ease.svg",
    label: s => `at t = ${show(s.t)} the ease curve is ${show(ease(s.t), 3)}`,
    draw(stage, s, set) {
      const graph = new Graph(stage, [80, 20, 560, 270], [0, 1, 0, 1]);
      graph.axes([0.5, 1], 0.2);
      graph.curve("x", "faint", 1.6);
      graph.curve("hermite(x)", "soft", 1.4, "hermite");
      graph.curve("fade(x)", "ink", 2.2, "fade");
      const slope = valueAt("d(fade(x), x)", s.t);
      const [x, y] = [graph.X(s.t), graph.Y(ease(s.t))];
      const scale = graph.box[3]/graph.box[2];
      const along = 60/Math.hypot(1, slope*scale);
      stage.line(x - along, y + along*slope*scale, x + along, y - along*slope*scale, "accent", 1.6);
      stage.text(graph.X(0.04), graph.Y(0.9), "6t⁵ − 15t⁴ + 10t³", "ink");
      stage.text(graph.X(0.04), graph.Y(0.82), "3t² − 2t³", "soft");
      stage.text(graph.X(0.97), graph.Y(0.1), `t = ${show(s.t)}, value ${show(ease(s.t), 3)}, slope ${show(slope)}`, "accent", { anchor: "end" });
      stage.handle("t", { x, y, label: "t", value: show(s.t), moved: px => set({ t: within(graph.xAt(px), 0, 1) }) });
    },
  });
}

/* ---- Directions ---------------------------------------------------------------------------------- */

const DIRECTIONS = [[1, 1, 0], [-1, 1, 0], [1, -1, 0], [-1, -1, 0], [1, 0, 1], [-1, 0, 1], [1, 0, -1], [-1, 0, -1],
  [0, 1, 1], [0, -1, 1], [0, 1, -1], [0, -1, -1]];

/** The table of the 2002 paper, as value noise over it shows it. */
const entry = i => Math.round((valueAt("value(x, hash: perlin2002, raw: 1)", i & 255) + 1)*127.5);

/** Of Perlin's 16 cases, with 4 of the 12 twice. */
const directionOf = hash => DIRECTIONS[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 9, 1, 11][hash & 15]];

function makeTable() {
  const whole = axis => slider(axis, 0, 300, { x: 3, y: 1, z: 4 }[axis], 1, v => String(v));
  figure("table", {
    height: 300, controls: { x: whole("x"), y: whole("y"), z: whole("z") },
    label: s => `the corner ${s.x}, ${s.y}, ${s.z}`,
    draw(stage, s) {
      let hash = 0;
      ["x", "y", "z"].forEach((axis, row) => {
        const y = 30 + 84*row, sum = hash + s[axis], index = sum & 255;
        stage.text(206, y + 20, row ? `${hash} + ${axis} = ${sum}${sum > 255 ? ` → ${index}` : ""}` : `x = ${s.x}${s.x > 255 ? ` → ${index}` : ""}`, "ink", { anchor: "end" });
        for (let k = -4; k <= 4; k++) {
          const x = 424 + 48*k - 24;
          stage.box(x, y, 48, 30, "faint");
          stage.text(x + 24, y - 6, String((index + k) & 255), "soft", { anchor: "middle", size: 10 });
          stage.text(x + 24, y + 20, String(entry(index + k)), k ? "soft" : "ink", { anchor: "middle", weight: k ? 400 : 700 });
        }
        stage.box(400, y, 48, 30, "accent", 2);
        stage.arrow(424, y + 34, 424, y + (row < 2 ? 68 : 56), "accent", 1.4);
        hash = entry(index);
      });
      const direction = directionOf(hash);
      stage.drawn.direction = direction;
      stage.text(424, 276, `${hash} mod 16 = ${hash & 15}: the direction (${direction.map(v => show(v, 0)).join(", ")})`, "ink", { anchor: "middle", weight: 600 });
    },
  });
}

function makeEdges() {
  figure("edges", {
    height: 360, settings: { turn: 0.5, tilt: 0.42 },
    label: () => "a cube with twelve arrows from its middle to the middles of its edges",
    draw(stage, s, set) {
      const [c, d, e, f] = [Math.cos(s.turn), Math.sin(s.turn), Math.cos(s.tilt), Math.sin(s.tilt)];
      const place = point => {
        const [x, y, z] = point;
        const [a, b] = [x*c - y*d, x*d + y*c];
        return [360 + 115*a, 180 - 115*(z*e - b*f)];
      };
      for (let axis = 0; axis < 3; axis++)
        for (let n = 0; n < 4; n++) {
          const ends = [-1, 1].map(end => {
            const point = [0, 0, 0];
            point[axis] = end;
            point[(axis + 1) % 3] = n & 1 ? 1 : -1;
            point[(axis + 2) % 3] = n & 2 ? 1 : -1;
            return place(point);
          });
          stage.line(...ends[0], ...ends[1], "faint", 1.3);
        }
      for (const direction of DIRECTIONS) stage.arrow(360, 180, ...place(direction), direction[2] === 0 ? "minus" : direction[1] === 0 ? "ink" : "plus", 1.7);
      stage.dot(360, 180, 4, "ink");
      stage.text(120, 346, "(±1, ±1, 0)", "minus");
      stage.text(320, 346, "(±1, 0, ±1)", "ink");
      stage.text(520, 346, "(0, ±1, ±1)", "plus");
      const [x, y] = [360 + 240*Math.sin(s.turn), 60 - 40*s.tilt];
      stage.handle("turn", { x, y, label: "turn the cube", value: `${Math.round(s.turn*57.3)} degrees`, step: 12,
        moved: (px, py) => set({ turn: Math.asin(within((px - 360)/240, -0.99, 0.99)), tilt: within((60 - py)/40, -0.6, 1.2) }) });
    },
  });
}

/* ---- Repeat, octaves, uses ----------------------------------------------------------------------- */

function makeRepeat() {
  const text = s => `perlin(period: ${s.period}, gradients: circle)`;
  figure("repeat", {
    height: 330, controls: { period: slider("period", 1, 8, 3, 1, v => `${v} cells`) }, recipe: text,
    label: s => `noise that repeats after ${s.period} cells`,
    draw(stage, s) {
      const [columns, rows] = [12, 5.5], cell = 60;
      stage.picture(text(s), [0, 0, 720, 330], [0, 0, columns, rows], { lo: -0.8, hi: 0.8 });
      for (let y = 0; y < rows; y += s.period)
        for (let x = 0; x < columns; x += s.period) stage.box(x*cell, y*cell, s.period*cell, s.period*cell, "paper", 0.6);
      stage.box(0, 0, s.period*cell, s.period*cell, "accent", 3);
    },
  });
}

function makeOctaves() {
  const sum = s => `fbm(perlin(x, y), octaves: ${s.octaves}, gain: ${s.persistence}, same_seed: 1, normalise: 0)`;
  figure("octaves", {
    height: 540, controls: { octaves: slider("octaves", 1, 8, 5, 1, v => String(v)), persistence: slider("persistence", 0, 1, 0.5, 0.01) },
    recipe: sum, label: s => `${s.octaves} octaves of persistence ${show(s.persistence)}`,
    draw(stage, s) {
      const rows = Math.max(s.octaves, 1), apart = 300/rows;
      for (let k = 0; k < s.octaves; k++) {
        const amplitude = s.persistence ** k;
        const graph = new Graph(stage, [70, 10 + apart*k, 380, apart - 4], [0, 8, -0.9, 0.9]);
        stage.line(70, graph.Y(0), 450, graph.Y(0), "faint");
        graph.curve(`${amplitude}*at(perlin(x, y), ${2 ** k}*x, ${2 ** k}*0.3)`, `s${Math.min(6, k + 1)}`, 1.3, `octave-${k + 1}`);
        stage.text(60, graph.Y(0) + 4, `${2 ** k} × ${show(amplitude)}`, "soft", { anchor: "end", size: 11 });
      }
      const graph = new Graph(stage, [70, 330, 380, 170], [0, 8, -1.6, 1.6]);
      graph.axes();
      graph.curve(`at(${sum(s)}, x, 0.3)`, "ink", 1.6, "sum");
      stage.text(60, graph.Y(0) + 4, "sum", "ink", { anchor: "end", weight: 600 });
      stage.picture(sum(s), [480, 10, 240, 490], [0, 0, 8, 16.333], { lo: -1, hi: 1, fineness: 1 });
    },
  });
}

/** @type {[string, string, string, number[]][]} */
const USES = [
  ["a drawn line", "1D", "mix(#1f2328, #f7f3e8, smoothstep(0.012, 0.02, abs(y - 0.5 - 0.05*fbm(perlin(x + t), octaves: 2))))", [0, 0.1, 3, 0.9]],
  ["a side-scroller", "1D", "h = 0.6 + 0.3*fbm(perlin(x + t), octaves: 6)\nmix(y < h + 0.035 ? #5c8a3a : #6d4f36, mix(#a8cbe8, #e8f1f5, y), y < h)", [0, 0, 3, 1.2]],
  ["terrain", "2D", "h = fbm(perlin(x + t, y), octaves: 7)\nramp(h, -0.35, #174a70, -0.02, #5aa0b8, 0, #dccf9a, 0.04, #7a9f52, 0.2, #4d7440, 0.3, #8b8175, 0.45, #f4f4f2)*(1 - 0.23*d(h, x))", [3, 1, 6, 3]],
  ["fire", "2D + time", "hot = 1.15 - 0.75*(2.05 - y) - 0.55*x*x - (0.2 + 0.7*(2.05 - y))*turbulence(0.7*simplex(1.4*x, 0.8*y + 2*t, t), octaves: 4)\nramp(hot, 0, #07050a, 0.1, #4a100c, 0.3, #b4330e, 0.5, #ff8a1a, 0.75, #ffdd6e, 1, #fff7dc)", [-1.5, 0.05, 1.5, 2.05]],
  ["clouds", "2D + time", "c = smoothstep(-0.05, 0.45, fbm(simplex(x + t, y, t), octaves: 6))\nmix(mix(#2f6fb4, #8fbde0, y/4), #ffffff, c)", [0, 0, 6, 4]],
  ["light under water", "2D + time", "n = 1 - abs(simplex(x, y, 2*t, smooth: 1))\nmix(#0e5a7a, #bff0f0, pow(n, 6)*0.8)", [0, 0, 4, 2.6]],
  ["a sea", "2D + time", "s = at(fbm(simplex(x, y + t, t), octaves: 5), 0.5*x/y, 2.5/y)\nmix(mix(#0c2f4a, #2c6f92, unit(2*s)), #cfe3ec, smoothstep(0.32, 0.08, y) + 0.5*smoothstep(0.25, 0.6, s))", [-1.5, 0.1, 1.5, 2.1]],
  ["stone", "3D", "v = abs(sin(4*x + 5*turbulence(at(perlin(x, y, z), x, y, 0.4*x + t), octaves: 5)))\nramp(v, 0, #3f4650, 0.25, #a5a9ab, 1, #eceae4)", [0, 0, 3, 2]],
];

function makeUses() {
  figure("uses", {
    height: 330, controls: { t: time("t", 4, 0.3), which: choice("which recipe", Object.fromEntries(USES.map(([name], i) => [i, name]))) },
    recipe: s => USES[s.which][2],
    command: s => `burl render -e '${USES[s.which][2]}' --extent=${USES[s.which][3].join(",")} --size 344x230 -o use.png`, label: () => USES.map(([name]) => name).join(", "),
    draw(stage, s) {
      USES.forEach(([name, dims, text, extent], i) => {
        const [x, y] = [182*(i % 4), 166*Math.floor(i/4)];
        const { samples } = stage.picture(text, [x, y, 172, 115], extent, { fineness: 0.5 }, s.t);
        stage.drawn[name] = Array.from(samples.subarray(0, 600));
        if (String(i) === s.which) stage.box(x, y, 172, 115, "accent", 2.5);
        stage.text(x, y + 118, name, "ink", { hangs: true });
        stage.text(x + 172, y + 118, dims, "soft", { anchor: "end", size: 12, hangs: true });
      });
    },
  });
}

/* ---- Exercises ----------------------------------------------------------------------------------- */

const makeTryOctaves = () => exercise("try-octaves", { extent: [0, 0, 6, 4], look: { lo: -0.8, hi: 0.8 }, begin: "perlin()", goal: "fbm(perlin(), octaves: 4)" });
const makeTryTile = () => exercise("try-tile", { extent: [0, 0, 3, 2], look: { lo: -0.8, hi: 0.8 }, begin: "perlin(x, y)", goal: "perlin(3*x, 3*y, period: 2)" });

start([makeSquare, makeVectors, makeInfluence, makeBlend, makeEase, makeTable, makeEdges, makeRepeat, makeOctaves, makeUses, makeTryOctaves, makeTryTile]);
