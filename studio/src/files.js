/* Recipes as files, both ways. */
import { knownSeed } from "./seed.js";
import { state } from "./state.js";

const MOST_BYTES = 64 << 20; /* of a file that is opened */

/** The name of the recipe as a file: without what file systems, browsers or a command line take for something else. */
export function fileName(ending) {
  const name = state.name.replace(/[^\p{L}\p{N} _.,+=@'()-]/gu, "_").replace(/^[-. ]/, "_");
  return `${name}.${ending}`;
}

export function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export const saveRecipe = () => download(fileName("burl"), new Blob([state.text], { type: "text/plain" }));

/** The recipe in a .burl, or in a picture that burl made. */
export async function recipeOfFile(file) {
  if (file.size > MOST_BYTES) throw new Error("this file is too large");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const name = file.name.replace(/\.\w+$/, "").slice(0, 80);
  if (bytes[0] !== 0x89) {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { name, text };
  }
  const { provenanceIn } = await import("./png.js");
  const made = provenanceIn(bytes);
  if (typeof made?.recipe !== "string") throw new Error("this picture doesn't say how it was made");
  return { name, text: withKnobs(made.recipe, made.knobs ?? {}), seed: knownSeed(made.seed), result: made.result ?? null };
}

/** A recipe whose param lines have these values. */
export function withKnobs(text, knobs) {
  return text.replace(/^(\s*param\s+([A-Za-z_]\w*)\s*=\s*)([-+\d.eE]+)/gm,
    (line, head, name) => (typeof knobs[name] === "number" ? head + knobs[name] : line));
}
