/* The lesson on octaves and persistence: numbers by a hash, what lies between them, their octaves; and motion from noise. */
import { exercise } from "./exercise.js";
import { Graph, alongX, choice, figure, numberHandles, program, show, slider, start, time, toggle, valueAt } from "./kit.js";
import { numbersText, rounded } from "./knobs.js";

const NUMBERS = "value(x, hash: elias, raw: 1)";
const within = (value, least, most) => Math.min(most, Math.max(least, value));
const range = count => Array.from({ length: count }, (_, i) => i);
const exact = (value, digits = 4) => String(Number(value.toFixed(digits)));
const signed = value => (value < 0 ? `(${show(value)})` : show(value));
const plot = (text, id, extent) => `burl plot -e '${text}' --extent ${extent} -o ${id}.svg`;

/* ---- The hash ------------------------------------------------------------------------------------ */

/** Elias's integer hash, step by step: 32 bits each. */
function stepsOf(x) {
  const shifted = x << 13, n = shifted ^ x;
  const product = Math.imul(n, Math.imul(Math.imul(n, n), 15731) + 789221), sum = product + 1376312589 | 0;
  const steps = [["x", x], ["x << 13", shifted], ["n = (x << 13) ^ x", n], ["n(15731n² + 789221)", product], ["… + 1376312589", sum], ["without its first bit", sum & 0x7fffffff]];
  return { steps: steps.map(([name, bits]) => ({ name, bits: Number(bits) >>> 0 })), value: 1 - (sum & 0x7fffffff)/2 ** 30 };
}

const SHORT = { "n = (x << 13) ^ x": "n", "n(15731n² + 789221)": "multiplied", "… + 1376312589": "added", "without its first bit": "31 bits" };

function drawBits(stage, { name, bits }, y) {
  stage.text(186, y + 11, stage.either(name, SHORT[name] ?? name), "ink", { anchor: "end", size: 12 });
  for (let bit = 0; bit < 32; bit++) {
    const x = 200 + 12*bit + 4*Math.floor(bit/8);
    stage.add("rect", { x, y, width: 10, height: 13, class: bits >>> (31 - bit) & 1 ? "fill ink" : "line faint" });
  }
  if (!stage.isNarrow) stage.text(700, y + 11, String(bits), "soft", { anchor: "end", size: 12 });
}

function makeHash() {
  figure("hash", {
    height: 395, settings: { x: 4 }, recipe: () => NUMBERS, command: () => plot(NUMBERS, "numbers", "0,31"),
    label: s => `the hash of ${s.x} is ${show(stepsOf(s.x).value, 4)}`,
    draw(stage, s, set) {
      const { steps, value } = stepsOf(s.x);
      steps.forEach((step, row) => drawBits(stage, step, 8 + 24*row));
      stage.text(200, 174, `1 − ${steps[5].bits} / 2³⁰ = ${show(value, 6)}`, "ink", { weight: 600 });
      Object.assign(stage.drawn, { hash: value, value: valueAt(NUMBERS, s.x) });
      const graph = new Graph(stage, [40, 216, 660, 150], [0, 31, -1, 1]);
      graph.axes([-1, 1], 5);
      for (let i = 0; i <= 31; i++) {
        const number = valueAt(NUMBERS, i);
        stage.line(graph.X(i), graph.Y(0), graph.X(i), graph.Y(number), i === s.x ? "accent" : "faint", 1.6);
        stage.dot(graph.X(i), graph.Y(number), 3.4, "ink");
      }
      stage.handle("x", { x: graph.X(s.x), y: graph.Y(value), label: "x", value: `${s.x}: ${show(value, 4)}`, step: graph.X(1) - graph.X(0),
        moved: x => set({ x: within(Math.round(graph.xAt(x)), 0, 31) }) });
    },
  });
}

/* ---- Interpolation ------------------------------------------------------------------------------- */

const BETWEEN = { linear: "mix(number(i), number(i + 1), f)", cosine: "cosine(number(i), number(i + 1), f)",
  cubic: "cubic(number(i - 1), number(i), number(i + 1), number(i + 2), f)" };
const INTERPS = { linear: "linear", cosine: "cosine", cubic: "cubic" };
const numbersOf = () => rounded(alongX(NUMBERS, 0, 12, 13));

const curveText = (s, interp) => `${numbersText("number", s.numbers)}i = floor(x)\nf = x - i\n${BETWEEN[interp]}`;

/** How the value at a place comes about, in words. */
function sumOf({ numbers, at, interp }) {
  const i = Math.floor(at), f = at - i, [before, a, b, after] = [i - 1, i, i + 1, i + 2].map(n => numbers[Math.min(12, n)]);
  if (interp === "cubic") {
    const p = after - b - before + a, q = before - a - p, r = b - before;
    return [`P = ${show(p)}, Q = ${show(q)}, R = ${show(r)}, S = ${show(a)}`, `Pf³ + Qf² + Rf + S`];
  }
  const g = interp === "linear" ? f : (1 - Math.cos(Math.PI*f))/2;
  return [interp === "linear" ? `f = ${show(f)}` : `g = (1 − cos πf)/2 = ${show(g)}`,
    `${show(a)} × ${show(1 - g)} + ${signed(b)} × ${show(g)}`];
}

/** A graph from 1 to 11 of numbers from 0 to 12: the outer ones count, too. */
const numbersGraph = (stage, y, height) => {
  const graph = new Graph(stage, [74, y, 572, height], [1, 11, -1.2, 1.2]);
  graph.axes();
  return graph;
};

function makeCurve() {
  figure("curve", {
    height: 300, settings: { numbers: numbersOf(), at: 4.37 }, controls: { interp: choice("interpolation", INTERPS, "cosine") },
    recipe: s => curveText(s, s.interp), command: s => plot(curveText(s, s.interp), "curve", "1,11"),
    label: s => `numbers ${s.numbers.map(n => show(n)).join(", ")}, ${s.interp} between them`,
    draw(stage, s, set) {
      const graph = numbersGraph(stage, 8, 220), [i, f] = [Math.floor(s.at), s.at % 1];
      for (const n of s.interp === "cubic" ? [i - 1, i, i + 1, i + 2] : [i, i + 1]) stage.line(graph.X(n), graph.Y(0), graph.X(n), graph.Y(s.numbers[n]), "accent", 1.2, "3 3");
      graph.curve(curveText(s, s.interp), "ink", 2, "curve");
      const value = valueAt(curveText(s, s.interp), s.at), [x, y] = [graph.X(s.at), graph.Y(value)];
      stage.line(x, graph.Y(0), x, y, "accent", 1.6);
      const [first, sum] = sumOf(s);
      stage.text(74, 278, first, "soft");
      stage.text(646, 278, `${sum} = ${show(value)}`, "accent", { anchor: "end" });
      stage.text((graph.X(i) + x)/2, graph.Y(0) + 15, f > 0.16 ? "f" : "", "accent", { anchor: "middle", size: 12 });
      numberHandles(graph, s.numbers, numbers => set({ numbers }));
      stage.handle("at", { x, y, label: "x", value: show(s.at), moved: px => set({ at: within(graph.xAt(px), 1, 10.999) }) });
    },
  });
}

const planeText = s => `value(x, y, hash: elias, raw: 1, interp: ${s.interp}${s.smooth ? ", smooth: 1" : ""})`;

/** A slice of the plane from one whole place to the next, with a dot on it. */
function drawSlice(stage, box, { text, from, at, title, tone, name }) {
  const graph = new Graph(stage, box, [from, from + 1, -1.2, 1.2]);
  stage.line(box[0], graph.Y(0), box[0] + box[2], graph.Y(0), "faint");
  graph.curve(text, "ink", 1.8, name);
  for (const end of [from, from + 1]) stage.dot(graph.X(end), graph.Y(valueAt(text, end)), 3.4, "ink");
  const value = valueAt(text, at);
  stage.dot(graph.X(at), graph.Y(value), 5, tone);
  stage.text(box[0] + box[2] + 12, graph.Y(0) - 6, stage.either(title, title.replace("along ", "")), "soft", { size: 12 });
  stage.text(box[0] + box[2] + 12, graph.Y(0) + 12, show(value), tone === "accent" ? "accent" : "ink");
}

function makePlane() {
  figure("plane", {
    height: 350, settings: { at: [0.75, 3.35] }, recipe: planeText, command: s => `burl render -e '${planeText(s)}' --extent 0,0,6,6 --range -1,1 -o plane.png`,
    controls: { interp: choice("interpolation", INTERPS, "cosine"), smooth: toggle("smoothed") },
    label: s => `${s.interp} value noise, ${show(valueAt(planeText(s), ...s.at), 3)} at ${s.at.map(v => show(v)).join(", ")}`,
    draw(stage, s, set) {
      const [left, top, cell] = [10, 10, 55], [x, y] = s.at.map((v, a) => (a ? top : left) + cell*v), [i, j] = s.at.map(Math.floor);
      stage.picture(planeText(s), [left, top, 330, 330], [0, 0, 6, 6], { lo: -1.1, hi: 1.1 });
      stage.box(left + cell*i, top + cell*j, cell, cell, "accent", 1.6);
      stage.line(x, top + cell*j, x, top + cell*(j + 1), "accent", 1.6);
      for (const row of [0, 1]) stage.dot(x, top + cell*(j + row), 4.5, "ink");
      for (const row of [0, 1])
        drawSlice(stage, [372, 14 + 112*row, 216, 92], { text: `at(${planeText(s)}, x, ${j + row})`, from: i, at: s.at[0],
          title: `along y = ${j + row}`, tone: "ink", name: `row-${row}` });
      drawSlice(stage, [372, 238, 216, 92], { text: `at(${planeText(s)}, ${exact(s.at[0])}, x)`, from: j, at: s.at[1],
        title: `along x = ${show(s.at[0])}`, tone: "accent", name: "column" });
      stage.handle("at", { x, y, label: "the point", value: s.at.map(v => show(v)).join(", "),
        moved: (px, py) => set({ at: [within((px - left)/cell, 0, 5.999), within((py - top)/cell, 0, 5.999)] }) });
    },
  });
}

function makeSmoothed() {
  const text = (s, row) => `${numbersText("number", s.numbers)}smoothed(i) = number(i - 1)/4 + number(i)/2 + number(i + 1)/4
i = floor(x)\ncosine(${row}(i), ${row}(i + 1), x - i)`;
  figure("smoothed", {
    height: 260, settings: { numbers: numbersOf() }, recipe: s => text(s, "smoothed"), command: s => plot(text(s, "smoothed"), "smoothed", "1,11"),
    label: s => `numbers ${s.numbers.map(n => show(n)).join(", ")}, as drawn and smoothed`,
    draw(stage, s, set) {
      const graph = numbersGraph(stage, 8, 220);
      graph.curve(text(s, "number"), "soft", 1.2, "rough");
      graph.curve(text(s, "smoothed"), "ink", 2.2, "smoothed");
      for (let i = 1; i <= 11; i++) {
        const smoothed = s.numbers[i - 1]/4 + s.numbers[i]/2 + s.numbers[i + 1]/4;
        if (Math.abs(smoothed - s.numbers[i]) > 0.12) stage.arrow(graph.X(i), graph.Y(s.numbers[i]), graph.X(i), graph.Y(smoothed), "accent", 1.4);
      }
      numberHandles(graph, s.numbers, numbers => set({ numbers }));
    },
  });
}

/* ---- Octaves ------------------------------------------------------------------------------------- */

const WAVE = "value(x, hash: elias, raw: 1, interp: cosine)", WAVE_2D = "value(x, y, hash: elias, raw: 1, interp: cosine)";
const sumText = (wave, octaves, gain) => `fbm(${wave}, octaves: ${octaves}, gain: ${exact(gain, 6)}, same_seed: 1, normalise: 0)`;
const octaveText = (wave, k, gain) => `${exact(gain ** k, 6)}*at(${wave}, ${2 ** k}*x, ${2 ** k}*y)`;

function makeMeasure() {
  const text = s => `${exact(s.amplitude, 3)}*at(${WAVE}, x/${exact(s.wavelength, 3)})`;
  figure("measure", {
    height: 300, settings: { wavelength: 2, amplitude: 0.8 }, recipe: text, command: s => plot(text(s), "measure", "0,12"),
    label: s => `a noise of wavelength ${show(s.wavelength)} and amplitude ${show(s.amplitude)}`,
    draw(stage, s, set) {
      const graph = new Graph(stage, [40, 30, 640, 220], [0, 12, -1, 1]);
      graph.axes();
      graph.curve(`${exact(s.amplitude, 3)}*sin(tau*x/${exact(s.wavelength, 3)})`, "faint", 1.5, "sine");
      graph.curve(text(s), "ink", 2, "noise");
      for (let x = 0; x <= 12 + 1e-9; x += s.wavelength) stage.dot(graph.X(x), graph.Y(valueAt(text(s), x)), 3.4, "ink");
      const [x, y, zero] = [graph.X(s.wavelength), graph.Y(s.amplitude), graph.Y(0)];
      stage.arrow(x, y, graph.X(0), y, "accent", 1.4);
      stage.arrow(x, y, x, zero, "accent", 1.4);
      stage.text(40, 18, `wavelength ${show(s.wavelength)}, frequency 1/${show(s.wavelength)} = ${show(1/s.wavelength)}`, "accent");
      stage.text(680, 18, `amplitude ${show(s.amplitude)}`, "accent", { anchor: "end" });
      stage.handle("size", { x, y, label: "wavelength and amplitude", value: `${show(s.wavelength)}, ${show(s.amplitude)}`,
        moved: (px, py) => set({ wavelength: within(graph.xAt(px), 0.3, 6), amplitude: within(graph.valueAt(py), 0.05, 1) }) });
    },
  });
}

/** An amplitude as one writes it. */
const fraction = (gain, k) => (k === 0 ? "1" : gain === 0.5 ? `1/${2 ** k}` : show(gain ** k, gain ** k < 0.1 ? 3 : 2));

function makeOctaves() {
  figure("octaves", {
    height: 520, controls: { octaves: slider("octaves", 1, 6, 6, 1, v => String(v)), persistence: slider("persistence", 0, 1, 0.5, 0.01) },
    recipe: s => sumText(WAVE_2D, s.octaves, s.persistence), label: s => `${s.octaves} octaves of persistence ${show(s.persistence)}, and their sum`,
    command: s => `burl plot -e '${sumText(WAVE, s.octaves, s.persistence)}' --parts octaves -o octaves.svg`,
    draw(stage, s) {
      stage.text(0, 14, stage.either("frequency", "freq."), "soft", { size: 11 });
      stage.text(150, 14, stage.either("amplitude", "ampl."), "soft", { anchor: "end", size: 11 });
      for (let k = 0; k < s.octaves; k++) {
        const graph = new Graph(stage, [170, 24 + 54*k, 420, 48], [0, 8, -1, 1]), middle = graph.Y(0);
        stage.text(56, middle + 4, String(2 ** k), "ink", { anchor: "end" });
        stage.text(148, middle + 4, fraction(s.persistence, k), "ink", { anchor: "end" });
        stage.line(170, middle, 590, middle, "faint");
        graph.curve(octaveText(WAVE, k, s.persistence).replace(`, ${2 ** k}*y`, ""), `s${k + 1}`, 1.4, `octave-${k + 1}`);
        stage.picture(octaveText(WAVE_2D, k, s.persistence), [612, 24 + 54*k, 96, 48], [0, 0, 8, 4], { lo: -1.1, hi: 1.1, fineness: 1 });
      }
      const graph = new Graph(stage, [170, 358, 420, 130], [0, 8, -2, 2]);
      graph.axes();
      graph.curve(sumText(WAVE, s.octaves, s.persistence), "ink", 1.7, "sum");
      stage.text(148, graph.Y(0) + 4, "sum", "ink", { anchor: "end", weight: 600 });
      stage.picture(sumText(WAVE_2D, s.octaves, s.persistence), [612, 358, 96, 130], [0, 0, 8, 10.83], { lo: -1.4, hi: 1.4, fineness: 1 });
    },
  });
}

/** @type {Record<string, [number, string]>} */
const GAINS = { quarter: [0.25, "1/4"], half: [0.5, "1/2"], root: [Math.SQRT1_2, "1/√2"], whole: [1, "1"] };

function makePersistence() {
  const text = s => sumText(WAVE_2D, s.octaves, GAINS[s.gain][0]);
  figure("persistence", {
    height: 560, controls: { gain: choice("which recipe", Object.fromEntries(Object.entries(GAINS).map(([key, [, label]]) => [key, label])), "half"),
      octaves: slider("octaves", 1, 6, 6, 1, v => String(v)) },
    recipe: text, command: s => `burl render -e '${text(s)}' --extent 0,0,5,5 --range -2,2 -o clouds.png`,
    label: s => `${s.octaves} octaves and their sum, at persistences 1/4, 1/2, 1/√2 and 1`,
    draw(stage, s) {
      Object.entries(GAINS).forEach(([key, [gain, label]], column) => {
        const left = 184*column, total = range(s.octaves).reduce((sum, k) => sum + gain ** k, 0);
        stage.text(left, 16, stage.either(`persistence ${label}`, label), "ink", { weight: 600 });
        for (let k = 0; k < s.octaves; k++) {
          const graph = new Graph(stage, [left, 26 + 40*k, 168, 36], [0, 8, -1, 1]);
          graph.curve(octaveText(WAVE, k, gain).replace(`, ${2 ** k}*y`, ""), `s${k + 1}`, 1.1, `${key}-${k + 1}`);
        }
        const graph = new Graph(stage, [left, 270, 168, 100], [0, 8, -4, 4]);
        stage.line(left, graph.Y(0), left + 168, graph.Y(0), "faint");
        graph.curve(sumText(WAVE, s.octaves, gain), "ink", 1.2, `${key}-sum`);
        stage.picture(sumText(WAVE_2D, s.octaves, gain), [left, 384, 168, 168], [0, 0, 5, 5], { lo: -0.6*total, hi: 0.6*total });
        if (key === s.gain) stage.box(left, 384, 168, 168, "accent", 2.5);
      });
    },
  });
}

/* ---- Where octaves stop -------------------------------------------------------------------------- */

const MOST_BARS = 10;

/** Bars from octave to octave, on a scale of doublings, with the line below which nothing is seen.  The first is dragged. */
function drawBars(stage, { left, title, first, factor, least, most, line, name, moved }) {
  const graph = new Graph(stage, [left, 40, 300, 200], [0.4, MOST_BARS + 0.6, Math.log2(least) - 2, Math.log2(most)]);
  stage.text(left, 16, title, "ink", { weight: 600 });
  const bottom = graph.box[1] + graph.box[3];
  let count = 0;
  for (let k = 0; k < MOST_BARS; k++) {
    const height = first*factor ** k, isSeen = height >= least - 1e-9, [x, y] = [graph.X(k + 1), Math.min(bottom, graph.Y(Math.log2(height)))];
    count += Number(isSeen);
    stage.area([[x - 10, y], [x + 10, y], [x + 10, bottom], [x - 10, bottom]], isSeen ? "s3" : "faint", 1);
    if (y < bottom) stage.text(x, y - (k ? 6 : 14), height >= 9.5 ? height.toFixed(0) : exact(height, 1), "soft", { anchor: "middle", size: 10 });
    stage.text(x, bottom + 17, String(k + 1), "soft", { anchor: "middle", size: 11 });
  }
  const y = graph.Y(Math.log2(least));
  stage.line(left, y, left + 300, y, "accent", 1.4, "5 4");
  stage.text(left + 300, y - 6, line, "accent", { anchor: "end", size: 12 });
  stage.handle(name, { x: graph.X(1), y: graph.Y(Math.log2(first)), label: title, value: exact(first, 0), step: graph.Y(0) - graph.Y(0.25),
    moved: (_, py) => moved(within(2 ** graph.valueAt(py), least, most)) });
  return count;
}

function makeStop() {
  const text = () => "fbm(perlin(), octaves: auto)";
  figure("stop", {
    height: 310, settings: { pixels: 256, greys: 128 }, controls: { persistence: slider("persistence", 0.1, 1, 0.5, 0.01) }, recipe: text,
    command: () => `burl render -e '${text()}' -o auto.png`,
    label: s => `octaves of a first wavelength of ${Math.round(s.pixels)} pixels and a first amplitude of ${Math.round(s.greys)} greys`,
    draw(stage, s, set) {
      const wide = drawBars(stage, { left: 20, title: "wavelength in pixels", first: s.pixels, factor: 0.5, least: 2, most: 1024, line: "two pixels",
        name: "pixels", moved: pixels => set({ pixels }) });
      const high = drawBars(stage, { left: 400, title: "amplitude in greys, of 256", first: s.greys, factor: s.persistence, least: 1, most: 256, line: "one grey",
        name: "greys", moved: greys => set({ greys }) });
      const count = Math.min(wide, high);
      stage.drawn.count = count;
      const why = wide < high ? "finer ones fall between the pixels" : high < wide ? "flatter ones fall between the greys" : "then both are used up";
      stage.text(360, 290, count < MOST_BARS ? `${count} octaves can be seen: ${why}` : "all ten octaves can be seen", "ink", { anchor: "middle", weight: 600 });
    },
  });
}

/* ---- Hills --------------------------------------------------------------------------------------- */

function makeHills() {
  const share = "share = smoothstep(border - 1.5, border + 1.5, x)";
  const gain = "mix(left, right, share)";
  const knobs = s => `param left = ${exact(s.left, 2)} [0, 1]\nparam right = ${exact(s.right, 2)} [0, 1]\nparam border = ${exact(s.border, 2)} [2, 8]\n${share}\n`;
  const text = s => `${knobs(s)}mix(1, 0.3, share)*fbm(value(x, interp: cosine, seed: 6), octaves: 8, gain: ${gain}, normalise: 0)`;
  figure("hills", {
    height: 350, settings: { left: 0.25, right: 0.75, border: 5 }, recipe: text, command: s => plot(text(s), "hills", "0,10"),
    label: s => `land of persistence ${show(s.left)} on the left and ${show(s.right)} on the right`,
    draw(stage, s, set) {
      const land = new Graph(stage, [20, 10, 680, 190], [0, 10, -1.2, 1.5]), below = new Graph(stage, [20, 246, 680, 80], [0, 10, 0, 1]);
      const values = land.curve(text(s), "ink", 1.3, "land");
      stage.area([...Array.from(values, (h, i) => [land.X(10*i/600), land.Y(h)]), [700, 208], [20, 208]], "ink", 0.12);
      for (const level of [0, 1]) stage.line(20, below.Y(level), 700, below.Y(level), "faint");
      stage.text(20, 238, "persistence, from 0 to 1", "soft", { size: 12 });
      below.curve(`${knobs(s)}${gain}`, "accent", 1.6, "gain");
      const handle = (name, at, value, moved) => stage.handle(name, { x: below.X(at), y: below.Y(value), label: `persistence on the ${name}`, value: show(s[name]), moved });
      handle("left", 1, s.left, (_, y) => set({ left: within(below.valueAt(y), 0, 1) }));
      handle("right", 9, s.right, (_, y) => set({ right: within(below.valueAt(y), 0, 1) }));
      stage.handle("border", { x: below.X(s.border), y: below.Y((s.left + s.right)/2), label: "where one becomes the other", value: show(s.border),
        moved: x => set({ border: within(below.xAt(x), 2, 8) }) });
    },
  });
}

function makeClouds() {
  const text = s => `view 0, 0, 8, 4\nparam cover = ${exact(s.cover, 2)} [0, 1]\nparam thickness = ${exact(s.thickness, 1)} [1, 40]
n = 0.5 + 0.5*fbm(value(x + t, y, t, interp: cosine), octaves: 7)\nmix(#3d78b5, #ffffff, 1 - exp(-thickness*max(0, n - 1 + cover)))`;
  figure("clouds", {
    height: 330, controls: { t: time("time", 8, 0.3), cover: slider("cover", 0, 1, 0.55, 0.01), thickness: slider("thickness", 1, 40, 9, 0.5, v => v.toFixed(0)) },
    recipe: text, command: s => `burl render -e '${text(s)}' -o clouds.png`, label: s => `a sky with cover ${show(s.cover)}, of clouds ${s.thickness} thick`,
    draw(stage, s) {
      stage.drawn.picture = { text: text(s), t: s.t, ...stage.picture(text(s), [0, 0, 720, 330], [0, 0, 8, 3.667], { fineness: 0.2 }, s.t) };
    },
  });
}

/* ---- Motion -------------------------------------------------------------------------------------- */

function makeAnt() {
  const way = (s, seed) => `fbm(simplex(x, seed: ${seed}), octaves: ${s.octaves}, gain: 0.4, at: 0.35)`;
  const text = s => `view -1, 1, 1, -1\nantx = at(${way(s, 1)}, t)\nanty = at(${way(s, 2)}, t)\nsmoothstep(0.05, 0.04, length(x - antx, y - anty))`;
  const TRAIL = 10;
  figure("ant", {
    height: 340, controls: { t: { ...time("time", 60, 1.2, false, 0.5), value: 12 }, octaves: slider("octaves", 1, 6, 4, 1, v => String(v)) }, recipe: text,
    command: s => `burl render -e '${text(s)}' --times 0..30 --frames 300 -o ant.webp`,
    label: s => `the path of an ant up to time ${show(s.t)}`,
    draw(stage, s, set) {
      const ways = [1, 2].map(seed => alongX(way(s, seed), s.t - TRAIL, s.t, 401));
      const at = i => [210 + 240*ways[0][i], 170 - 240*ways[1][i]];
      stage.curve(range(401).map(at), "ink", 1.5);
      stage.drawn.now = [ways[0][400], ways[1][400]];
      for (const axis of [0, 1]) {
        const graph = new Graph(stage, [450, 20 + 150*axis, 250, 110], [s.t - TRAIL, s.t, -0.9, 0.9]);
        stage.line(450, graph.Y(0), 700, graph.Y(0), "faint");
        graph.curve(way(s, axis + 1), "ink", 1.6, "xy"[axis]);
        stage.text(450, 14 + 150*axis, `its ${"xy"[axis]}, the last ${TRAIL} s`, "soft", { size: 12 });
        stage.dot(700, graph.Y(ways[axis][400]), 5, "accent");
      }
      stage.dot(...at(400), 6, "accent");
    },
  });
}

/** A branch from its foot: each piece turns by the wind a little more than the one below. */
function drawBranch(stage, x, y, wind) {
  const PIECES = 24, points = [[x, y]];
  let angle = 0;
  for (let i = 1; i <= PIECES; i++) {
    angle += wind*0.045*(0.3 + i/PIECES);
    const [px, py] = points[i - 1], [nx, ny] = [px + 9.5*Math.sin(angle), py - 9.5*Math.cos(angle)];
    points.push([nx, ny]);
    if (i >= 8 && i % 3 === 0)
      for (const side of [-0.9, 0.9]) stage.line(nx, ny, nx + 20*Math.sin(angle + side), ny - 20*Math.cos(angle + side), "ink", 1.1);
  }
  stage.curve(points, "ink", 2.2);
}

function makeBranch() {
  const wind = "fbm(simplex(x, seed: 11), octaves: 4, at: 0.7)";
  const text = s => `view -1, 1, 1, 0\nparam strength = ${exact(s.strength, 1)} [0, 8]\nwind = at(${wind}, t)\nsmoothstep(0.03, 0.02, abs(x - 0.3*strength*wind*y*y))`;
  figure("branch", {
    height: 400, controls: { t: { ...time("time", 16, 1), value: 3.2 }, strength: slider("strength", 0, 8, 4, 0.1, v => v.toFixed(1)) }, recipe: text,
    command: s => `burl render -e '${text(s)}' --times 0..16 --frames 240 -o branch.webp`,
    label: s => `a branch bent by a wind of ${show(valueAt(wind, s.t))} at time ${show(s.t)}`,
    draw(stage, s, set) {
      const graph = new Graph(stage, [20, 290, 680, 80], [0, 16, -0.8, 0.8]), value = valueAt(wind, s.t);
      for (const [n, x] of [150, 360, 570].entries()) drawBranch(stage, x, 260, s.strength*valueAt(wind, s.t + 0.35*(n - 1)));
      stage.drawn.wind = value;
      graph.axes();
      graph.curve(wind, "ink", 1.5, "curve");
      for (const before of [-0.35, 0.35]) stage.dot(graph.X(s.t + before), graph.Y(valueAt(wind, s.t + before)), 3.4, "ink");
      stage.handle("t", { x: graph.X(s.t), y: graph.Y(value), label: "time", value: show(s.t), moved: x => set({ t: within(graph.xAt(x), 0, 15.99) }) });
    },
  });
}

function makeWind() {
  const COLUMNS = 20, ROWS = 9, CELL = 36, APART = 0.25;
  const [way, strength] = ["fbm(simplex(x, y, t, seed: 3), octaves: 2, at: 0.5)", "simplex(0.5*x, 0.5*y, 0.7*t, seed: 4)"];
  const text = `// how far the wind has turned, from -1 to 1\n${way}`;
  const at = (values, i) => ({ angle: 2.2*values.ways[i], strength: 0.5 + 0.5*values.strengths[i] });
  /** Where the wind carries a seed: short steps along it. */
  const carried = (from, t) => {
    const points = [from];
    for (let n = 0; n < 70; n++) {
      const [x, y] = points[n], values = { ways: [valueAt(way, x, y, t)], strengths: [valueAt(strength, x, y, t)] };
      const wind = at(values, 0), by = 0.02 + 0.04*wind.strength;
      points.push([x + by*Math.cos(wind.angle), y + by*Math.sin(wind.angle)]);
    }
    return points;
  };
  figure("wind", {
    height: CELL*ROWS + 4, settings: { seed: [0.7, 1.2] }, controls: { t: time("time", 8, 0.25) }, recipe: () => text,
    command: () => `burl render -e '${way}' --times 0..8 --frames 120 -o wind.webp`,
    label: s => `wind over a field at time ${show(s.t)}, and the way it carries a seed from ${s.seed.map(v => show(v)).join(", ")}`,
    draw(stage, s, set) {
      const grid = { size: [COLUMNS, ROWS], step: [APART, APART], time: s.t };
      const values = { ways: program(way).grid(grid), strengths: program(strength).grid(grid) };
      stage.drawn.ways = { text: way, t: s.t, values: values.ways };
      for (let j = 0; j < ROWS; j++)
        for (let i = 0; i < COLUMNS; i++) {
          const wind = at(values, j*COLUMNS + i), half = 6 + 9*wind.strength, [x, y] = [CELL*(i + 0.5), CELL*(j + 0.5)];
          const [dx, dy] = [half*Math.cos(wind.angle), half*Math.sin(wind.angle)];
          stage.arrow(x - dx, y - dy, x + dx, y + dy, "s3", 1.4);
        }
      const place = ([x, y]) => [CELL*(x/APART + 0.5), CELL*(y/APART + 0.5)];
      stage.curve(carried(s.seed, s.t).map(place), "accent", 2.2);
      const [x, y] = place(s.seed);
      stage.handle("seed", { x, y, label: "the seed", value: s.seed.map(v => show(v)).join(", "),
        moved: (px, py) => set({ seed: [within(APART*(px/CELL - 0.5), 0, APART*(COLUMNS - 1)), within(APART*(py/CELL - 0.5), 0, APART*(ROWS - 1))] }) });
    },
  });
}

/* ---- Exercises ----------------------------------------------------------------------------------- */

const makeTryPersistence = () => exercise("try-persistence", { extent: [0, 0, 6, 4], look: { lo: -0.8, hi: 0.8 }, goal: { octaves: 3, gain: 0.8 },
  controls: { octaves: slider("octaves", 1, 8, 6, 1, v => String(v)), gain: slider("persistence", 0, 1, 0.3, 0.1, v => show(v, 1)) },
  text: s => `fbm(value(), octaves: ${s.octaves}, gain: ${s.gain.toFixed(1)})` });
const makeTryClouds = () => exercise("try-clouds", { extent: [0, 0, 6, 4], look: { lo: 0, hi: 1 }, begin: "fbm(value(), octaves: 6)", goal: "smoothstep(0, 0.5, fbm(value(), octaves: 6))" });

start([makeHash, makeCurve, makePlane, makeSmoothed, makeMeasure, makeOctaves, makePersistence, makeStop, makeHills, makeClouds, makeAnt, makeBranch, makeWind, makeTryPersistence, makeTryClouds]);
