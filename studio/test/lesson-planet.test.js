/* The lesson on a planet's biomes. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn, openLesson, sampled, set, testLesson } from "./lessons.js";

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

testLesson("planet");
