/* The archives hold what burl says, and the page shows them: node --test, after make.sh.  PLANET is the folder that that has made,
 * by default out/planet, and BURL the tool.  The browser decodes tiles and screenshots, too. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { PMTiles, TileType } from "pmtiles";

import { ARGUMENTS, BROWSER } from "../../test/browser.mjs";
import { serve } from "./serve.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PLANET = resolve(process.env.PLANET ?? join(HERE, "../../out/planet"));
const BURL = resolve(process.env.BURL ?? join(HERE, "../../build/burl"));
const SIDE = 256;
const STEP_OF_TERRARIUM = 1/256;
const LEAST_COLOURS = 15000; // of a picture that shows ground

/* ---- What burl says ------------------------------------------------------------------------------ */

const burl = (words, input = "") => execFileSync(BURL, words, { encoding: "utf8", input, stdio: ["pipe", "pipe", "inherit"] });

/** The numbers of a CSV's last column. */
const lastColumn = csv => csv.trim().split("\n").slice(1).map(line => Number(line.split(",").at(-1)));

/** Mercator's latitude, in degrees, 0 in the north and 1 in the south. */
const latitudeAt = v => Math.atan(Math.sinh(Math.PI*(1 - 2*v)))*180/Math.PI;

/** Heights on a grid with the detail of such a zoom: columns and rows are numbers of samples, counted from the map's corner. */
function heightsOf(zoom, column, row, columns) {
  const across = SIDE*2**zoom, west = column*360/across - 180;
  const latitude = latitudeAt((row + 0.5)/across), step = latitudeAt(row/across) - latitudeAt((row + 1)/across);
  const extent = [west, latitude + step/2, west + columns*360/across, latitude - step/2].join(",");
  return lastColumn(burl(["render", "-q", join(HERE, "planet.burl"), "--result", "height", "--extent", extent, "--size", `${columns}x1`,
    "-o", "-", "--format", "csv"]));
}

/* ---- The browser --------------------------------------------------------------------------------- */

let server, browser, decoder;
const folder = mkdtempSync(join(tmpdir(), "burl-planet-"));

before(async () => {
  server = serve(PLANET, 0);
  browser = await chromium.launch({ executablePath: BROWSER, args: ARGUMENTS });
  decoder = await browser.newPage();
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true });
});

/** The pixels of an image file, four bytes each. */
async function pixelsOf(bytes) {
  const text = await decoder.evaluate(async base64 => {
    const blob = new Blob([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))]);
    const image = await createImageBitmap(blob, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let binary = "";
    for (let i = 0; i < data.length; i += 32768) binary += String.fromCharCode(...data.subarray(i, i + 32768));
    return btoa(binary);
  }, Buffer.from(bytes).toString("base64"));
  return Buffer.from(text, "base64");
}

/** The metres of a Terrarium tile's row. */
const rowOf = (pixels, row) => Array.from({ length: SIDE }, (_, column) => {
  const [r, g, b] = pixels.subarray(4*(row*SIDE + column));
  return r*256 + g + b/256 - 32768;
});

/* ---- Archives ------------------------------------------------------------------------------------ */

/** A file as the package pmtiles reads it. */
class FileSource {
  constructor(path) {
    this.path = path;
    this.descriptor = openSync(path);
  }
  getKey() { return this.path; }
  async getBytes(offset, length) {
    const bytes = Buffer.alloc(Math.min(length, fstatSync(this.descriptor).size - offset));
    readSync(this.descriptor, bytes, 0, bytes.length, offset);
    return { data: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) };
  }
}

function openArchive(t, path) {
  const source = new FileSource(path);
  t.after(() => closeSync(source.descriptor));
  return new PMTiles(source);
}

const tilesOf = zoom => Array.from({ length: 4**zoom }, (_, n) => [zoom, n % 2**zoom, Math.floor(n/2**zoom)]);

/** Some numbers below the limit, the same each time. */
const someBelow = (limit, count) => Array.from({ length: count }, (_, n) => Math.floor(limit*((n + 1)*0.618033988749895 % 1)));

test("heights are those of burl, in all tiles of zooms 0 to 2 and in some of the last", async t => {
  const archive = openArchive(t, join(PLANET, "height.pmtiles")), header = await archive.getHeader();
  assert.deepEqual([header.specVersion, header.tileType, header.minZoom, header.clustered], [3, TileType.Webp, 0, true]);
  const last = tilesOf(header.maxZoom), some = someBelow(last.length, 8).map(n => last[n]);
  for (const [zoom, x, y] of [...tilesOf(0), ...tilesOf(1), ...tilesOf(2), ...some]) {
    const tile = await archive.getZxy(zoom, x, y);
    assert.ok(tile, `${zoom}/${x}/${y} is there`);
    const pixels = await pixelsOf(tile.data);
    assert.equal(pixels.length, 4*SIDE*SIDE);
    for (const row of [0, 100, 255]) {
      const found = rowOf(pixels, row);
      heightsOf(zoom, SIDE*x, SIDE*y + row, SIDE).forEach((height, column) =>
        assert.ok(Math.abs(found[column] - height) <= STEP_OF_TERRARIUM,
          `${zoom}/${x}/${y} at ${column}, ${row}: ${found[column]} m, and burl says ${height}`));
    }
  }
  assert.equal(await archive.getZxy(header.maxZoom + 1, 0, 0), undefined);
});

test("colours have the same tiles, none of them blank", async t => {
  const archive = openArchive(t, join(PLANET, "result.pmtiles")), header = await archive.getHeader();
  for (const [zoom, x, y] of [...tilesOf(0), ...tilesOf(1)]) {
    const { data } = await archive.getZxy(zoom, x, y);
    assert.ok(coloursOf(await pixelsOf(data)).size > 5000, `${zoom}/${x}/${y}`);
  }
  assert.deepEqual([header.minLon, header.maxLon], [-180, 180]);
});

test("tiles of leaf directories are found", async t => {
  const recipe = "round(9*perlin(x/3, y/3))", path = join(folder, "leaves.pmtiles"), zoom = 7, plan = join(folder, "plan");
  burl(["plan", "-e", recipe, "--zoom", `${zoom}-${zoom}`, "--layer", "result:terrarium", "-o", plan]);
  burl(["run", plan]);
  burl(["merge", plan, "-o", path]);
  const archive = openArchive(t, path), header = await archive.getHeader();
  assert.ok(header.leafDirectoryLength > 0, "it has leaves");
  assert.equal(header.numAddressedTiles, 4**zoom);
  for (const n of [0, 4**zoom - 1, ...someBelow(4**zoom, 20)]) {
    const [, x, y] = tilesOf(zoom)[n], { data } = await archive.getZxy(zoom, x, y);
    const pixels = await pixelsOf(data), across = SIDE*2**zoom, row = n % SIDE;
    const points = Array.from({ length: SIDE }, (_, i) =>
      `${(SIDE*x + i + 0.5)*360/across - 180},${latitudeAt((SIDE*y + row + 0.5)/across)}`);
    const expected = lastColumn(burl(["sample", "-e", recipe, "-"], `x,y\n${points.join("\n")}\n`));
    assert.deepEqual(rowOf(pixels, row), expected.map(height => height + 0), `${zoom}/${x}/${y}`); // + 0: -0 is 0
  }
});

/* ---- The page ------------------------------------------------------------------------------------ */

/** How often each colour occurs. */
function coloursOf(pixels) {
  const counts = new Map();
  for (let i = 0; i < pixels.length; i += 4) {
    const colour = pixels.readUInt32LE(i);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

const idle = page => page.evaluate(() => new Promise(done => planet.map.once("idle", done).triggerRepaint()));

async function openPage(t, view) {
  const page = await browser.newPage({ viewport: { width: 640, height: 440 } }), errors = [];
  page.on("console", message => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", error => errors.push(error.stack));
  t.after(() => page.close());
  await page.goto(`http://127.0.0.1:${server.address().port}/#${view}`);
  await page.waitForFunction(() => globalThis.planet?.map.getTerrain());
  await idle(page);
  t.after(() => assert.deepEqual(errors, [], "the browser's console has errors"));
  return page;
}

const MAP_ALONE = "aside, .maplibregl-control-container { visibility: hidden } #map { background: none !important }";

/** A picture of the map alone, also kept in the folder PICTURES if that is given; it may not be blank. */
async function pictureOf(page, name) {
  const bytes = await page.locator("#map canvas").screenshot({ style: MAP_ALONE });
  if (process.env.PICTURES) writeFileSync(join(process.env.PICTURES, name), bytes);
  const pixels = await pixelsOf(bytes), counts = coloursOf(pixels);
  assert.ok(counts.size > LEAST_COLOURS, `${name} has ${counts.size} colours`);
  return pixels;
}

/** The share of pixels that differ by more than a little. */
function differenceOf(a, b) {
  let different = 0;
  for (let i = 0; i < a.length; i += 4) different += Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) > 12;
  return different/(a.length/4);
}

test("the whole planet is seen, as a globe and as a map", async t => {
  const page = await openPage(t, "1.2/10/24");
  const globe = await pictureOf(page, "globe.png");
  await page.locator("#globe").uncheck();
  await idle(page);
  assert.ok(differenceOf(globe, await pictureOf(page, "mercator.png")) > 0.2);
});

test("slopes are lit and not, by the box", async t => {
  const page = await openPage(t, "4/22/22");
  const lit = await pictureOf(page, "lit.png");
  await page.locator("#light").uncheck();
  await idle(page);
  assert.ok(differenceOf(lit, await pictureOf(page, "unlit.png")) > 0.2);
});

test("a link leads to its place", async t => {
  const page = await openPage(t, "1.2/10/24");
  await page.locator("aside nav a", { hasText: "Islands" }).click();
  await page.waitForFunction(() => Math.abs(planet.map.getPitch() - 55) < 0.1 && Math.abs(planet.map.getCenter().lng - 68) < 0.1);
});

test("ground is raised", async t => {
  const page = await openPage(t, "6/20/20/0/60");
  const raised = await pictureOf(page, "raised.png");
  await page.locator("#heights").fill("0");
  await idle(page);
  assert.ok(differenceOf(raised, await pictureOf(page, "flat.png")) > 0.2);
});

test("the map's own heights lie between those of burl around a place", async t => {
  const page = await openPage(t, "8/20/20");
  const zoom = (await openArchive(t, join(PLANET, "height.pmtiles")).getHeader()).maxZoom, across = SIDE*2**zoom;
  for (const [longitude, latitude] of [[20, 20], [20.2, 20.1], [19.7, 19.8], [20.4, 19.9]]) {
    const found = await page.evaluate(place => planet.map.queryTerrainElevation(place)/planet.exaggeration(), [longitude, latitude]);
    const column = Math.floor((longitude + 180)/360*across - 0.5);
    const v = 0.5 - Math.asinh(Math.tan(latitude*Math.PI/180))/(2*Math.PI), row = Math.floor(v*across - 0.5);
    const around = [row, row + 1].flatMap(r => heightsOf(zoom, column, r, 2));
    assert.ok(found >= Math.min(...around) - 1 && found <= Math.max(...around) + 1,
      `${longitude}, ${latitude}: ${found} m, and burl has ${around}`);
  }
});
