/* The lesson on fractal terrain: value noise, gradient noise, octaves, midpoint displacement; from above and as a surface. */
import { Relief } from "../relief.js";
import { exercise } from "./exercise.js";
import { Graph, alongX, choice, figure, numberHandles, program, show, slider, start, time, toggle, valueAt } from "./kit.js";
import { numbersText, rounded } from "./knobs.js";

const TABLE = 6.25; /* cells across: 200 pixels at 32 a cell, as the article has them */
const LAND = "h < 0 ? ramp(h, -0.6, #17405f, 0, #6ba5bd) : ramp(h, 0, #d8cda0, 0.05, #8fa765, 0.25, #55743f, 0.5, #8d8576, 0.8, #f1efea)";

const within = (value, least, most) => Math.min(most, Math.max(least, value));
const range = count => Array.from({ length: count }, (_, i) => i);
const exact = (value, digits = 6) => String(Number(value.toFixed(digits)));
const render = (text, id) => `burl render -e '${text}' -o ${id}.png`;
const viewOf = extent => `view ${extent.map(at => exact(at)).join(", ")}\n`;

/* ---- Land as a surface ---------------------------------------------------------------------------- */

const CELLS = 48; /* along a side */
const DENSITY = 2; /* of the stage's canvas */

/** count × count heights of a recipe over an extent, the first and last of each row on its borders.
 * @param {string} text @param {number[]} extent @param {number} count */
function heightsOf(text, [x0, y0, x1, y1], count) {
  const land = program(text);
  if (land.needsWholeGrid) return thinned(gridOf(text), count);
  return land.grid({ size: [count, count], origin: [x0, y0], step: [(x1 - x0)/(count - 1), (y1 - y0)/(count - 1)] });
}

/** count × count heights of a whole grid. */
function thinned(grid, count) {
  const at = range(count).map(i => Math.round(i*(SIDE - 1)/(count - 1)));
  return Float32Array.from(at.flatMap(y => at.map(x => grid[y*SIDE + x])));
}

/** Heights over a square as a block that stands on a base, in a box of the stage.
 * @param {any} stage @param {number[]} box */
function drawBlock(stage, [x, y, width, height], heights, { turn, tilt, rise, base, colourOf }) {
  const side = width/(2*Math.SQRT2), count = Math.sqrt(heights.length);
  const relief = new Relief({ centre: [x + width/2, y + height/2], middle: [0, 0], side, rise: rise*side, turn, tilt });
  relief.paint(stage.context, DENSITY, heights, [count, count], [-1, -1, 1, 1], colourOf);
  const place = (i, j, h) => relief.place([2*i/(count - 1) - 1, 2*j/(count - 1) - 1, h]).map(v => v*DENSITY);
  const [row, column] = [relief.c, relief.s].map(towards => (towards > 0 ? count - 1 : 0));
  fillFace(stage.context, "#4a4440", range(count).map(i => [i, row]), { place, heights, base });
  fillFace(stage.context, "#5b544e", range(count).map(j => [column, j]), { place, heights, base });
}

/** A face that is cut through the land, from the base up. */
function fillFace(context, colour, cut, { place, heights, base }) {
  const [first, last] = [cut[0], cut[cut.length - 1]], points = cut.map(([i, j]) => place(i, j, heights[j*cut.length + i]));
  context.beginPath();
  for (const [x, y] of [place(...first, base), ...points, place(...last, base)]) context.lineTo(x, y);
  context.fillStyle = colour;
  context.fill();
}

/** The colour of land by its height. */
let landColours;
function landColour(height) {
  landColours ??= program(`h = 3*x - 1\n${LAND}`).points({ x: range(301).map(i => i/300), y: new Array(301).fill(0) });
  const at = 3*Math.round(100*(within(height, -1, 2) + 1));
  return [0, 1, 2].map(c => 255*landColours[at + c]);
}

/** Land as a surface; what is below 0 is a sea. */
function drawLand(stage, box, heights, turn, rise) {
  drawBlock(stage, box, heights.map(h => Math.max(-0.02, h)), { turn, tilt: 0.7, rise, base: -0.15, colourOf: landColour });
}

/** What turns the surfaces above it. */
function turnHandle(stage, s, set, [x0, x1], y) {
  stage.line(x0, y, x1, y, "faint", 1.5);
  stage.text((x0 + x1)/2, y + 22, "turn", "soft", { anchor: "middle", size: 12 });
  stage.handle("turn", { x: x0 + (x1 - x0)*(s.turn/Math.PI + 1)/2, y, label: "turn the land", value: `${Math.round(s.turn*180/Math.PI)} degrees`,
    moved: x => set({ turn: Math.PI*(2*within((x - x0)/(x1 - x0), 0, 1) - 1) }) });
}

/* ---- Value noise ---------------------------------------------------------------------------------- */

function makeValues() {
  const blend = { linear: "u", quintic: "fade(u)" };
  const text = (s, interp) => `${numbersText("height", s.heights)}i = floor(x)\nu = x - i\nmix(height(i), height(i + 1), ${blend[interp]})`;
  const slopes = (s, interp) => text(s, interp).replace(/(.*)$/, "d($1, x)");
  figure("values", {
    height: 400, settings: { heights: rounded(alongX("value(x, seed: 5, raw: 1)", 0, 12, 13)) },
    controls: { interp: choice("what lies between", { linear: "linear", quintic: "quintic" }, "quintic") },
    recipe: s => text(s, s.interp), command: s => `burl plot -e '${text(s, s.interp)}' --extent 0,12 -o values.svg`,
    label: s => `heights ${s.heights.map(h => show(h)).join(", ")}, joined by ${s.interp === "linear" ? "straight lines" : "the quintic blend"}`,
    draw(stage, s, set) {
      const graph = new Graph(stage, [56, 14, 640, 190], [0, 12, -1, 1]), below = new Graph(stage, [56, 262, 640, 100], [0, 12, -4, 4]);
      graph.axes([-1, 1]);
      below.axes([-4, 4]);
      for (const interp of ["linear", "quintic"]) {
        const tone = interp === s.interp ? "ink" : "soft", width = interp === s.interp ? 2 : 1.2;
        graph.curve(text(s, interp), tone, width, interp);
        below.curve(slopes(s, interp), tone, width, `${interp}-slope`);
      }
      stage.text(56, 250, "how steep it is", "soft", { size: 12 });
      numberHandles(graph, s.heights, heights => set({ heights }));
    },
  });
}

function makeBlends() {
  const text = s => `${viewOf([0, 0, TABLE, TABLE])}param border = ${exact(s.border, 3)} [0, ${TABLE}]
h = x < border ? value(hash: table, raw: 1, interp: linear) : value(hash: table, raw: 1)\n${s.lit ? "0.5 + 0.3*d(h, x)" : "h"}`;
  figure("blends", {
    height: 520, settings: { border: TABLE/2 }, controls: { lit: toggle("lit from the left") }, recipe: text, command: s => render(text(s), "blends"),
    label: s => `value noise ${s.lit ? "lit from the left" : "as greys"}, linear left of ${show(s.border)}, quintic right of it`,
    draw(stage, s, set) {
      const [left, top, side] = [110, 6, 500], x = left + side*s.border/TABLE;
      stage.drawn.picture = { text: text(s), ...stage.picture(text(s), [left, top, side, side], [0, 0, TABLE, TABLE], { lo: 0, hi: 1, fineness: 0.4 }) };
      stage.line(x, top, x, top + side, "paper", 2.5);
      stage.text(left - 10, top + 16, "linear", "ink", { anchor: "end" });
      stage.text(left + side + 10, top + 16, "quintic", "ink");
      stage.handle("border", { x, y: top + side/2, label: "the border between linear and quintic", value: show(s.border),
        moved: at => set({ border: within(TABLE*(at - left)/side, 0, TABLE) }) });
    },
  });
}

/* ---- Gradient noise ------------------------------------------------------------------------------- */

/** A picture with a line across it, and below it the values along that line. */
function drawProfile(stage, { name, text, left, y, range: [lo, hi] }) {
  const side = 300, top = 26;
  stage.picture(text, [left, top, side, side], [0, 0, TABLE, TABLE], { lo, hi });
  stage.line(left, top + side*y/TABLE, left + side, top + side*y/TABLE, "accent", 1.8);
  const graph = new Graph(stage, [left, 346, side, 100], [0, TABLE, lo, hi]);
  graph.axes();
  const along = `at(${text}, x, ${exact(y, 4)})`;
  graph.curve(along, "ink", 1.8, name);
  for (let i = 0; i <= TABLE; i++) stage.dot(graph.X(i), graph.Y(valueAt(along, i)), 3.4, "ink");
}

function makeKinds() {
  const text = s => `perlin(x, y, gradients: ${s.gradients}, hash: table, raw: 1)`;
  const arrows = (stage, s, left, cell) => {
    for (let j = 0; j <= TABLE; j++)
      for (let i = 0; i <= TABLE; i++) {
        const { gradient: [gx, gy] } = program(text(s)).latticePoint(i, j);
        const [x, y] = [left + cell*i, 26 + cell*j];
        stage.arrow(x, y, x + 19*gx, y + 19*gy, "plus", 1.5);
      }
  };
  figure("kinds", {
    height: 470, settings: { y: 2 }, recipe: text, command: s => `burl plot -e '${text(s)}' --parts lattice -o lattice.svg`,
    controls: { gradients: choice("gradients", { axes: "four, along the axes", diagonal: "four diagonals", circle: "all around a circle" }) },
    label: s => `value noise and gradient noise, and both along y = ${show(s.y)}`,
    draw(stage, s, set) {
      stage.text(30, 17, "value noise", "ink", { weight: 600 });
      stage.text(390, 17, "gradient noise", "ink", { weight: 600 });
      drawProfile(stage, { name: "value", text: "value(x, y, hash: table, raw: 1)", left: 30, y: s.y, range: [0, 1] });
      drawProfile(stage, { name: "gradient", text: text(s), left: 390, y: s.y, range: [-0.8, 0.8] });
      arrows(stage, s, 390, 300/TABLE);
      stage.text(360, 26 + 300*s.y/TABLE + 26, show(s.y), "accent", { anchor: "middle", size: 12 });
      stage.handle("y", { x: 360, y: 26 + 300*s.y/TABLE, label: "the line's y", value: show(s.y), step: 300/TABLE/4,
        moved: (_, y) => set({ y: within(TABLE*(y - 26)/300, 0, TABLE) }) });
    },
  });
}

/* ---- Octaves -------------------------------------------------------------------------------------- */

const NOISES = { value: "1.4*(2*fbm(value(hash: table, raw: 1), OCTAVES) - 1)", perlin: "1.6*fbm(perlin(gradients: axes, hash: table, raw: 1), OCTAVES)" };

function makeOctaves() {
  const extent = [0, 0, TABLE, TABLE];
  const land = s => `h = ${NOISES[s.noise].replace("OCTAVES", `octaves: ${s.octaves}, gain: ${exact(s.gain, 2)}, same_seed: 1`)}`;
  const text = s => `${viewOf(extent)}${land(s)}\n${LAND}`;
  figure("octaves", {
    height: 400, settings: { turn: 0.5 }, recipe: text, command: s => render(text(s), "octaves"),
    controls: { noise: choice("noise", { value: "value noise", perlin: "gradient noise" }),
      octaves: slider("octaves", 1, 8, 5, 1, v => String(v)), gain: slider("persistence", 0, 1, 0.5, 0.01) },
    label: s => `land made of ${s.octaves} octaves of ${s.noise === "value" ? "value" : "gradient"} noise, from above and as a surface`,
    draw(stage, s, set) {
      stage.drawn.picture = { text: text(s), ...stage.picture(text(s), [0, 10, 330, 330], extent, { fineness: 0.4 }) };
      drawLand(stage, [350, -10, 370, 370], heightsOf(`${land(s)}\nh`, extent, CELLS + 1), s.turn, 0.32);
      turnHandle(stage, s, set, [435, 635], 366);
      stage.text(165, 362, "from above", "soft", { anchor: "middle", size: 12 });
    },
  });
}

/* ---- A coast -------------------------------------------------------------------------------------- */

const COAST_SIDE = 228, COAST_APART = 246, COAST_TOP = 26;

/** The three extents: the last two lie in the ones before.
 * @returns {number[][]} */
function coastsOf({ zoom, near, nearest }) {
  const around = ([x, y], half) => [x - half, y - half, x + half, y + half];
  return [around([4.482, 3.4], 4), around(near, 4/zoom), around(nearest, 4/zoom/zoom)];
}

/** A frame's centre, so that the frame stays inside.
 * @param {number[]} outer @param {number} half @param {number[]} at */
const inside = ([x0, y0, x1, y1], half, at) => [within(at[0], x0 + half, x1 - half), within(at[1], y0 + half, y1 - half)];

function makeCoast() {
  const land = s => `h = 2*fbm(perlin(seed: 9), octaves: ${s.octaves})\n${LAND}`;
  const text = s => `${viewOf(coastsOf(s)[2])}${land(s)}`;
  const frame = (stage, s, panel, set) => {
    const outer = coastsOf(s)[panel], half = 4/s.zoom ** (panel + 1), scale = COAST_SIDE/(outer[2] - outer[0]);
    const at = panel ? s.nearest : s.near, left = COAST_APART*panel;
    const [x, y] = [left + (at[0] - outer[0])*scale, COAST_TOP + (at[1] - outer[1])*scale];
    stage.box(x - half*scale, y - half*scale, 2*half*scale, 2*half*scale, "paper", 2.2);
    stage.handle(`frame-${panel}`, { x, y, radius: 5, label: `the middle of picture ${panel + 2}`, value: at.map(v => show(v, 4)).join(", "), step: 3,
      moved: (px, py) => {
        const to = inside(outer, half, [outer[0] + (px - left)/scale, outer[1] + (py - COAST_TOP)/scale]);
        set(panel ? { nearest: to } : { near: to, nearest: s.nearest.map((middle, a) => middle + to[a] - s.near[a]) });
      } });
  };
  figure("coast", {
    height: 262, settings: { near: [4.482, 3.4], nearest: [4.44, 3.41] }, recipe: text, command: s => render(text(s), "coast"),
    controls: { zoom: slider("zoom", 2, 12, 8, 1, v => `× ${v}`), octaves: slider("octaves", 1, 12, 12, 1, v => String(v)) },
    label: s => `a coast at three zooms, each ${s.zoom} times as near as the one before, of ${s.octaves} octaves`,
    draw(stage, s, set) {
      s.near = inside(coastsOf(s)[0], 4/s.zoom, s.near);
      s.nearest = inside(coastsOf(s)[1], 4/s.zoom ** 2, s.nearest);
      coastsOf(s).forEach((extent, panel) => {
        const { samples, size } = stage.picture(land(s), [COAST_APART*panel, COAST_TOP, COAST_SIDE, COAST_SIDE], extent, { fineness: 0.4 });
        stage.drawn[["far", "near", "nearest"][panel]] = { text: viewOf(extent) + land(s), samples, size };
        const across = extent[2] - extent[0];
        stage.text(COAST_APART*panel, 17, `${exact(across, across < 1 ? 3 : 2)} cells across`, "ink", { weight: 600 });
      });
      frame(stage, s, 0, set);
      frame(stage, s, 1, set);
    },
  });
}

/* ---- Midpoint displacement ------------------------------------------------------------------------ */

/** Each step's words. */
const STEPS = { 1: "four corners", 2: "the middle, pushed", 3: "the sides’ middles", 4: "each quarter likewise" };

/** Heights over 5 × 5 points of a square after all its steps: [j][i]. */
function squareOf({ corners: [a, b, c, d], push, pushes }) {
  const h = range(5).map(() => new Array(5).fill(0));
  [h[0][0], h[0][4], h[4][0], h[4][4]] = [a, b, c, d];
  const split = (i, j, side, by) => {
    const [p, q, r, t] = [h[j][i], h[j][i + side], h[j + side][i], h[j + side][i + side]], half = side/2;
    h[j + half][i + half] = (p + q + r + t)/4 + by;
    [h[j][i + half], h[j + side][i + half], h[j + half][i], h[j + half][i + side]] = [(p + q)/2, (r + t)/2, (p + r)/2, (q + t)/2];
  };
  split(0, 0, 4, push);
  pushes.forEach((by, n) => split(n % 2*2, Math.floor(n/2)*2, 2, by));
  return h;
}

function squareText({ corners, push, pushes, step }) {
  const knob = (name, value, most) => `param ${name} = ${exact(value, 3)} [${most > 0.5 ? 0 : -most}, ${most}]`;
  const knobs = [...corners.map((h, i) => knob("abcd"[i], h, 1)), knob("push", push, 0.5), ...(step < 4 ? [] : pushes.map((by, n) => knob(`push${n + 1}`, by, 0.25)))];
  const lines = ["flat(p, q, r, s, u, v) = mix(mix(p, q, u), mix(r, s, u), v)"];
  const quarters = "v < 0.5 ? (u < 0.5 ? NW : NE) : (u < 0.5 ? SW : SE)";
  const parts = { NW: "(p, (p + q)/2, (p + r)/2, m, BY1 2*u, 2*v)", NE: "((p + q)/2, q, m, (q + s)/2, BY2 2*u - 1, 2*v)",
    SW: "((p + r)/2, m, r, (r + s)/2, BY3 2*u, 2*v - 1)", SE: "(m, (q + s)/2, (r + s)/2, s, BY4 2*u - 1, 2*v - 1)" };
  const cut = (name, by) => quarters.replace(/NW|NE|SW|SE/g, part => name + parts[part].replace(/BY(\d) /, by));
  lines.push(`cut(p, q, r, s, m, u, v) = ${cut("flat", "")}`);
  if (step < 2) return [...knobs, lines[0], "flat(a, b, c, d, x, y)"].join("\n");
  if (step < 4) return [...knobs, ...lines, "cut(a, b, c, d, (a + b + c + d)/4 + push, x, y)"].join("\n");
  lines.push("pushed(p, q, r, s, by, u, v) = cut(p, q, r, s, (p + q + r + s)/4 + by, u, v)",
    `quarters(p, q, r, s, m, u, v) = ${cut("pushed", "push$1, ")}`);
  return [...knobs, ...lines, "quarters(a, b, c, d, (a + b + c + d)/4 + push, x, y)"].join("\n");
}

/** Where a point of the square is drawn, and the height that a place stands for. */
const onSquare = (i, j, h) => [250 + 54*(i - j), 188 + 25*(i + j - 4) - 130*(h - 0.4)];
const heightOn = (i, j, y) => 0.4 + (188 + 25*(i + j - 4) - y)/130;

function drawNet(stage, h, apart) {
  const at = (i, j) => onSquare(i, j, h[j][i]);
  stage.curve([[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]].map(([i, j]) => onSquare(i, j, 0)), "faint", 1.2);
  for (const [i, j] of [[0, 0], [4, 0], [0, 4], [4, 4]]) stage.line(...onSquare(i, j, 0), ...at(i, j), "faint", 1.2);
  for (let n = 0; n <= 4; n += apart)
    for (let k = 0; k < 4; k += apart) {
      stage.line(...at(k, n), ...at(k + apart, n), "ink", 1.5);
      stage.line(...at(n, k), ...at(n, k + apart), "ink", 1.5);
    }
}

/** A handle on a height of the square, which moves up and down.
 * @param {number[]} place */
function postHandle(stage, name, place, height, label, value, moved) {
  const [i, j] = place, [x, y] = onSquare(i, j, height);
  stage.handle(name, { x, y, radius: 6, label, value: show(value), moved: (_, py) => moved(heightOn(i, j, py)) });
}

/** A middle: where the mean of its corners is, and how far it is pushed from there.
 * @param {number[]} place */
function drawPush(stage, name, place, { mean, push, most, label }, pushed) {
  const [i, j] = place, [x, y] = onSquare(i, j, mean);
  stage.dot(x, y, 3.5, "soft");
  stage.arrow(x, y, ...onSquare(i, j, mean + push), push < 0 ? "minus" : "plus", 2);
  postHandle(stage, name, place, mean + push, label, push, height => pushed(within(height - mean, -most, most)));
}

const CORNERS = [[0, 0], [4, 0], [0, 4], [4, 4]], SIDES = [[2, 0], [0, 2], [4, 2], [2, 4]], QUARTERS = [[1, 1], [3, 1], [1, 3], [3, 3]];

function makeSquare() {
  figure("square", {
    height: 346, settings: { corners: [0.3, 0.75, 0.45, 0.2], push: 0.35, pushes: [-0.12, 0.2, 0.16, -0.2] },
    controls: { step: choice("how far", STEPS, "3") }, recipe: squareText,
    command: s => `burl render -e '${squareText(s)}' --extent 0,0,1,1 --range 0,1 -o square.png`,
    label: s => `a square with corners ${s.corners.map(h => show(h)).join(", ")}, its middle pushed by ${show(s.push)}: ${STEPS[s.step]}`,
    draw(stage, s, set) {
      const h = squareOf(s), step = Number(s.step), mean = s.corners.reduce((sum, corner) => sum + corner)/4;
      stage.drawn.square = { text: squareText(s), heights: h };
      drawNet(stage, h, step < 3 ? 4 : step < 4 ? 2 : 1);
      if (step === 2) for (const [i, j] of CORNERS) stage.line(...onSquare(i, j, h[j][i]), ...onSquare(2, 2, mean), "soft", 1, "4 4");
      if (step > 2) for (const [i, j] of SIDES) stage.dot(...onSquare(i, j, h[j][i]), 3.5, "ink");
      CORNERS.forEach((place, n) => postHandle(stage, `corner-${n}`, place, s.corners[n], `corner ${n + 1}`, s.corners[n],
        height => set({ corners: s.corners.with(n, within(height, 0, 1)) })));
      if (step > 1) drawPush(stage, "push", [2, 2], { mean, push: s.push, most: 0.5, label: "how far the middle is pushed" }, push => set({ push }));
      if (step > 3) QUARTERS.forEach(([i, j], n) => drawPush(stage, `push-${n}`, [i, j],
        { mean: h[j][i] - s.pushes[n], push: s.pushes[n], most: 0.25, label: `how far the middle of quarter ${n + 1} is pushed` },
        push => set({ pushes: s.pushes.with(n, push) })));
      stage.picture(squareText(s), [510, 35, 200, 200], [0, 0, 1, 1], { lo: 0, hi: 1 });
      stage.text(610, 255, "from above", "soft", { anchor: "middle", size: 12 });
    },
  });
}

/* ---- Levels --------------------------------------------------------------------------------------- */

const SIDE = 257, LEVELS = 8;
const published = seed => `midpoint(style: published, seed: ${seed}, raw: 1)/255`;
const grids = new Map();

/** Whole-grid heights, the last few of them kept. */
function gridOf(text) {
  if (!grids.has(text)) {
    if (grids.size > 4) grids.delete(grids.keys().next().value);
    grids.set(text, program(text).grid({ size: [SIDE, SIDE], step: [1, 1] }));
  }
  return grids.get(text);
}

/** The height at (x, y) after so many levels: straight between the points known then, which is also the next level unpushed;
 * a part of a level is that part of its pushes. */
function heightAfter(grid, level, x, y) {
  const whole = Math.min(LEVELS, Math.floor(level)), part = level - whole;
  const known = knownAt(grid, whole, x, y);
  return part && whole < LEVELS ? known + part*(knownAt(grid, whole + 1, x, y) - known) : known;
}

function knownAt(grid, level, x, y) {
  const apart = (SIDE - 1) >> level;
  const i = Math.min(Math.floor(x/apart), (1 << level) - 1), j = Math.min(Math.floor(y/apart), (1 << level) - 1);
  const u = x/apart - i, v = y/apart - j, at = j*apart*SIDE + i*apart, below = at + apart*SIDE;
  return (1 - v)*((1 - u)*grid[at] + u*grid[at + apart]) + v*((1 - u)*grid[below] + u*grid[below + apart]);
}

/** What a level looks like from above: the points known then. */
function levelPixels(grid, level) {
  const shown = Math.min(128, 1 << level) + 1, pixels = new Uint8ClampedArray(4*shown*shown).fill(255);
  const stride = (SIDE - 1)/(shown - 1);
  for (let j = 0; j < shown; j++)
    for (let i = 0; i < shown; i++) pixels.fill(255*grid[j*stride*SIDE + i*stride], 4*(j*shown + i), 4*(j*shown + i) + 3);
  return { pixels, size: [shown, shown] };
}

/** The surface after so many levels. */
function drawGrown(stage, box, grid, level, turn) {
  const at = range(CELLS + 1).map(i => i*(SIDE - 1)/CELLS), least = grid.reduce((lo, h) => Math.min(lo, h), 1);
  const heights = at.flatMap(y => at.map(x => heightAfter(grid, level, x, y) - least));
  const colourOf = h => [180 + 75*h, 174 + 75*h, 164 + 80*h];
  drawBlock(stage, box, heights, { turn, tilt: 0.62, rise: 1, base: -0.12, colourOf });
}

function makeLevels() {
  const levelOf = s => Math.min(LEVELS, s.level);
  figure("levels", {
    height: 465, settings: { turn: 0.6 }, recipe: s => published(s.seed),
    command: s => `burl render -e '${published(s.seed)}' --size 257x257 --range 0,1 -o levels.png`,
    controls: { level: { ...time("levels", LEVELS + 1, 0.8, false, 1), value: 4, form: level => String(Math.min(LEVELS, Math.floor(level))) },
      seed: slider("seed", 1, 40, 6, 1, v => String(v)) },
    label: s => `midpoint displacement after ${Math.floor(levelOf(s))} levels: as a surface, from above, and along the diagonal`,
    draw(stage, s, set) {
      const grid = gridOf(published(s.seed)), level = levelOf(s);
      const { pixels, size } = levelPixels(grid, Math.floor(level));
      stage.paint(pixels, size, [10, 10, 230, 230]);
      stage.line(10, 10, 240, 240, "accent", 1.6);
      drawGrown(stage, [280, 0, 430, 430], grid, level, s.turn);
      const graph = new Graph(stage, [10, 290, 230, 130], [0, SIDE - 1, 0, 1]);
      stage.line(10, 420, 240, 420, "faint");
      const diagonal = range(SIDE).map(i => heightAfter(grid, level, i, i));
      stage.drawn.diagonal = { text: published(s.seed), values: diagonal };
      stage.curve(diagonal.map((h, i) => [graph.X(i), graph.Y(h)]), "ink", 1.6);
      stage.text(10, 268, "along the diagonal", "accent", { size: 12 });
      turnHandle(stage, s, set, [395, 595], 432);
    },
  });
}

/* ---- Its creases ---------------------------------------------------------------------------------- */

const RISE = 3; /* slopes are taken over so many points, and lit as steeply as they are on the average */

/** Heights lit from a direction, as pixels. */
function litPixels(grid, angle) {
  const shown = SIDE - RISE, pixels = new Uint8ClampedArray(4*shown*shown).fill(255), [c, s] = [Math.cos(angle), Math.sin(angle)];
  let sum = 0;
  for (let j = 0; j < shown; j++) for (let i = 0; i < shown; i++) sum += Math.abs(grid[j*SIDE + i + RISE] - grid[j*SIDE + i]);
  const steep = 0.16*shown*shown/(sum + 1e-9);
  for (let j = 0; j < shown; j++)
    for (let i = 0; i < shown; i++) {
      const at = j*SIDE + i, light = 0.5 - steep*(c*(grid[at + RISE] - grid[at]) + s*(grid[at + RISE*SIDE] - grid[at]));
      pixels.fill(255*light, 4*(j*shown + i), 4*(j*shown + i) + 3);
    }
  return { pixels, size: [shown, shown] };
}

function makeCreases() {
  const smooth = seed => `0.5 + 0.5*midpoint(style: smooth, seed: ${seed})`;
  const texts = s => ({ published: published(s.seed), smooth: smooth(s.seed) });
  figure("creases", {
    height: 460, settings: { angle: Math.PI }, controls: { style: choice("which recipe", { published: "middles", smooth: "quarters" }, "smooth"),
      seed: slider("seed", 1, 40, 6, 1, v => String(v)) },
    recipe: s => texts(s)[s.style], command: s => `burl render -e '${texts(s)[s.style]}' --size 257x257 --range 0,1 -o creases.png`,
    label: s => `two terrains lit from ${Math.round(s.angle*180/Math.PI)} degrees: creases in the first, none in the second`,
    draw(stage, s, set) {
      Object.values(texts(s)).forEach((text, n) => {
        const { pixels, size } = litPixels(gridOf(text), s.angle), left = n ? 370 : 10;
        stage.drawn[["published", "smooth"][n]] = pixels;
        stage.paint(pixels, size, [left, 26, 340, 340]);
        stage.text(left, 17, n ? stage.either("at a quarter and three quarters", "at the quarters") : "at the middle", "ink", { weight: 600 });
        if (["published", "smooth"][n] === s.style) stage.box(left, 26, 340, 340, "accent", 2);
      });
      const [x, y] = [360 + 34*Math.cos(s.angle), 416 + 34*Math.sin(s.angle)];
      stage.add("circle", { cx: 360, cy: 416, r: 34, class: "line faint", "stroke-width": 1.2 });
      stage.arrow(x, y, 360, 416, "accent", 1.6);
      stage.text(310, 420, "light", "soft", { anchor: "end", size: 12 });
      stage.handle("light", { x, y, label: "where the light comes from", value: `${Math.round(s.angle*180/Math.PI)} degrees`, step: 8,
        moved: (px, py) => set({ angle: Math.atan2(py - 416, px - 360) }) });
    },
  });
}

/* ---- Side by side --------------------------------------------------------------------------------- */

const KINDS = { value: "value noise", perlin: "gradient noise", midpoint: "midpoint displacement" };

function makeCompare() {
  const extent = [0, 0, 5, 5];
  const height = { value: s => `1.6*fbm(value(seed: 3), octaves: ${s.octaves})`, perlin: s => `2*fbm(perlin(seed: 9), octaves: ${s.octaves})`,
    midpoint: () => "midpoint(style: published, seed: 4, raw: 1)/100 - 1.1" };
  const land = (kind, s) => `h = ${height[kind](s)} - (${exact(s.sea, 2)})`;
  const text = (kind, s) => `${kind === "midpoint" ? "" : viewOf(extent)}${land(kind, s)}\n${LAND}`;
  figure("compare", {
    height: 480, settings: { turn: 0.5 }, recipe: s => text(s.kind, s),
    command: s => render(text(s.kind, s), s.kind).replace(" -o", s.kind === "midpoint" ? " --size 257x257 -o" : " -o"),
    controls: { kind: choice("which recipe", KINDS, "perlin"), octaves: slider("octaves", 1, 8, 7, 1, v => String(v)), sea: slider("sea", -0.6, 0.6, 0, 0.02) },
    label: s => `${Object.values(KINDS).join(", ")}: each from above, and below it as a surface`,
    draw(stage, s, set) {
      Object.entries(KINDS).forEach(([kind, title], n) => {
        const left = 244*n;
        stage.text(left, 17, stage.either(title, title.split(" ")[0]), "ink", { weight: 600 });
        stage.drawn[kind] = { text: text(kind, s), ...stage.picture(text(kind, s), [left, 26, 232, 232], extent, { fineness: kind === "midpoint" ? SIDE/464 : 0.4 }) };
        if (kind === s.kind) stage.box(left, 26, 232, 232, "accent", 2.5);
        drawLand(stage, [left, 250, 232, 200], heightsOf(`${land(kind, s)}\nh`, extent, 33), s.turn, 0.3);
      });
      turnHandle(stage, s, set, [260, 460], 450);
    },
  });
}

/* ---- Exercises ----------------------------------------------------------------------------------- */

const makeTryCoast = () => exercise("try-coast", { extent: [0, 0, 6, 4], look: { lo: 0, hi: 1 }, begin: "fbm(perlin(), octaves: 6)", goal: "fbm(perlin(), octaves: 6) > 0.1" });
const makeTrySquares = () => exercise("try-squares", { extent: [0, 0, 6, 4], look: { lo: -1, hi: 0.75 }, begin: "h = value()\nh", goal: "h = value()\nfloor(4*h)/4" });

start([makeValues, makeBlends, makeKinds, makeOctaves, makeCoast, makeSquare, makeLevels, makeCreases, makeCompare, makeTryCoast, makeTrySquares]);
