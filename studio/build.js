/* Builds the page into a folder: node build.js OUT [--burl ../build/burl].  The page is what any static server can serve:
 * bundles, the library as first.wasm and, with source text, burl.wasm, burl's commands as commands.wasm, the gallery's texts and
 * pictures; each larger file also compressed, for servers that hand that out. */
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const HERE = dirname(fileURLToPath(import.meta.url));
const TOP = resolve(HERE, "..");
const [out = join(TOP, "out/studio"), , burl = join(TOP, "build/burl")] = process.argv.slice(2);

/** Runs burl, from the top of the tree. */
const run = (...words) => execFileSync(burl, words, { cwd: TOP, encoding: "utf8", maxBuffer: 1 << 26 });

/* ---- The gallery --------------------------------------------------------------------------------- */

function sectionsOf() {
  const listed = JSON.parse(execFileSync(join(TOP, "tools/gallery"), ["--list"], { encoding: "utf8" }));
  return listed.map(({ title, recipes }) => ({
    title,
    recipes: recipes.map(recipe => ({ ...recipe, text: readFileSync(join(TOP, recipe.path), "utf8") })),
  }));
}

function makeGallery() {
  const sections = sectionsOf();
  mkdirSync(join(out, "gallery"), { recursive: true });
  for (const { recipes } of sections)
    for (const recipe of recipes) {
      const size = recipe.is_material ? ["--lit", "ball", "--size", "300"] : ["--size", recipe.text.includes("midpoint(") ? "256x256" : "300x200"];
      run("render", "-q", recipe.path, ...size, "--quality", "80", "-o", join(out, "gallery", `${recipe.name}.webp`));
      delete recipe.path, delete recipe.is_material;
    }
  writeFileSync(join(out, "gallery.json"), JSON.stringify({ sections }));
}

/* ---- The palette --------------------------------------------------------------------------------- */

/** A picture of each function, as the palette puts it in; of those that need more, as a file, there is none. */
async function makePalette() {
  const { callOf, functions, hasPicture } = await import("./src/functions.js");
  mkdirSync(join(out, "palette"), { recursive: true });
  for (const [name, f] of functions) {
    if (!hasPicture(f)) continue;
    run("render", "-q", "-e", `view 0, 0, 6, 4\n${callOf(f)}`, "--range", "auto", "--size", "144x96", "--quality", "70", "-o", join(out, "palette", `${name}.webp`));
  }
}

/* ---- Bundles ------------------------------------------------------------------------------------- */

const lessons = readdirSync(join(HERE, "lessons")).filter(file => file.endsWith(".html") && file !== "index.html").map(file => file.replace(".html", ""));

async function bundle() {
  writeFileSync(join(HERE, "functions.json"), run("list", "--json"));
  await build({
    entryPoints: {
      main: join(HERE, "src/main.js"), worker: join(HERE, "src/worker.js"), maker: join(HERE, "src/maker.js"),
      ...Object.fromEntries(lessons.map(name => [`lesson-${name}`, join(HERE, `src/lessons/${name}.js`)])),
    },
    outdir: out, bundle: true, splitting: true, format: "esm", minify: true, target: "es2022", sourcemap: "linked",
    chunkNames: "[name]-[hash]", logLevel: "warning", loader: { ".burl": "text" },
    external: ["*/burl.wasm.js"], // the page loads .wasm files
  });
}

/** What works without a network after the first visit: a list of the files, named after what is in them. */
function writeOffline() {
  const files = readdirSync(out, { recursive: true }).map(String).filter(file => !/\.(map|br|webp\.json)$|^gallery$|^palette$|^lessons$|offline\.js|recipe\.json/.test(file));
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(join(out, file)));
  const text = readFileSync(join(HERE, "src/offline.js"), "utf8")
    .replace("VERSION", hash.digest("hex").slice(0, 12)).replace("[/* files */]", JSON.stringify(["./", ...files]));
  writeFileSync(join(out, "offline.js"), text);
}

function compress() {
  for (const file of readdirSync(out, { recursive: true }).map(String)) {
    if (!/\.(js|css|html|json|wasm|svg)$/.test(file)) continue;
    const bytes = readFileSync(join(out, file));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    if (bytes.length > 1000) writeFileSync(join(out, `${file}.br`), brotliCompressSync(bytes, { params }));
  }
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await bundle();
makeGallery();
await makePalette();
for (const file of ["index.html", "style.css", "icon.svg"]) cpSync(join(HERE, file), join(out, file));
writeFileSync(join(out, "recipe.json"), "null\n"); // burl studio RECIPE hands another one out
for (const file of ["first.wasm", "burl.wasm", "commands.wasm"]) cpSync(join(TOP, "build/wasm", file), join(out, file));
cpSync(join(HERE, "lessons"), join(out, "lessons"), { recursive: true });
writeOffline();
compress();
console.log(out);
