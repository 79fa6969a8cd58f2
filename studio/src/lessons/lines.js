/* The lesson on noise of lines and wavelets: slopes on a line, blended; planes on a plane; and all of it as a shader. */
import { exercise } from "./exercise.js";
import { Shading } from "../shading.js";
import { Relief } from "../relief.js";
import { Graph, alongX, choice, figure, program, show, slider, start, time, toggle, valueAt } from "./kit.js";
import { numbersText, rounded } from "./knobs.js";
import { SHADERS, shaderOf } from "./shaders.js";

const LINES = "perlin(x, seed: 7, gradients: uniform, interp: hermite, raw: 1)";
const PLANES = "perlin(x, y, seed: 4, gradients: uniform, interp: hermite, raw: 1)";
const MOST_CELLS = 12, ARM = 0.3; /* how long a slope's stroke is, in cells */

const within = (value, least, most) => Math.min(most, Math.max(least, value));
const hermite = t => t*t*(3 - 2*t);
const toneOf = value => (value < 0 ? "minus" : "plus");

/** The library's own slopes, until one of them is dragged. */
const slopesOf = count => rounded(Array.from({ length: count }, (_, i) => program(LINES).latticePoint(i).gradient[0]));

/* ---- Drawing in one dimension -------------------------------------------------------------------- */

/** A part of a graph, from x0 to x1. */
function partOf(graph, x0, x1) {
  const [, y, , height] = graph.box, [, , lo, hi] = graph.range;
  return new Graph(graph.stage, [graph.X(x0), y, graph.X(x1) - graph.X(x0), height], [x0, x1, lo, hi]);
}

/** A recipe as a curve, orange above 0 and blue below it, where it stays in the graph. */
function drawSigned(graph, text, width, name, dash = "") {
  const [x0, x1, lo, hi] = graph.range;
  const values = alongX(text, x0, x1);
  graph.stage.drawn[name] = { text, x0, x1, values };
  const points = Array.from(values, (value, i) => [graph.X(x0 + (x1 - x0)*i/(values.length - 1)), value]);
  const only = test => points.map(([x, value]) => [x, test(value) && value >= lo && value <= hi ? graph.Y(value) : NaN]);
  graph.stage.curve(only(value => value === 0), "soft", width, dash);
  graph.stage.curve(only(value => value < 0), "minus", width, dash);
  graph.stage.curve(only(value => value > 0), "plus", width, dash);
}

/** The line through lattice point i, from x0 to x1. */
const drawLine = (graph, slope, i, x0, x1, name, width = 1.5) => drawSigned(partOf(graph, x0, x1), `(${slope})*(x - ${i})`, width, name);

function drawDots(graph) {
  for (let i = Math.ceil(graph.range[0]); i <= graph.range[1]; i++) graph.stage.dot(graph.X(i), graph.Y(0), 3.5, "ink");
}

/** A stroke along each slope, whose end is dragged up and down.  The last one points to the left. */
function slopeHandles(graph, slopes, count, set) {
  for (let i = 0; i <= count; i++) {
    const arm = i === count ? -ARM : ARM;
    drawLine(graph, slopes[i], i, Math.max(graph.range[0], i - ARM), Math.min(graph.range[1], i + ARM), `slope-${i}`, 2.4);
    graph.stage.handle(`slope-${i}`, {
      x: graph.X(i + arm), y: graph.Y(slopes[i]*arm), tone: toneOf(slopes[i]*arm), radius: 5,
      label: `the slope at ${i}`, value: show(slopes[i]),
      moved: (_, y) => set({ slopes: slopes.with(i, within(graph.valueAt(y)/arm, -1, 1)) }) });
  }
}

/* ---- Lines --------------------------------------------------------------------------------------- */

/** Both noises of the slopes, and as the last line what is asked for. */
const lineText = (slopes, last) => `${numbersText("slope", slopes)}u = x - floor(x)
left = slope(floor(x))
right = slope(floor(x) + 1)
of_lines = mix(left*u, right*(u - 1), hermite(u))
of_wavelets = mix(wavelet(left, u), wavelet(right, u - 1), u)
${last}`;

const cutOf = (text, id, x1) => `burl plot -e '${text}' --extent 0,${x1} -o ${id}.svg`;

function makeSlopes() {
  const text = s => `${numbersText("slope", s.slopes)}slope(round(x))*(x - round(x))`;
  figure("slopes", {
    height: 200, settings: { slopes: slopesOf(9) }, recipe: text, command: s => cutOf(text(s), "slopes", 8),
    label: s => `slopes at the whole numbers 0 to 8: ${s.slopes.map(slope => show(slope)).join(", ")}`,
    draw(stage, s, set) {
      const graph = new Graph(stage, [50, 16, 620, 150], [0, 8, -0.36, 0.36]);
      graph.axes();
      slopeHandles(graph, s.slopes, 8, set);
      drawDots(graph);
    },
  });
}

function drawCellNumbers(stage, s, value) {
  const u = s.u, weight = hermite(u), [left, right] = s.slopes;
  const say = (y, text, tone, weightOfFont = 400) => stage.text(482, y, text, tone, { weight: weightOfFont });
  say(50, stage.either("the left line, slope · u", "left: slope · u"), "soft");
  say(70, `${show(left)} × ${show(u)} = ${show(left*u, 3)}`, toneOf(left*u));
  say(104, stage.either("the right line, slope · (u − 1)", "slope · (u − 1)"), "soft");
  say(124, `${show(right)} × ${show(u - 1)} = ${show(right*(u - 1), 3)}`, toneOf(right*(u - 1)));
  say(158, "the right one counts", "soft");
  say(178, `3u² − 2u³ = ${show(weight, 3)}`, "ink");
  say(212, "so the noise is", "soft");
  say(232, show(value, 3), "accent", 600);
}

function makeCell() {
  const text = s => lineText(s.slopes, "of_lines");
  figure("cell", {
    height: 330, settings: { slopes: [slopesOf(6)[4], slopesOf(6)[5]], u: 0.4 }, recipe: text,
    command: s => cutOf(text(s), "cell", 1),
    label: s => `at u = ${show(s.u)} the left line is ${show(s.slopes[0]*s.u)}, the right one ${show(s.slopes[1]*(s.u - 1))}, the noise ${show(valueAt(text(s), s.u), 3)}`,
    draw(stage, s, set) {
      const graph = new Graph(stage, [60, 20, 390, 270], [0, 1, -0.8, 0.8]);
      const value = valueAt(text(s), s.u), [left, right] = [s.slopes[0]*s.u, s.slopes[1]*(s.u - 1)];
      graph.axes([-0.5, 0.5], 0.2);
      drawLine(graph, s.slopes[0], 0, 0, 1, "left");
      drawLine(graph, s.slopes[1], 1, 0, 1, "right");
      graph.curve(text(s), "ink", 2.4, "noise");
      stage.line(graph.X(s.u), graph.Y(left), graph.X(s.u), graph.Y(right), "accent", 1.4, "4 4");
      for (const height of [left, right]) stage.dot(graph.X(s.u), graph.Y(height), 4, "soft");
      drawDots(graph);
      drawCellNumbers(stage, s, value);
      [[0, 0.8], [1, 0.2]].forEach(([i, at]) => stage.handle(`slope-${i}`, {
        x: graph.X(at), y: graph.Y(s.slopes[i]*(at - i)), tone: toneOf(s.slopes[i]*(at - i)), radius: 6,
        label: i ? "the right line's slope" : "the left line's slope", value: show(s.slopes[i]),
        moved: (_, y) => set({ slopes: s.slopes.with(i, within(graph.valueAt(y)/(at - i), -1, 1)) }) }));
      stage.handle("u", { x: graph.X(s.u), y: graph.Y(value), label: "u, where in the cell", value: show(s.u),
        moved: x => set({ u: within(graph.xAt(x), 0, 1) }) });
    },
  });
}

/* ---- Weights ------------------------------------------------------------------------------------- */

/** Weights by name: of u, and what the noise is called with them. */
const WEIGHTS = { linear: "u", hermite: "hermite(u)", quintic: "fade(u)" };

function makeWeights() {
  const text = s => `${numbersText("slope", s.slopes)}u = x - floor(x)
noise = mix(slope(floor(x))*u, slope(floor(x) + 1)*(u - 1), ${WEIGHTS[s.by]})
noise`;
  figure("weights", {
    height: 370, settings: { slopes: slopesOf(6) },
    controls: { by: choice("the weight", { linear: "u", hermite: "3u² − 2u³", quintic: "6u⁵ − 15u⁴ + 10u³" }, "hermite") },
    recipe: text, command: s => cutOf(text(s), "weights", 5),
    label: s => `the weights ${WEIGHTS[s.by]}, the noise that they make, and how it rises`,
    draw(stage, s, set) {
      const weights = new Graph(stage, [46, 40, 150, 296], [0, 1, 0, 1]);
      weights.axes([1], 1);
      weights.curve(`u = x\n1 - ${WEIGHTS[s.by]}`, "soft", 1.8, "left");
      weights.curve(`u = x\n${WEIGHTS[s.by]}`, "ink", 2.2, "right");
      stage.text(46, 24, stage.either("the left weight", "left"), "soft", { size: 12 });
      stage.text(196, 24, stage.either("the right", "right"), "ink", { anchor: "end", size: 12 });
      const noise = new Graph(stage, [260, 40, 430, 150], [0, 5, -0.4, 0.4]);
      stage.text(260, 24, "the noise", "ink", { size: 12 });
      noise.axes();
      noise.curve(text(s), "ink", 2, "noise");
      const rise = new Graph(stage, [260, 236, 430, 100], [0, 5, -1.2, 1.2]);
      stage.text(260, 228, stage.either("how it rises, and the slope that each point has", "how it rises"), "soft", { size: 12 });
      rise.axes();
      rise.curve(text(s).replace(/noise$/, "d(noise, x)"), "soft", 1.6, "rise");
      for (let i = 0; i <= 5; i++) stage.dot(rise.X(i), rise.Y(s.slopes[i]), 4, toneOf(s.slopes[i]));
      slopeHandles(noise, s.slopes, 5, set);
    },
  });
}

/* ---- Wavelets ------------------------------------------------------------------------------------ */

function makeWavelet() {
  const text = s => `param slope = ${rounded([s.slope])[0]} [-1, 1]\nwavelet(slope, x)`;
  figure("wavelet", {
    height: 330, settings: { slope: 0.8, x: 0.5 }, controls: { line: toggle("the line", true), window: toggle("the window", true) },
    recipe: text, command: s => `burl plot -e '${text(s)}' --extent=-1.5,1.5 -o wavelet.svg`,
    label: s => `a wavelet of slope ${show(s.slope)}; at ${show(s.x)} it is ${show(valueAt(text(s), s.x), 3)}`,
    draw(stage, s, set) {
      const graph = new Graph(stage, [60, 20, 600, 270], [-1.5, 1.5, -1, 1.1]);
      const window = 1 - hermite(Math.min(1, Math.abs(s.x))), value = valueAt(text(s), s.x);
      graph.axes([-0.5, 0.5, 1], 0.5);
      if (s.line) drawSigned(graph, `(${s.slope})*x`, 1.3, "line", "5 5");
      if (s.window) {
        graph.curve("max(0, 1 - hermite(min(1, abs(x))))", "soft", 1.4, "window");
        stage.text(graph.X(-0.46), graph.Y(0.66), stage.either("the window, 1 − 3x² + 2|x|³", "the window"), "soft", { anchor: "end", size: 12 });
      }
      drawSigned(graph, text(s), 2.6, "wavelet");
      stage.line(graph.X(s.x), graph.Y(0), graph.X(s.x), graph.Y(value), "accent", 1.4, "4 4");
      stage.dot(graph.X(0), graph.Y(0), 3.5, "ink");
      stage.text(graph.X(1.5), graph.Y(-0.66), "slope × x × window", "soft", { anchor: "end" });
      stage.text(graph.X(1.5), graph.Y(-0.82), `${show(s.slope)} × ${show(s.x)} × ${show(window, 3)} = ${show(value, 3)}`, "accent", { anchor: "end" });
      stage.handle("slope", { x: graph.X(-0.75), y: graph.Y(-0.75*s.slope), tone: toneOf(-s.slope), radius: 6,
        label: "the slope", value: show(s.slope), moved: (_, y) => set({ slope: within(graph.valueAt(y)/-0.75, -1, 1) }) });
      stage.handle("x", { x: graph.X(s.x), y: graph.Y(value), label: "x", value: show(s.x),
        moved: x => set({ x: within(graph.xAt(x), -1.5, 1.5) }) });
    },
  });
}

/* ---- All of it ----------------------------------------------------------------------------------- */

function drawGraph(graph, s) {
  for (let i = 0; i <= s.cells; i++) {
    const reach = partOf(graph, Math.max(0, i - 1), Math.min(s.cells, i + 1));
    if (s.lines) drawSigned(reach, `(${s.slopes[i]})*(x - ${i})`, 1, `line-${i}`, "4 4");
    if (s.wavelets) drawSigned(reach, `wavelet(${s.slopes[i]}, x - ${i})`, 1.2, `wavelet-${i}`);
  }
  if (s.wavelet) graph.curve(lineText(s.slopes, "of_wavelets"), "s4", 2.6, "wavelet");
  if (s.hermite) graph.curve(lineText(s.slopes, "of_lines"), "ink", 2.6, "hermite");
}

function makeGraph() {
  const text = s => lineText(s.slopes.slice(0, s.cells + 1), s.wavelet && !s.hermite ? "of_wavelets" : "of_lines");
  figure("graph", {
    height: 360, settings: { slopes: slopesOf(MOST_CELLS + 1) },
    controls: { hermite: toggle("hermite", true), lines: toggle("L(x)", true), wavelet: toggle("wavelet"), wavelets: toggle("W(x)"),
      cells: slider("cells", 2, MOST_CELLS, 8, 1, v => String(v)) },
    recipe: text, command: s => cutOf(text(s), "graph", s.cells),
    label: s => `${s.cells} cells; shown: ${["hermite", "lines", "wavelet", "wavelets"].filter(name => s[name]).join(", ") || "the slopes"}`,
    draw(stage, s, set) {
      const graph = new Graph(stage, [50, 16, 620, 306], [0, s.cells, -0.6, 0.6]);
      graph.axes([-0.5, 0.5]);
      drawGraph(graph, s);
      slopeHandles(graph, s.slopes, s.cells, set);
      drawDots(graph);
    },
  });
}

/* ---- Planes -------------------------------------------------------------------------------------- */

const COLUMNS = 3, ROWS = 2, POINTS = (COLUMNS + 1)*(ROWS + 1), FINE = 10;

function gradientsOf() {
  const points = Array.from({ length: POINTS }, (_, n) => program(PLANES).latticePoint(n % (COLUMNS + 1), Math.floor(n/(COLUMNS + 1))).gradient);
  return { right: rounded(points.map(g => g[0])), down: rounded(points.map(g => g[1])) };
}

/** A corner's plane at a point, or its wavelet. */
const CORNERS = {
  hermite: ["", "hermite(u)", "hermite(v)"],
  wavelet: ["*window(u - i)*window(v - j)", "u", "v"],
};

function planeText({ right, down, by }) {
  const [fade, u, v] = CORNERS[by];
  const window = fade ? "window(d) = 1 - hermite(abs(d))\n" : "";
  return `${numbersText("right", right)}${numbersText("down", down)}${window}column = floor(x)
row = floor(y)
u = x - column
v = y - row
n(i, j) = min(column + i, ${COLUMNS}) + ${COLUMNS + 1}*min(row + j, ${ROWS})
corner(i, j) = (right(n(i, j))*(u - i) + down(n(i, j))*(v - j))${fade}
mix(mix(corner(0, 0), corner(1, 0), ${u}), mix(corner(0, 1), corner(1, 1), ${u}), ${v})`;
}

/** What of a polygon [[x, y, height], …] is above 0, or below. */
function sideOf(polygon, sign) {
  const kept = [];
  polygon.forEach((point, n) => {
    const next = polygon[(n + 1) % polygon.length];
    if (sign*point[2] >= 0) kept.push(point);
    if (point[2]*next[2] < 0) kept.push(point.map((v, axis) => v + (next[axis] - v)*point[2]/(point[2] - next[2])));
  });
  return kept;
}

/** A square of a lattice point's plane, orange above 0 and blue below. */
function drawTile(stage, relief, [i, j], [gx, gy], half) {
  const square = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => [i + half*a, j + half*b, half*(a*gx + b*gy)]);
  for (const [tone, sign] of [["minus", -1], ["plus", 1]]) {
    const points = sideOf(square, sign).map(point => relief.place(point));
    if (points.length > 2) stage.area(points, tone, 0.4);
    if (points.length > 2) stage.curve([...points, points[0]], tone, 1.2);
  }
}

/** Near white at 0, to orange above and to blue below. */
function signedColour(value) {
  const share = Math.min(1, Math.abs(value)/0.6), end = value < 0 ? [47, 120, 196] : [208, 102, 42];
  return [241, 239, 233].map((base, channel) => base + (end[channel] - base)*share);
}

function drawSurface(stage, s, text) {
  const relief = new Relief({ centre: [520, 146], middle: [COLUMNS/2, ROWS/2], side: 92, rise: 92, turn: s.turn, tilt: s.tilt });
  const size = [COLUMNS*FINE + 1, ROWS*FINE + 1];
  if (s.show !== "planes") {
    const heights = program(text).grid({ size, step: [1/FINE, 1/FINE] });
    relief.paint(stage.context, 2, heights, size, [0, 0, COLUMNS, ROWS], signedColour);
  } else {
    for (let i = 0; i <= COLUMNS; i++) stage.curve([relief.place([i, 0, 0]), relief.place([i, ROWS, 0])], "faint", 1);
    for (let j = 0; j <= ROWS; j++) stage.curve([relief.place([0, j, 0]), relief.place([COLUMNS, j, 0])], "faint", 1);
  }
  if (s.show === "surface") return;
  const order = Array.from({ length: POINTS }, (_, n) => [n % (COLUMNS + 1), Math.floor(n/(COLUMNS + 1))])
    .sort((a, b) => relief.turned(a[0], a[1])[1] - relief.turned(b[0], b[1])[1]);
  for (const [i, j] of order) {
    const n = i + (COLUMNS + 1)*j;
    drawTile(stage, relief, [i, j], [s.right[n], s.down[n]], s.show === "planes" ? 0.3 : 0.17);
  }
}

/** From above: the noise, and at each lattice point the gradient, whose end is dragged. */
function drawAbove(stage, s, set, text) {
  const left = 46, top = 56, side = 82, long = 40;
  stage.picture(text, [left, top, COLUMNS*side, ROWS*side], [0, 0, COLUMNS, ROWS], { signed: 0.6 });
  for (let i = 0; i <= COLUMNS; i++) stage.line(left + side*i, top, left + side*i, top + ROWS*side, "faint");
  for (let j = 0; j <= ROWS; j++) stage.line(left, top + side*j, left + COLUMNS*side, top + side*j, "faint");
  for (let n = 0; n < POINTS; n++) {
    const [x, y] = [left + side*(n % (COLUMNS + 1)), top + side*Math.floor(n/(COLUMNS + 1))];
    const tip = [x + long*s.right[n], y + long*s.down[n]];
    stage.line(x, y, ...tip, "ink", 1.8);
    stage.dot(x, y, 3.5, "ink");
    stage.handle(`gradient-${n}`, { x: tip[0], y: tip[1], tone: "ink", radius: 5,
      label: `the gradient at ${n % (COLUMNS + 1)}, ${Math.floor(n/(COLUMNS + 1))}`, value: `${show(s.right[n])}, ${show(s.down[n])}`,
      moved: (px, py) => set({ right: s.right.with(n, within((px - x)/long, -1, 1)), down: s.down.with(n, within((py - y)/long, -1, 1)) }) });
  }
}

function makePlanes() {
  figure("planes", {
    height: 320, settings: { ...gradientsOf(), turn: 0.45, tilt: 0.6 },
    controls: { show: choice("what is shown", { planes: "the planes", surface: "the surface", both: "both" }, "both"),
      by: choice("the construction", { hermite: "planes, blended", wavelet: "wavelets" }) },
    recipe: planeText, command: s => `burl render -e '${planeText(s)}' --extent 0,0,${COLUMNS},${ROWS} --range=-0.6,0.6 -o planes.png`,
    label: s => `twelve gradients and the surface through their planes; ${CORNERS[s.by][0] ? "wavelets" : "planes, blended"}`,
    draw(stage, s, set) {
      const text = planeText(s);
      stage.drawn.noise = { text, values: program(text).grid({ size: [7, 5], step: [0.5, 0.5] }), step: 0.5 };
      drawSurface(stage, s, text);
      drawAbove(stage, s, set, text);
      const [x, y] = [520 + 150*Math.sin(s.turn), 300 - 30*(s.tilt - 0.6)];
      stage.line(370, 300, 670, 300, "faint");
      stage.handle("turn", { x, y, label: "turn the surface", value: `${Math.round(s.turn*180/Math.PI)} degrees`, step: 10,
        moved: (px, py) => set({ turn: Math.asin(within((px - 520)/150, -0.99, 0.99)), tilt: within(0.6 - (py - 300)/30, 0.2, 1.2) }) });
    },
  });
}

/* ---- The shader ---------------------------------------------------------------------------------- */

const LIBRARY = "perlin(x, y, interp: hermite, gradients: uniform, raw: 1)";

/** The text of the shader, which is compiled as it is typed, and what is wrong with it. */
function makeEditor(shading, changed) {
  const box = document.createElement("div"), area = document.createElement("textarea"), wrong = document.createElement("output");
  box.className = "shader";
  area.spellcheck = false;
  area.setAttribute("aria-label", "the shader's text");
  wrong.setAttribute("role", "status");
  box.append(area, wrong);
  const compile = () => {
    const lines = area.value.split("\n");
    const mistakes = shading.compile(area.value);
    wrong.textContent = mistakes.map(({ line, message }) => (line ? `Line ${line}: ${message}\n    ${(lines[line - 1] ?? "").trim()}` : message)).join("\n");
    area.setAttribute("aria-invalid", String(mistakes.length > 0));
    changed();
  };
  area.addEventListener("input", compile);
  const load = text => {
    area.value = text;
    area.rows = Math.min(40, text.split("\n").length);
    compile();
  };
  return { box, load, area, wrong };
}

function makeShader() {
  const target = document.getElementById("shader");
  const shading = Shading.make(1440, 500);
  if (!shading) return target.prepend("This browser has no WebGL2, by which the shader would run.");
  let set = changes => {}, loaded = "";
  const editor = makeEditor(shading, () => set({}));
  figure("shader", {
    height: 250, controls: { which: choice("the text", { ...Object.fromEntries(Object.keys(SHADERS).map(name => [name, name])), library: "burl’s own" }),
      time: time("time", 60, 1, true) },
    recipe: () => LIBRARY, command: () => `burl code -e '${LIBRARY}' --target glsles`,
    label: s => `what the shader below draws: ${s.which}`,
    draw(stage, s, change) {
      set = change;
      if (loaded !== s.which) {
        loaded = s.which;
        editor.load(shaderOf(s.which, () => program(LIBRARY).code("glsles", { entries: "p" })));
      }
      shading.draw({ size: [shading.canvas.width, shading.canvas.height], time: s.time });
      stage.context.drawImage(shading.canvas, 0, 0, stage.canvas.width, stage.canvas.height);
      Object.assign(stage.drawn, { which: s.which, time: s.time });
    },
  });
  target.insertBefore(editor.box, target.querySelector("figcaption"));
}

/* ---- Exercises ----------------------------------------------------------------------------------- */

const makeTryStripes = () => exercise("try-stripes", { extent: [0, 0, 6, 4], look: { lo: -1, hi: 1 }, begin: "perlin(x, y)", goal: "perlin(x)" });
const makeTryWavelets = () => exercise("try-wavelets", { extent: [0, 0, 6, 4], look: { lo: -1, hi: 1 }, begin: "perlin(x, y, interp: hermite)", goal: "perlin(x, y, interp: wavelet)" });

start([makeSlopes, makeCell, makeWeights, makeWavelet, makeGraph, makePlanes, makeShader, makeTryStripes, makeTryWavelets]);
