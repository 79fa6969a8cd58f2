/* The lesson on a planet's biomes. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn, isAccepted, openLesson, sampled, set, testLesson } from "./lessons.js";

test("planet: the share of sea is that of the ball, and grows with the sea level", async () => {
  const page = await openLesson("planet"), shares = [];
  for (const sea of [-0.4, -0.1, 0, 0.2, 0.4]) {
    await set(page, "land", { sea });
    shares.push(await drawn(page, "land", "share"));
  }
  shares.slice(1).forEach((share, n) => assert.ok(share >= shares[n]));
  const count = 4000, x = Array.from({ length: count }, (_, n) => (n*222.49223595) % 360 - 180), y = x.map((_, n) => Math.asin(2*(n + 0.5)/count - 1)*180/Math.PI);
  const even = sampled("sphere(distort(fbm(perlin(), octaves: 9, gain: 0.55), 0.3), radius: 1.5)", { x, y }).filter(h => h < 0).length/count;
  assert.ok(Math.abs(shares[2] - even) < 0.02, `${shares[2]}, not ${even}`);
});

test("planet: a place is called what the diagram's borders say", async () => {
  const page = await openLesson("planet");
  const nameOf = ({ warmth, rain, h }, s) => (h < 0 ? "sea" : warmth < s.frozen ? "ice" : warmth < s.cold ? (rain < s.dry ? "tundra" : "taiga")
    : warmth < s.hot ? (rain < s.dry ? "steppe" : "forest") : rain < s.dry ? "desert" : rain < s.wet ? "savanna" : "jungle");
  const seen = new Set();
  for (let n = 0; n < 60; n++) {
    await set(page, "biomes", { at: [(n*137.5) % 360 - 180, (n*73.3) % 119 - 59.5] });
    const [place, state] = [await drawn(page, "biomes", "place"), await page.evaluate(() => lesson.figures.biomes.state)];
    assert.equal(place.name, nameOf(place, state));
    seen.add(place.name);
  }
  assert.ok(seen.size >= 5, Array.from(seen).join());
});

/** Even places of the ball. */
const COUNT = 3000, east = Array.from({ length: COUNT }, (_, n) => (n*222.49223595) % 360 - 180), north = east.map((_, n) => Math.asin(2*(n + 0.5)/COUNT - 1)*180/Math.PI);

/** A figure's recipe without its window, and with another last line. */
const recipeWith = async (page, id, last) => (await page.evaluate(name => lesson.figures[name].recipe(), id)).replace(/^view .*\n/, "").split("\n").slice(0, -1).join("\n") + `\n${last}`;

test("planet: warmth goes down as the cosine of the latitude, and with height, but for the weather", async () => {
  const page = await openLesson("planet");
  await set(page, "warmth", { equator: 28, pole: -25, lapse: 60 });
  const [warmth, h] = await Promise.all(["warmth", "h"].map(async last => sampled(await recipeWith(page, "warmth", last), { x: east, y: north })));
  warmth.forEach((degrees, n) => {
    const rule = -25 + 53*Math.cos(north[n]*Math.PI/180) - 60*Math.max(h[n], 0);
    assert.ok(Math.abs(degrees - rule) < 4.01, `${north[n]}: ${degrees}, not ${rule}`);
  });
});

test("planet: it is wet at the equator and at 60 degrees, dry at 30 degrees and at the poles", async () => {
  const page = await openLesson("planet"), x = Array.from({ length: 360 }, (_, n) => n - 180), text = await recipeWith(page, "rain", "rain");
  const means = [0, 30, 60, 85].map(y => sampled(text, { x, y: x.map(() => y) }).reduce((a, b) => a + b, 0)/360);
  assert.ok(means[0] > means[1] + 0.3 && means[2] > means[1] + 0.3 && means[2] > means[3] + 0.3, means.join());
});

test("planet: colder, the ice grows; warmer, the taiga shrinks", async () => {
  const page = await openLesson("planet");
  const shareOf = async (warmer, kind) => {
    await set(page, "ball", { sea: 0, warmer });
    const text = (await page.evaluate(() => lesson.figures.ball.recipe())).split("\n").filter(line => !/^(front|east|north|day|length)/.test(line)).join("\n");
    return sampled(`${text}\nh < 0 ? -1 : kind(warmth, rain)`, { x: east, y: north }).filter(k => k === kind).length/COUNT;
  };
  const ice = [await shareOf(-20, 0), await shareOf(0, 0)], taiga = [await shareOf(0, 2), await shareOf(15, 2)];
  assert.ok(ice[0] > ice[1] + 0.05, ice.join());
  assert.ok(taiga[1] < taiga[0]/2, taiga.join());
});

test("planet: exercises accept other ways to write it, and nothing that is nearly right", async () => {
  const page = await openLesson("planet"), lines = "view -180, 90, 180, -90\nh = sphere(fbm(perlin()), radius: 2)\n";
  for (const last of ["y > 60 ? #f3f6f8 : y < -60 ? #f3f6f8 : h < 0 ? #2c6c99 : #7f9a5a", "mix(h < 0 ? #2c6c99 : #7f9a5a, #f3f6f8, abs(y) > 60)"])
    assert.ok(await isAccepted(page, "try-cap", lines + last), last);
  for (const last of ["y > 60 ? #f3f6f8 : h < 0 ? #2c6c99 : #7f9a5a", "abs(y) > 66 ? #f3f6f8 : h < 0 ? #2c6c99 : #7f9a5a", "#f3f6f8"]) assert.ok(!await isAccepted(page, "try-cap", lines + last), last);
});

test("planet: in the ice age the coasts depend on the sea level alone, and the sea's ice on the warmth alone", async () => {
  const page = await openLesson("planet"), inSea = new Map();
  for (const [sea, warmer] of [[-0.12, -10], [-0.12, 6], [0.2, -10]]) {
    await set(page, "try-ice", { sea, warmer });
    const [h, warmth] = await Promise.all(["h", "warmth"].map(async last => sampled(await recipeWith(page, "try-ice", last), { x: east, y: north })));
    inSea.set(`${sea} ${warmer}`, { h, warmth });
  }
  const [first, warmer, higher] = inSea.values();
  assert.deepEqual(first.h, warmer.h);
  first.warmth.forEach((degrees, n) => first.h[n] < 0 && higher.h[n] < 0 && assert.equal(degrees, higher.warmth[n]));
});

testLesson("planet");
