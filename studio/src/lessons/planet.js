/* The lesson on a planet's biomes: land and sea on a ball, warmth by latitude and height, rain by belts, and what grows
 * where; every picture is a recipe of the same few lines. */
import { exercise } from "./exercise.js";
import { Graph, choice, figure, numberHandles, program, show, slider, start, time, valueAt } from "./kit.js";
import { numbersText, rounded } from "./knobs.js";

const within = (value, least, most) => Math.min(most, Math.max(least, value));
const written = (value, digits = 3) => show(value, digits).replace("−", "-");
const some = samples => Array.from(samples.filter((_, i) => i % 997 === 0));

const MAP = [-180, 90, 180, -90];
const mapOf = text => `view ${MAP.join(", ")}\n${text}`;
const render = (text, id) => `burl render -e '${text}' --size 360x180 -o ${id}.png`;
const degrees = value => `${Math.round(Math.abs(value))}°${value > 0.5 ? " N" : value < -0.5 ? " S" : ""}`;

/* ---- The lines of the recipe --------------------------------------------------------------------- */

const LAND = "ground = sphere(distort(fbm(perlin(), octaves: 9, gain: 0.55), 0.3), radius: 1.5)\n";
const heightText = s => `sea = ${written(s.sea ?? 0)}\n${LAND}h = ground - sea\n`;
const warmthText = s => `latitude = y*tau/360
warmth = ${written(s.pole ?? -25, 0)} + ${written((s.equator ?? 28) - (s.pole ?? -25), 0)}*cos(latitude) - ${written(s.lapse ?? 60, 0)}*max(h, 0) +
  4*sphere(fbm(perlin(), octaves: 5), radius: 3)\n`;

const BELTS = [0.9, 0.15, 0.65, 0.2]; /* rain at the equator, at 30, 60 and 90 degrees */
const rainText = s => `${numbersText("belt", s.belts ?? BELTS, 0, 1)}away = abs(y)/30
step = min(floor(away), 2)
wet(a, b, u) = hermite(u)*(b - a) + a
rain = clamp(wet(belt(step), belt(step + 1), away - step) + 0.35*sphere(fbm(perlin(seed: 7), octaves: 6), radius: 2.5), 0, 1)\n`;

/** By their warmth, from which on, and their rain: Whittaker's diagram, in steps. */
const BIOMES = { ice: "#f3f6f8", tundra: "#a9aa94", taiga: "#3f6b56", steppe: "#b9b06a", forest: "#4c8a3f", desert: "#e2c68c", savanna: "#c2ab4a", jungle: "#1f6b34" };
const NAMES = Object.keys(BIOMES);

const kindText = s => `frozen = ${written(s.frozen ?? -8, 0)}
cold = ${written(s.cold ?? 4, 0)}
hot = ${written(s.hot ?? 20, 0)}
dry = ${written(s.dry ?? 0.3, 2)}
wet_from = ${written(s.wet ?? 0.6, 2)}
kind(c, r) = c < frozen ? 0 : c < cold ? (r < dry ? 1 : 2) : c < hot ? (r < dry ? 3 : 4) : r < dry ? 5 : r < wet_from ? 6 : 7\n`;

const colourText = `colour(k) = ${NAMES.slice(0, -1).map((name, k) => `k == ${k} ? ${BIOMES[name]} :`).join(" ")} ${BIOMES.jungle}\n`;
const WATER = "water = ramp(-h, 0, #4f93b5, 0.1, #2c6c99, 0.5, #123a63)\n";

/* ---- Land and sea -------------------------------------------------------------------------------- */

/** A ball, seen from space: the text of a map, read where each point of its picture lies. */
const ballText = (map, turn) => `front = sqrt(max(0, 1 - x*x - y*y))
east = 360/tau*atan2(x, front) + ${written(turn, 1)}
north = -360/tau*asin(clamp(y, -1, 1))
${map}
day = clamp(0.25 + 0.9*(0.75*front - 0.45*x - 0.45*y), 0, 1)
length(x, y) < 1 ? day*at(map, east, north) : #05070c`;

const landMap = s => `${heightText(s)}${WATER}map = h < 0 ? water : ramp(h, 0, #c9bd8f, 0.08, #7f9a5a, 0.25, #6d7a4d, 0.45, #8d8175, 0.7, #f2f2f0)`;

function makeLand() {
  const text = s => mapOf(`${landMap(s)}\nmap`);
  figure("land", {
    height: 330, refines: true, settings: { turn: 100 }, controls: { sea: slider("sea level", -0.4, 0.4, 0, 0.01) },
    recipe: text, command: s => render(text(s), "land"),
    label: s => `a planet as a map and as a ball, the sea at ${show(s.sea)}`,
    draw(stage, s, set) {
      const fineness = stage.isFine ? 0.8 : 0.4;
      const { samples } = stage.picture(text(s), [0, 20, 440, 220], MAP, { fineness });
      stage.drawn.map = some(samples);
      stage.picture(ballText(landMap(s), s.turn), [464, 8, 256, 256], [-1.03, -1.03, 1.03, 1.03], { fineness });
      const sea = program(`${heightText(s)}h`).grid({ size: [72, 36], origin: [-177.5, 87.5], step: [5, -5] });
      const weights = Array.from({ length: 36 }, (_, j) => Math.cos((87.5 - 5*j)*Math.PI/180)), all = 72*weights.reduce((a, b) => a + b, 0);
      const share = sea.reduce((sum, h, n) => sum + (h < 0 ? weights[Math.floor(n/72)] : 0), 0)/all;
      stage.text(0, 252, `${show(100*share, 0)} % of it is sea`, "ink", { hangs: true });
      stage.drawn.share = share;
      stage.line(464, 296, 720, 296, "faint");
      stage.handle("turn", { x: 464 + 256*(s.turn + 180)/360, y: 296, label: "turn the planet", value: `${Math.round(s.turn)} degrees`, step: 8,
        moved: x => set({ turn: within(360*(x - 464)/256 - 180, -180, 180) }) });
    },
  });
}

/* ---- Warmth -------------------------------------------------------------------------------------- */

const WARM = "ramp(warmth, -40, #f4f7fa, -10, #9cc0dd, 0, #5f97c4, 8, #8fb98a, 18, #e8cf72, 30, #c8502e)";

function makeWarmth() {
  const lines = s => `${heightText({})}${warmthText(s)}`, text = s => mapOf(lines(s) + WARM);
  const at = s => valueAt(`${lines(s)}warmth`, ...s.at), ground = s => valueAt(`${heightText({})}h`, ...s.at);
  figure("warmth", {
    height: 320, refines: true, settings: { at: [20, 40] },
    controls: { equator: slider("at the equator", 0, 45, 28, 1, v => `${v}°C`), pole: slider("at the poles", -50, 10, -25, 1, v => `${show(v, 0)}°C`), lapse: slider("colder for each unit of height", 0, 120, 60, 1, v => `${v}°C`) },
    recipe: text, command: s => render(text(s), "warmth"), label: s => `${show(at(s), 1)} degrees at ${degrees(s.at[1])}, ${show(ground(s))} above the sea`,
    draw(stage, s, set) {
      const { samples } = stage.picture(text(s), [0, 20, 520, 260], MAP, { fineness: stage.isFine ? 0.7 : 0.35 }), X = x => 520*(x + 180)/360, Y = y => 20 + 260*(90 - y)/180;
      stage.drawn.warmth = some(samples);
      for (const y of [60, 30, 0, -30, -60]) {
        stage.line(0, Y(y), 520, Y(y), "paper", 0.8, "2 4");
        stage.text(530, Y(y) + 5, degrees(y), "soft", { size: 12 });
      }
      stage.text(0, 294, `${show(at(s), 1)} °C at ${degrees(s.at[1])}, ${ground(s) < 0 ? "in the sea" : `height ${show(ground(s))}`}`, "accent", { weight: 600, hangs: true });
      stage.handle("at", { x: X(s.at[0]), y: Y(s.at[1]), label: "the place", value: s.at.map(v => String(Math.round(v))).join(", "),
        moved: (x, y) => set({ at: [within(360*x/520 - 180, -180, 180), within(90 - 180*(y - 20)/260, -90, 90)] }) });
    },
  });
}

/* ---- Rain ---------------------------------------------------------------------------------------- */

const WET = "ramp(rain, 0, #e6d3a0, 0.3, #c3cf8a, 0.6, #5fa27c, 1, #1d5f8a)";

function makeRain() {
  const text = s => mapOf(`${rainText(s)}${WET}`);
  figure("rain", {
    height: 490, refines: true, settings: { belts: BELTS },
    recipe: text, command: s => render(text(s), "rain"), label: s => `rain at the equator and at 30, 60 and 90 degrees: ${s.belts.map(v => show(v)).join(", ")}`,
    draw(stage, s, set) {
      const { samples } = stage.picture(text(s), [96, 0, 528, 264], MAP, { fineness: stage.isFine ? 0.7 : 0.35 });
      stage.drawn.rain = some(samples);
      const graph = new Graph(stage, [60, 296, 620, 150], [0, 3, 0, 1]), belts = rounded(s.belts);
      for (const value of [0, 1]) stage.text(50, graph.Y(value) + 4, value ? "wet" : "dry", "soft", { anchor: "end", size: 12 });
      for (const n of [0, 1, 2, 3]) stage.text(graph.X(n), 462, `${30*n}°`, "soft", { anchor: "middle", size: 12, hangs: true });
      stage.line(60, graph.Y(0), 680, graph.Y(0), "faint");
      graph.curve(`${numbersText("belt", belts, 0, 1)}i = min(floor(x), 2)\nbelt(i) + hermite(x - i)*(belt(i + 1) - belt(i))`, "ink", 2.2, "belts");
      numberHandles(graph, s.belts, moved => set({ belts: moved }), [0, 1], "accent");
    },
  });
}

/* ---- Biomes -------------------------------------------------------------------------------------- */

const lines = s => `${heightText(s)}${warmthText(s)}${rainText(s)}${kindText(s)}${colourText}`;
const biomeMap = s => `${lines(s)}${WATER}map = h < 0 ? mix(water, #f3f6f8, smoothstep(-14, -16, warmth)) : colour(kind(warmth, rain))`;

const DIAGRAM = [-30, 35]; /* of warmth */

function makeBiomes() {
  const text = s => mapOf(`${biomeMap(s)}\nmap`), found = s => {
    const [warmth, rain, h] = ["warmth", "rain", "h"].map(last => valueAt(lines(s) + last, ...s.at));
    return { warmth, rain, h, name: h < 0 ? "sea" : NAMES[valueAt(`${kindText(s)}kind(x, y)`, warmth, rain)] };
  };
  figure("biomes", {
    height: 470, refines: true, settings: { at: [20, 40], frozen: -8, cold: 4, hot: 20, dry: 0.3, wet: 0.6 },
    recipe: text, command: s => render(text(s), "biomes"),
    label: s => { const at = found(s); return `${at.name} at ${degrees(s.at[1])}: ${show(at.warmth, 1)} degrees, rain ${show(at.rain)}`; },
    draw(stage, s, set) {
      const { samples } = stage.picture(text(s), [0, 0, 720, 240], [-180, 60, 180, -60], { fineness: stage.isFine ? 0.7 : 0.35 });
      stage.drawn.map = some(samples);
      const at = stage.drawn.place = found(s), [left, top, width, height] = [60, 262, 330, 170];
      const X = warmth => left + width*(warmth - DIAGRAM[0])/(DIAGRAM[1] - DIAGRAM[0]), Y = rain => top + height*(1 - rain);
      stage.picture(`${kindText(s)}${colourText}colour(kind(x, y))`, [left, top, width, height], [DIAGRAM[0], 1, DIAGRAM[1], 0], { fineness: 0.5 });
      stage.text(52, top + 12, "wet", "soft", { anchor: "end", size: 12 });
      stage.text(52, top + height, "dry", "soft", { anchor: "end", size: 12 });
      for (const warmth of [-20, 0, 20]) stage.text(X(warmth), top + height + 6, `${show(warmth, 0)}°C`, "soft", { anchor: "middle", size: 12, hangs: true });
      stage.dot(within(X(at.warmth), left, left + width), Y(at.rain), 6, "accent");
      drawLegend(stage, at);
      for (const [name, least, most] of [["frozen", -28, s.cold - 1], ["cold", s.frozen + 1, s.hot - 1], ["hot", s.cold + 1, 33]])
        stage.handle(name, { x: X(s[name]), y: Y(0.02 + (name === "cold" ? 0.12 : 0)), tone: "ink", radius: 5, label: `${name} from`, value: `${Math.round(s[name])} degrees`, step: 6,
          moved: x => set({ [name]: Math.round(within(DIAGRAM[0] + (x - left)/width*(DIAGRAM[1] - DIAGRAM[0]), least, most)) }) });
      for (const [name, least, most] of [["dry", 0.05, s.wet - 0.02], ["wet", s.dry + 0.02, 0.95]])
        stage.handle(name, { x: left + width, y: Y(s[name]), tone: "ink", radius: 5, label: `${name} from`, value: show(s[name]),
          moved: (_, y) => set({ [name]: within(1 - (y - top)/height, least, most) }) });
      stage.handle("at", { x: 2*(s.at[0] + 180), y: 2*(60 - s.at[1]), label: "the place", value: `${at.name}, ${s.at.map(v => String(Math.round(v))).join(", ")}`,
        moved: (x, y) => set({ at: [within(x/2 - 180, -180, 180), within(60 - y/2, -59.9, 59.9)] }) });
    },
  });
}

/** The biomes by name, and that of the place. */
function drawLegend(stage, at) {
  NAMES.forEach((name, n) => {
    const [x, y] = [430 + 150*(n % 2), 266 + 34*Math.floor(n/2)];
    stage.add("rect", { x, y, width: 20, height: 20, rx: 4, fill: BIOMES[name], class: "swatch" });
    stage.text(x + 28, y + 15, name, name === at.name ? "accent" : "ink", { weight: name === at.name ? 700 : 400 });
  });
  stage.text(430, 420, `${at.name}, ${show(at.warmth, 1)} °C, rain ${show(at.rain)}`, "accent");
}

/* ---- The planet ---------------------------------------------------------------------------------- */

function makeBall() {
  const text = s => ballText(biomeMap({ sea: s.sea, equator: 28 + s.warmer, pole: -25 + s.warmer }), 360*s.turn - 180);
  figure("ball", {
    height: 400, refines: true, controls: { turn: time("turn", 1, 0.05, false), sea: slider("sea level", -0.3, 0.3, 0, 0.01), warmer: slider("warmer by", -25, 15, 0, 1, v => `${show(v, 0)}°C`) },
    recipe: text, command: s => `burl render -e '${text(s)}' --extent=-1.03,-1.03,1.03,1.03 --size 256x256 -o planet.png`,
    label: s => `the planet from space, the sea at ${show(s.sea)}, ${show(s.warmer, 0)} degrees warmer`,
    draw(stage, s) {
      const { samples } = stage.picture(text(s), [160, 0, 400, 400], [-1.03, -1.03, 1.03, 1.03], { fineness: stage.isFine ? 0.9 : 0.3 });
      stage.drawn.ball = some(samples);
    },
  });
}

/* ---- Exercises ----------------------------------------------------------------------------------- */

const makeTryIce = () => exercise("try-ice", { extent: MAP, goal: { sea: -0.12, warmer: -10 },
  controls: { sea: slider("sea level", -0.3, 0.3, 0, 0.02), warmer: slider("warmer by", -24, 16, 0, 2, v => `${show(v, 0)}°C`) },
  text: s => mapOf(`${biomeMap({ sea: s.sea, equator: 28 + s.warmer, pole: -25 + s.warmer })}\nmap`) });
const makeTryCap = () => exercise("try-cap", { extent: MAP, begin: "view -180, 90, 180, -90\nh = sphere(fbm(perlin()), radius: 2)\nh < 0 ? #2c6c99 : #7f9a5a",
  goal: "view -180, 90, 180, -90\nh = sphere(fbm(perlin()), radius: 2)\nabs(y) > 60 ? #f3f6f8 : h < 0 ? #2c6c99 : #7f9a5a" });

start([makeLand, makeWarmth, makeRain, makeBiomes, makeBall, makeTryIce, makeTryCap]);
