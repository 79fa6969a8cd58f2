/* The lesson on growth rings: a noise that repeats, through whose numbers a spline runs; its contours; a plank and a log. */
import { Relief } from "../relief.js";
import { Shading } from "../shading.js";
import { exercise } from "./exercise.js";
import { Graph, choice, figure, program, show, slider, start, time, toggle, valueAt } from "./kit.js";
import { numbersText, rounded } from "./knobs.js";
import { LOG } from "./log.js";

const SIDE = 4; /* numbers along the side of what repeats, whose width is 1 */

const within = (value, least, most) => Math.min(most, Math.max(least, value));

/** The article's noise, which repeats after a width of 1. */
const grainOf = ({ interp = "catmull_rom", octaves = 1, gain = 0.25 }) =>
  `tile(fbm(value(x, y, interp: ${interp}, hash: wood, raw: 1), octaves: ${octaves}, gain: ${gain}, at: 4, same_seed: 1), 1)`;

const grainText = s => `param rings = ${s.rings} [1, 40]\ngrain = ${grainOf(s)}\n`;

/** How fine pictures of rings are, whose edges have stairs. */
const finenessOf = stage => (stage.isFine ? 1 : 0.5);

/* ---- The colours of wood ------------------------------------------------------------------------- */

const COLOURS = {
  article: "rgb(0.80*ring, 0.36*ring, 0.08*ring)",
  oak: "ramp(ring, 0, #7a4a22, 0.12, #a9743f, 0.6, #cfa066, 1, #e2bf8c)",
  walnut: "ramp(ring, 0, #22130b, 0.2, #43281a, 0.7, #6f4a31, 1, #8d6647)",
};

const woodText = s => `${grainText(s)}ring = fract(rings*grain)\n${COLOURS[s.colours ?? "article"]}`;

/* ---- The library's own numbers ------------------------------------------------------------------- */

/** Row after row, until one of them is dragged. */
function ownNumbers(count = SIDE*SIDE) {
  const text = grainOf({});
  return rounded(Array.from({ length: count }, (_, n) => valueAt(text, n % SIDE/SIDE, Math.floor(n/SIDE)/SIDE)));
}

/* ---- A spline ------------------------------------------------------------------------------------ */

const CURVES = { linear: "mix(b, c, u)", cosine: "cosine(b, c, u)", catmull_rom: "catmull_rom(a, b, c, d, u)" };
const NAMES = { linear: "linear", cosine: "cosine", catmull_rom: "Catmull-Rom" };

const splineText = s => `${numbersText("number", s.numbers, 0, 1)}i = floor(x)
u = x - i
a = number((i - 1) % 4)
b = number(i % 4)
c = number((i + 1) % 4)
d = number((i + 2) % 4)
${CURVES[s.by]}`;

/** Lifts the numbers that decide the stretch of x, and says where. */
function markDeciding(graph, s) {
  const first = Math.floor(s.x) - (s.by === "catmull_rom" ? 1 : 0), count = s.by === "catmull_rom" ? 4 : 2;
  for (let i = first; i < first + count; i++) {
    const number = s.numbers[((i % SIDE) + SIDE) % SIDE];
    graph.stage.line(graph.X(i), graph.Y(0), graph.X(i), graph.Y(number), "accent", 1.2, "3 3");
    graph.stage.add("circle", { cx: graph.X(i), cy: graph.Y(number), r: 11, class: "line accent", "stroke-width": 1.6 });
  }
}

function makeSpline() {
  figure("spline", {
    height: 300, settings: { numbers: ownNumbers(SIDE), x: 4.4 }, controls: { by: choice("the curve", NAMES, "catmull_rom") },
    recipe: splineText, command: s => `burl plot -e '${splineText(s)}' --extent 0,8 -o spline.svg`,
    label: s => `four numbers, ${s.numbers.map(n => show(n)).join(", ")}, again and again, joined by a ${NAMES[s.by]} curve`,
    draw(stage, s, set) {
      const graph = new Graph(stage, [50, 20, 620, 240], [-1, 9, -0.15, 1.15]);
      const value = valueAt(splineText(s), s.x);
      graph.axes([1]);
      graph.curve(splineText(s), "ink", 2.2, "curve");
      for (const x of [0, 4, 8]) stage.line(graph.X(x), 20, graph.X(x), 260, "faint", 1, "2 4");
      markDeciding(graph, s);
      for (let i = -1; i <= 9; i++)
        if (i < 0 || i >= SIDE) stage.dot(graph.X(i), graph.Y(s.numbers[(i + SIDE) % SIDE]), 4, "soft");
      s.numbers.forEach((number, i) => stage.handle(`number-${i}`, { x: graph.X(i), y: graph.Y(number), tone: "ink", radius: 6,
        label: `number ${i}`, value: show(number), moved: (_, y) => set({ numbers: s.numbers.with(i, within(graph.valueAt(y), 0, 1)) }) }));
      stage.handle("x", { x: graph.X(s.x), y: graph.Y(value), label: "x", value: show(s.x), moved: x => set({ x: within(graph.xAt(x), 0, 7.999) }) });
    },
  });
}

/* ---- A patch ------------------------------------------------------------------------------------- */

const patchText = s => `${numbersText("height", s.heights, 0, 1)}point(i, j) = height(i % 4 + 4*(j % 4))
column = floor(4*x)
row = floor(4*y)
u = 4*x - column
v = 4*y - row
along(j) = catmull_rom(point(column - 1, j), point(column, j), point(column + 1, j), point(column + 2, j), u)
grain = catmull_rom(along(row - 1), along(row), along(row + 1), along(row + 2), v)
${s.show === "rings" ? "fract(10*grain)" : "grain"}`;

const PATCH_EXTENT = [-0.125, -0.125, 0.875, 0.875], FINE = 33;

/** From above: the grain, its numbers, and the four splines that the sample's own spline goes through. */
function drawPatchAbove(stage, s, set) {
  const left = 16, top = 36, size = 288, X = x => left + size*(x + 0.125), Y = y => top + size*(y + 0.125);
  stage.picture(patchText(s), [left, top, size, size], PATCH_EXTENT, { lo: 0, hi: 1, fineness: s.show === "grain" ? 0.2 : stage.isFine ? 1 : 0.35 });
  for (let i = 0; i < SIDE; i++) {
    stage.line(left, Y(i/SIDE), left + size, Y(i/SIDE), "accent", 1.2);
    stage.dot(X(s.at[0]), Y(i/SIDE), 4, "accent");
  }
  stage.line(X(s.at[0]), Y(0), X(s.at[0]), Y(0.75), "accent", 1.2, "4 4");
  stage.box(X(0.25), Y(0.25), size/SIDE, size/SIDE, "accent", 2.5);
  stage.handle("at", { x: X(s.at[0]), y: Y(s.at[1]), label: "the sample in its patch", value: s.at.map(a => show(a)).join(", "),
    moved: (x, y) => set({ at: [within((x - left)/size - 0.125, 0.25, 0.4999), within((y - top)/size - 0.125, 0.25, 0.4999)] }) });
}

/** The curve of a recipe of one of x and y on the surface, as its other one stays. */
function curveOn(relief, text, points) {
  return Array.from(program(text).points({ x: points.map(p => p[0]), y: points.map(p => p[1]) }), (height, n) => relief.place([...points[n], height]));
}

const upTo = (count, place) => Array.from({ length: count + 1 }, (_, n) => place(n/count));

/** Greys that are light enough for what is drawn on them. */
const woodGrey = height => Array(3).fill(70 + 170*within(height, 0, 1));

function drawPatchInSpace(stage, s, set) {
  const relief = new Relief({ centre: [512, 232], middle: [0.375, 0.375], side: 250, rise: 130, turn: s.turn, tilt: 0.55 });
  const text = patchText({ ...s, show: "grain" });
  const step = 1/(FINE - 1);
  const heights = program(text).grid({ size: [FINE, FINE], origin: [-0.125, -0.125], step: [step, step] });
  relief.paint(stage.context, 2, heights, [FINE, FINE], PATCH_EXTENT, woodGrey);
  for (let j = 0; j < SIDE; j++) stage.curve(curveOn(relief, text, upTo(32, a => [0.75*a, j/SIDE])), "accent", 1.4);
  stage.curve(curveOn(relief, text, upTo(32, a => [s.at[0], 0.75*a])), "accent", 1.4, "4 4");
  const [x, y] = relief.place([...s.at, valueAt(text, ...s.at)]);
  stage.dot(x, y, 6, "accent");
  s.heights.forEach((height, n) => {
    const at = [n % SIDE/SIDE, Math.floor(n/SIDE)/SIDE];
    const [hx, hy] = relief.place([...at, height]);
    stage.handle(`height-${n}`, { x: hx, y: hy, tone: "ink", radius: 5, label: `the number of column ${n % SIDE}, row ${Math.floor(n/SIDE)}`,
      value: show(height), moved: (_, down) => set({ heights: s.heights.with(n, within(relief.heightAt(at, down), 0, 1)) }) });
  });
}

function makePatch() {
  figure("patch", {
    height: 390, refines: true, settings: { heights: ownNumbers(), at: [0.34, 0.4], turn: 0.5 },
    controls: { show: choice("what is shown from above", { grain: "the grain", rings: "its rings" }) },
    recipe: patchText, command: s => `burl render -e '${patchText(s)}' --extent 0,0,1,1 -o patch.png`,
    label: s => `16 numbers and the surface through them, ${show(valueAt(patchText({ ...s, show: "grain" }), ...s.at), 3)} at the sample`,
    draw(stage, s, set) {
      const text = patchText(s);
      stage.drawn.patch = { text, values: program(text).grid({ size: [8, 8], step: [0.125, 0.125] }), step: 0.125 };
      drawPatchAbove(stage, s, set);
      drawPatchInSpace(stage, s, set);
      const x = 512 + 150*Math.sin(s.turn);
      stage.line(362, 372, 662, 372, "faint");
      stage.handle("turn", { x, y: 372, label: "turn the surface", value: `${Math.round(s.turn*180/Math.PI)} degrees`, step: 10,
        moved: px => set({ turn: Math.asin(within((px - 512)/150, -0.99, 0.99)) }) });
    },
  });
}

/* ---- Octaves ------------------------------------------------------------------------------------- */

/** Octave k alone: k of them, less those before it. */
function octaveText(k) {
  const first = count => `fbm(value(x, y, interp: catmull_rom, hash: wood, raw: 1), octaves: ${count}, gain: 1, at: 4, same_seed: 1, normalise: 0)`;
  return k > 1 ? `tile(${first(k)} - ${first(k - 1)}, 1)` : `tile(${first(1)}, 1)`;
}

function makeOctaves() {
  figure("octaves", {
    height: 540, refines: true, controls: { octaves: slider("octaves", 1, 5, 4, 1, v => String(v)), gain: slider("persistence", 0, 1, 0.25, 0.05), rings: slider("rings", 1, 20, 10, 1, v => String(v)) },
    recipe: woodText, command: s => `burl render -e '${woodText(s)}' --extent 0,0,1,1 -o rings.png`,
    label: s => `${s.octaves} octaves of persistence ${show(s.gain)}, their sum, and its ${s.rings} rings`,
    draw(stage, s) {
      for (let k = 1; k <= s.octaves; k++) {
        const x = 144*(k - 1);
        stage.picture(octaveText(k), [x, 0, 128, 128], [0, 0, 1, 1], { lo: 0, hi: 1, fineness: 0.5 });
        stage.text(x, 146, `${SIDE*2 ** (k - 1)} × ${SIDE*2 ** (k - 1)}`, "ink");
        stage.text(x, 164, stage.either(`counts ${show(s.gain ** (k - 1), 3)}`, `× ${show(s.gain ** (k - 1), 2)}`), "soft", { size: 12 });
      }
      stage.picture(grainOf(s), [0, 186, 340, 320], [0, 0, 1, 0.941], { lo: 0, hi: 1, fineness: 0.4 });
      stage.picture(woodText(s), [380, 186, 340, 320], [0, 0, 1, 0.941], { fineness: finenessOf(stage) });
      stage.text(0, 528, "the sum: the grain", "ink");
      stage.text(380, 528, "its rings", "ink");
      stage.drawn.rings = { text: woodText(s), values: program(woodText(s)).grid({ size: [5, 5], step: [0.2, 0.2] }), step: 0.2 };
    },
  });
}

/* ---- Ten times, and the fraction of it ----------------------------------------------------------- */

const cutText = (s, last) => `${grainText(s)}cut = at(grain, x, ${s.at[1].toFixed(4)})\n${last}`;

function drawCuts(stage, s) {
  const rows = [["the grain", "cut", 1, "ink"], [`${show(s.rings, 0)} times the grain`, "rings*cut", s.rings, "ink"],
    ["without the whole part", "fract(rings*cut)", 1, "plus"]];
  rows.forEach(([title, last, most, tone], n) => {
    const graph = new Graph(stage, [380, 30 + 142*n, 330, 96], [0, 1, 0, most]);
    graph.axes([most], 0.5);
    if (n === 1) for (let whole = 1; whole < s.rings; whole++) stage.line(380, graph.Y(whole), 710, graph.Y(whole), "faint", 0.6);
    graph.curve(cutText(s, last), tone, 1.8, ["grain", "times", "fraction"][n]);
    const value = valueAt(cutText(s, last), s.at[0]);
    stage.line(graph.X(s.at[0]), graph.Y(0), graph.X(s.at[0]), graph.Y(value), "accent", 1.2, "3 3");
    stage.dot(graph.X(s.at[0]), graph.Y(value), 5, "accent");
    stage.text(380, 20 + 142*n, title, tone, { size: 12 });
    stage.text(710, 20 + 142*n, show(value, 3), "accent", { anchor: "end", size: 12 });
  });
}

function makeFraction() {
  const text = s => `${grainText(s)}fract(rings*grain)`;
  figure("fraction", {
    height: 440, refines: true, settings: { at: [0.62, 0.3], octaves: 4, gain: 0.25 },
    controls: { rings: slider("times", 1, 20, 10, 1, v => String(v)), show: choice("what the picture shows", { rings: "the fraction", grain: "the grain" }) },
    recipe: text, command: s => `burl plot -e '${text(s)}' --extent 0,0,1,1 --line 0,${s.at[1].toFixed(3)},1,${s.at[1].toFixed(3)} -o fraction.svg`,
    label: s => `at ${s.at.map(a => show(a)).join(", ")} the grain is ${show(valueAt(cutText(s, "cut"), s.at[0]), 3)}, ${s.rings} times that, without the whole part, ${show(valueAt(cutText(s, "fract(rings*cut)"), s.at[0]), 3)}`,
    draw(stage, s, set) {
      const left = 10, top = 30, size = 310;
      stage.picture(s.show === "rings" ? text(s) : grainOf(s), [left, top, size, size], [0, 0, 1, 1], { lo: 0, hi: 1, fineness: finenessOf(stage) });
      stage.drawn.picture = { shows: s.show };
      stage.line(left, top + size*s.at[1], left + size, top + size*s.at[1], "accent", 1.6);
      drawCuts(stage, s);
      stage.handle("at", { x: left + size*s.at[0], y: top + size*s.at[1], label: "the sample", value: s.at.map(a => show(a)).join(", "),
        moved: (x, y) => set({ at: [within((x - left)/size, 0, 1), within((y - top)/size, 0, 1)] }) });
    },
  });
}

/* ---- Three interpolations ------------------------------------------------------------------------ */

const ZOOM = 0.3; /* of the width, in the pictures below */

function makeInterps() {
  const text = s => woodText({ ...s, interp: s.which });
  figure("interps", {
    height: 410, refines: true, settings: { at: [0.6, 0.14] },
    controls: { which: choice("which recipe", NAMES, "catmull_rom"), rings: slider("rings", 1, 20, 10, 1, v => String(v)),
      octaves: slider("octaves", 1, 4, 1, 1, v => String(v)), grain: toggle("the grain in greys") },
    recipe: text, command: s => `burl render -e '${text(s)}' --extent 0,0,1,1 -o rings.png`,
    label: s => `rings by linear, cosine and Catmull-Rom interpolation, and nearer, around ${s.at.map(a => show(a)).join(", ")}`,
    draw(stage, s, set) {
      const size = 228, below = 130, [ax, ay] = s.at, tall = ZOOM*below/size;
      Object.entries(NAMES).forEach(([interp, name], n) => {
        const x = 246*n, shown = s.grain ? grainOf({ ...s, interp }) : woodText({ ...s, interp });
        stage.picture(shown, [x, 24, size, size], [0, 0, 1, 1], { lo: 0, hi: 1, fineness: finenessOf(stage) });
        stage.picture(shown, [x, 36 + size, size, below], [ax, ay, ax + ZOOM, ay + tall], { lo: 0, hi: 1, fineness: finenessOf(stage) });
        stage.box(x + size*ax, 24 + size*ay, size*ZOOM, size*tall, "accent", 2);
        stage.text(x, 16, name, interp === s.which ? "accent" : "ink", { weight: interp === s.which ? 650 : 400 });
        stage.drawn[interp] = { text: shown, values: program(shown).grid({ size: [5, 5], step: [0.2, 0.2] }), step: 0.2 };
      });
      stage.handle("at", { x: size*(ax + ZOOM/2), y: 24 + size*(ay + tall/2), label: "where the lower pictures look", value: s.at.map(a => show(a)).join(", "),
        moved: (x, y) => set({ at: [within(x/size - ZOOM/2, 0, 1 - ZOOM), within((y - 24)/size - tall/2, 0, 1 - tall)] }) });
    },
  });
}

/* ---- The plank ----------------------------------------------------------------------------------- */

function makePlank() {
  figure("plank", {
    height: 290, refines: true, settings: { from: 0 },
    controls: { rings: slider("rings", 1, 20, 10, 1, v => String(v)), gain: slider("persistence", 0, 0.75, 0.25, 0.05), octaves: slider("octaves", 1, 5, 4, 1, v => String(v)),
      colours: choice("the colours", { article: "the article’s", oak: "oak", walnut: "walnut" }), seam: toggle("where the copies meet", true) },
    recipe: woodText, command: s => `burl render -e '${woodText(s)}' --extent 0,0,2,0.65 --size 1600x520 -o plank.png`,
    label: s => `a plank of ${s.rings} rings, twice side by side`,
    draw(stage, s, set) {
      const wide = 720, tall = 234, x = wide/2*(1 - s.from);
      stage.picture(woodText(s), [0, 0, wide, tall], [s.from, 0, s.from + 2, 0.65], { fineness: finenessOf(stage) });
      stage.drawn.plank = { text: woodText(s), values: program(woodText(s)).grid({ size: [9, 3], origin: [s.from, 0], step: [0.25, 0.25] }), from: s.from, step: 0.25 };
      if (s.seam) for (const copy of [-1, 0, 1]) if (x + copy*wide/2 >= 0 && x + copy*wide/2 <= wide) stage.line(x + copy*wide/2, 0, x + copy*wide/2, tall, "accent", 1.4, "6 5");
      stage.line(0, 262, wide, 262, "faint");
      stage.handle("from", { x, y: 262, label: "push the plank", value: show(s.from), step: 18,
        moved: px => set({ from: within(1 - 2*px/wide, -1, 1) }) });
    },
  });
}

/* ---- The log ------------------------------------------------------------------------------------- */

const VIEW = [-0.8, -0.58, 0.8, 0.42];

const logText = s => ["rings", "eye", "tall"].reduce((text, name) => text.replace(new RegExp(`param ${name} = \\S+`), `param ${name} = ${s[name]}`), LOG);

/** The recipe as a fragment shader, in which its knobs stay open. */
const logShader = () => `#version 300 es
${program(LOG).code("glsles", { entries: "p", uniformKnobs: true })}
uniform vec2 size;
uniform float time;
out vec4 colour;
void main() {
  vec2 share = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y)/size;
  colour = vec4(burl_p(mix(vec2(${VIEW[0]}, ${VIEW[1]}), vec2(${VIEW[2]}, ${VIEW[3]}), share), time), 1);
}`;

/** As fine as it is drawn in time for the next frame; null: it can't be. */
function makeLogShading(width, height) {
  const shading = Shading.make(1, 1);
  if (!shading || shading.compile(logShader()).length) return null;
  shading.fit([0.5, 1, 1.5, 2].map(dense => [width*dense, height*dense]), 12);
  return shading;
}

function makeLog() {
  let shading = null, set = changes => {};
  const nearby = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return;
    nearby.disconnect();
    shading = makeLogShading(720, 450);
    set({});
  }, { rootMargin: "50%" });
  nearby.observe(document.getElementById("log"));
  figure("log", {
    height: 450, controls: { turn: time("turn", 1, 0.06, true), rings: slider("rings", 3, 24, 10, 1, v => String(v)),
      tall: slider("height", 0.3, 3, 2.2, 0.1), eye: slider("seen from above", 3, 45, 21, 1, v => `${v}°`) },
    recipe: logText, command: s => `burl render -e '${logText(s)}' --times 0..1 --frames 120 -o log.webp`,
    label: s => `a log of ${s.rings} rings on grass under a sky, turned by ${Math.round(360*s.turn)} degrees`,
    draw(stage, s, change) {
      set = change;
      const text = logText(s);
      stage.drawn.isShaded = Boolean(shading?.program);
      if (stage.drawn.isShaded) {
        shading.draw({ size: [shading.canvas.width, shading.canvas.height], time: s.turn, burl_rings: s.rings, burl_tall: s.tall, burl_eye: s.eye });
        stage.context.imageSmoothingEnabled = true;
        stage.context.drawImage(shading.canvas, 0, 0, stage.canvas.width, stage.canvas.height);
      } else stage.picture(text, [0, 0, 720, 450], VIEW, { fineness: 0.15 }, s.turn);
      stage.drawn.log = { text, values: program(text).grid({ size: [16, 10], origin: [-0.8, -0.58], step: [0.1, 0.1], time: s.turn }), t: s.turn };
      stage.handle("turn", { x: 360 + 300*(((s.turn + 0.5) % 1) - 0.5)*2, y: 428, label: "turn the log", value: `${Math.round(360*s.turn)} degrees`, step: 10,
        moved: x => set({ turn: (within((x - 360)/600, -0.499, 0.499) + 1) % 1 }) });
    },
  });
}

/* ---- Exercises ----------------------------------------------------------------------------------- */

const makeTryRings = () => exercise("try-rings", { extent: [0, 0, 6, 4], look: { lo: 0, hi: 1 }, begin: "perlin(x, y)", goal: "fract(5*perlin(x, y))" });
const makeTryBoard = () => exercise("try-board", { extent: [0, 0, 6, 4], look: { lo: 0, hi: 1 }, begin: "fract(4*perlin(x, y))", goal: "fract(4*perlin(x/4, y))" });

start([makeSpline, makePatch, makeOctaves, makeFraction, makeInterps, makePlank, makeLog, makeTryRings, makeTryBoard]);
