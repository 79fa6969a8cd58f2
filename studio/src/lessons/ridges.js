/* The lesson on ridges and warps: noise that is folded, and noise that says where noise is read. */
import { Relief } from "../relief.js";
import { exercise } from "./exercise.js";
import { Graph, choice, figure, program, show, slider, start, time, toggle, valueAt } from "./kit.js";

const within = (value, least, most) => Math.min(most, Math.max(least, value));
const written = (value, digits = 3) => show(value, digits).replace("−", "-");
const some = samples => Array.from(samples.filter((_, i) => i % 997 === 0));

/* ---- Folded -------------------------------------------------------------------------------------- */

const LINE = "at(perlin(), x, 0.3)";

function makeFold() {
  const forms = s => ({ noise: LINE, folded: `abs(${LINE})`, ridge: `pow(1 - abs(${LINE}), ${written(s.sharpness, 1)})` }), text = s => forms(s)[s.show];
  figure("fold", {
    height: 310, settings: { x: 3.3 }, controls: { show: choice("what is drawn", { noise: "noise", folded: "folded", ridge: "ridges" }, "ridge"), 
      sharpness: { ...slider("sharpness", 0.5, 6, 2, 0.1, v => show(v, 1)), when: s => s.show === "ridge" } },
    recipe: text, command: s => `burl plot -e '${text(s)}' --extent 0,8 -o fold.svg`,
    label: s => `at ${show(s.x)} the noise is ${show(valueAt(LINE, s.x))}, and what is drawn ${show(valueAt(text(s), s.x))}`,
    draw(stage, s, set) {
      const graph = new Graph(stage, [50, 20, 650, 240], [0, 8, -1.05, 1.1]);
      graph.axes([-1, 1]);
      graph.curve(LINE, "soft", 1.3, "noise");
      if (s.show !== "noise") graph.curve(forms(s).folded, "minus", 1.3, "folded");
      graph.curve(text(s), "ink", 2.4, "drawn");
      stage.text(700, 14, `${show(valueAt(LINE, s.x))} → ${show(valueAt(text(s), s.x))}`, "accent", { anchor: "end" });
      stage.line(graph.X(s.x), graph.Y(valueAt(LINE, s.x)), graph.X(s.x), graph.Y(valueAt(text(s), s.x)), "accent", 1.4, "3 3");
      stage.handle("x", { x: graph.X(s.x), y: graph.Y(valueAt(text(s), s.x)), label: "x", value: show(s.x), moved: x => set({ x: within(graph.xAt(x), 0, 8) }) });
    },
  });
}

/* ---- Three kinds of octaves ---------------------------------------------------------------------- */

const KINDS = { fbm: "as it is", billow: "folded up", ridged: "folded down" };

function makeKinds() {
  const heights = (kind, s) => `${kind}(perlin(), octaves: ${s.octaves})`;
  const text = (kind, s) => (s.light ? `0.5 - 0.09*d(${heights(kind, s)}, x) - 0.09*d(${heights(kind, s)}, y)` : heights(kind, s));
  figure("kinds", {
    height: 270, refines: true, controls: { kind: choice("which recipe", { fbm: "fbm", billow: "billow", ridged: "ridged" }, "ridged"), octaves: slider("octaves", 1, 8, 5, 1, v => String(v)), light: toggle("in light", true) },
    recipe: s => text(s.kind, s), command: s => `burl render -e '${text(s.kind, s)}' --extent 0,0,5,5 -o ridges.png`,
    label: s => `${s.octaves} octaves of noise: ${Object.entries(KINDS).map(([kind, how]) => `${kind}, ${how}`).join("; ")}`,
    draw(stage, s) {
      Object.entries(KINDS).forEach(([kind, how], n) => {
        const { samples } = stage.picture(text(kind, s), [246*n, 0, 228, 228], [0, 0, 5, 5], { lo: s.light ? 0 : -1, hi: 1, fineness: stage.isFine ? 1 : 0.5 });
        stage.drawn[kind] = some(samples);
        stage.text(246*n, 232, kind, kind === s.kind ? "accent" : "ink", { weight: 600, hangs: true });
        stage.text(246*n + 228, 232, how, "soft", { anchor: "end", size: 12, hangs: true });
      });
    },
  });
}

/* ---- Mountains ----------------------------------------------------------------------------------- */

const COUNT = 72; /* heights along a side */

/** Rock below, snow above. */
function rock(height) {
  const snow = within(3*(height - 0.25), 0, 1);
  return [118, 112, 104].map((channel, c) => channel + snow*([246, 248, 250][c] - channel));
}

function makeMountains() {
  const text = s => `ridged(perlin(), octaves: 7, sharpness: ${written(s.sharpness, 1)}${s.feedback ? `, feedback: ${written(s.feedback, 1)}` : ""})`;
  figure("mountains", {
    height: 440, settings: { turn: 0.5 }, controls: { sharpness: slider("sharpness", 0.5, 4, 2, 0.1, v => show(v, 1)), feedback: slider("feedback", 0, 3, 1, 0.1, v => show(v, 1)) },
    recipe: text, command: s => `burl render -e '${text(s)}' --extent 1,1,4,4 --range auto -o mountains.png`,
    label: s => `mountains of sharpness ${show(s.sharpness, 1)} and feedback ${show(s.feedback, 1)}`,
    draw(stage, s, set) {
      const step = 3/(COUNT - 1), heights = program(text(s)).grid({ size: [COUNT, COUNT], origin: [1, 1], step: [step, step] });
      const relief = new Relief({ centre: [360, 232], middle: [2.5, 2.5], side: 150, rise: 64, turn: s.turn, tilt: 0.6 });
      relief.paint(stage.context, 2, heights, [COUNT, COUNT], [1, 1, 4, 4], rock);
      stage.drawn.mountains = { heights: some(heights), text: text(s) };
      stage.line(210, 420, 510, 420, "faint");
      stage.handle("turn", { x: 360 + 150*Math.sin(s.turn), y: 420, label: "turn the mountains", value: `${Math.round(s.turn*180/Math.PI)} degrees`, step: 10,
        moved: x => set({ turn: Math.asin(within((x - 360)/150, -0.99, 0.99)) }) });
    },
  });
}

/* ---- A warp -------------------------------------------------------------------------------------- */

const PATTERNS = { lines: "max(fract(2*x) < 0.15, fract(2*y) < 0.15)", rings: "0.5 + 0.5*cos(9*length(x - 2, y - 2))", noise: "0.5 + 0.7*fbm(perlin())" };
const PALE = { lo: 1.4, hi: 0 }; /* 0 is white: arrows show on it */
const WAYS = ["perlin(x, y, seed: 3)", "perlin(x, y, seed: 4)"];

const warpText = s => `far = ${written(s.far, 2)}\nwarp(${PATTERNS[s.pattern]}, far*${WAYS[0]}, far*${WAYS[1]})`;

/** Where a sample is read instead. */
const readFrom = s => WAYS.map((way, a) => s.at[a] + s.far*valueAt(way, ...s.at));

function makeWarp() {
  figure("warp", {
    height: 390, refines: true, settings: { at: [1.3, 2.7] }, controls: { far: slider("how far", 0, 1.5, 0.6, 0.01), pattern: choice("what is warped", { lines: "lines", rings: "rings", noise: "noise" }) },
    recipe: warpText, command: s => `burl render -e '${warpText(s)}' --extent 0,0,4,4 -o warp.png`,
    label: s => `what is at ${s.at.map(a => show(a)).join(", ")} is read at ${readFrom(s).map(a => show(a)).join(", ")}`,
    draw(stage, s, set) {
      const side = 87.5, fineness = stage.isFine ? 1 : 0.5, [left, right] = [0, 370], read = readFrom(s);
      stage.picture(PATTERNS[s.pattern], [left, 30, 350, 350], [0, 0, 4, 4], { ...PALE, fineness });
      const { samples } = stage.picture(warpText(s), [right, 30, 350, 350], [0, 0, 4, 4], { ...PALE, fineness });
      stage.drawn.warped = some(samples);
      stage.drawn.ends = [valueAt(PATTERNS[s.pattern], ...read), valueAt(warpText(s), ...s.at)];
      for (let j = 0; j < 8; j++)
        for (let i = 0; i < 8; i++) {
          const from = [0.25 + i/2, 0.25 + j/2], to = readFrom({ ...s, at: from }).map(v => within(v, 0, 4));
          stage.arrow(left + side*from[0], 30 + side*from[1], left + side*to[0], 30 + side*to[1], "minus", 1.3);
        }
      stage.text(left, 20, "where it is read", "ink", { weight: 600 });
      stage.text(right, 20, "what comes of it", "ink", { weight: 600 });
      const end = read.map(v => within(v, 0, 4));
      stage.arrow(left + side*s.at[0], 30 + side*s.at[1], left + side*end[0], 30 + side*end[1], "accent", 3);
      stage.dot(left + side*end[0], 30 + side*end[1], 6, "accent");
      stage.handle("at", { x: right + side*s.at[0], y: 30 + side*s.at[1], label: "the sample", value: s.at.map(a => show(a)).join(", "),
        moved: (x, y) => set({ at: [within((x - right)/side, 0, 4), within((y - 30)/side, 0, 4)] }) });
    },
  });
}

/* ---- Twice --------------------------------------------------------------------------------------- */

const TWICE = `n(k) = fbm(perlin(x, y, seed: k), octaves: 5)
once = warp(n(0), far*n(1), far*n(2))
again = warp(n(0), far*warp(n(3), far*n(1), far*n(2)), far*warp(n(4), far*n(1), far*n(2)))
`;

const COLOURED = `ramp(again, -0.45, #0b1726, -0.15, #274a63, 0.05, #c9b99a, 0.3, #f3ead8) +
  0.25*abs(warp(n(3), far*n(1), far*n(2)))*#d0562a`;

function makeTwice() {
  const text = (s, last) => `param far = ${written(s.far, 1)} [0, 4]\n${TWICE}${last}`;
  figure("twice", {
    height: 270, refines: true, controls: { far: slider("how far", 0, 4, 2, 0.1, v => show(v, 1)), which: choice("which recipe", { "n(0)": "noise", once: "warped", again: "warped twice", coloured: "in colours" }, "again") },
    recipe: s => text(s, s.which === "coloured" ? COLOURED : s.which),
    command: s => `burl render -e '${text(s, s.which === "coloured" ? COLOURED : s.which)}' --extent 0,0,3,3 -o twice.png`,
    label: s => `noise, warped by noise, and by noise that is warped, each by up to ${show(s.far, 1)}`,
    draw(stage, s) {
      ["n(0)", "once", s.which === "coloured" ? "coloured" : "again"].forEach((name, n) => {
        const { samples } = stage.picture(text(s, name === "coloured" ? COLOURED : name), [246*n, 0, 228, 228], [0, 0, 3, 3], { lo: -0.5, hi: 0.5, fineness: stage.isFine ? 0.8 : 0.35 });
        stage.drawn[name] = some(samples);
        stage.text(246*n, 232, ["noise", "warped", "warped twice"][n], name === s.which ? "accent" : "ink", { weight: 600, hangs: true });
      });
    },
  });
}

/* ---- Uses ---------------------------------------------------------------------------------------- */

/** @type {[string, string, number[]][]} */
const USES = [
  ["marble", "v = ridged(distort(perlin(), 0.7), octaves: 4)\nramp(v, -0.2, #f2efe9, 0.5, #cfcac2, 0.8, #77777c, 1, #3c3e46)", [0, 0, 5, 3.3]],
  ["lightning", "b = pow(1 - abs(fbm(perlin(x, y + 3*t), octaves: 6) + 0.7*(x - 2.5)), 14)\nmix(#0c0a1e, #cfd4ff, b)", [0, 0, 5, 3.3]],
  ["mountains", "h = ridged(perlin(), octaves: 8, feedback: 2)\nramp(h, -1, #36482f, -0.3, #6d6a5a, 0.2, #8d8880, 0.5, #ffffff)*(0.85 - 0.06*d(h, x) - 0.06*d(h, y))", [0, 0, 5, 3.3]],
  ["oil on water", "q = fbm(perlin(x, y, t), octaves: 3)\nv = warp(fbm(perlin(), octaves: 3), 3*q, 2*q)\nrgb(0.5 + 0.4*cos(9*v), 0.5 + 0.4*cos(9*v + 1.6), 0.6 + 0.4*cos(9*v + 3.2))", [0, 0, 5, 3.3]],
  ["wood", "fract(8*at(perlin(), 0.3*x + 0.1*perlin(seed: 2), 2*y))*#5a3a1e + #6f4a2a", [0, 0, 5, 3.3]],
  ["storm", "v = at(fbm(perlin(x, y, t), octaves: 6), rotate(x, 90*length(x, y)), rotate(y, 90*length(x, y)))\nmix(#24415e, #f4f6f8, smoothstep(-0.2, 0.35, v))", [-2.5, -1.65, 2.5, 1.65]],
];

function makeUses() {
  figure("uses", {
    height: 400, refines: true, controls: { t: time("t", 2, 0.1), which: choice("which recipe", Object.fromEntries(USES.map(([name], i) => [i, name]))) },
    recipe: s => USES[s.which][1], command: s => `burl render -e '${USES[s.which][1]}' --extent=${USES[s.which][2].join(",")} --size 345x230 -o use.png`,
    label: () => USES.map(([name]) => name).join(", "),
    draw(stage, s) {
      USES.forEach(([name, text, extent], i) => {
        const [x, y] = [246*(i % 3), 200*Math.floor(i/3)];
        const { samples } = stage.picture(text, [x, y, 228, 152], extent, { fineness: stage.isFine ? 1 : 0.5 }, s.t);
        stage.drawn[name] = some(samples);
        if (String(i) === s.which) stage.box(x, y, 228, 152, "accent", 3);
        stage.text(x, y + 156, name, "ink", { hangs: true });
      });
    },
  });
}

/* ---- Exercises ----------------------------------------------------------------------------------- */

const makeTryRidges = () => exercise("try-ridges", { extent: [0, 0, 6, 4], look: { lo: -1, hi: 1 }, begin: "fbm(perlin(), octaves: 6)", goal: "ridged(perlin(), octaves: 3, sharpness: 4)" });
const makeTryBands = () => exercise("try-bands", { extent: [0, 0, 6, 4], look: { lo: -1, hi: 1 }, begin: "sin(6*x)", goal: "sin(6*(x + perlin(x, y)))" });

start([makeFold, makeKinds, makeMountains, makeWarp, makeTwice, makeUses, makeTryRidges, makeTryBands]);
