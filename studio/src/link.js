/* A recipe as the end of a link, and back: JSON, deflated, as base64url, with where and how one looks.  Nothing is sent to a
 * server. */

import { knownSeed } from "./seed.js";
import { MODES, state } from "./state.js";
import { isFitted } from "./view.js";

const MOST_BYTES = 1 << 20; /* of a recipe, as the language allows */

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const pieces = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > 2*MOST_BYTES) throw new Error("this link's recipe is too large");
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** How one looks, so far as it isn't as the recipe opens: { mode, time, centre, step }. */
export function lookOf() {
  const { mode, time, centre, step } = state;
  return { ...(mode !== "picture" ? { mode } : {}), ...(time ? { time } : {}), ...(state.about && !isFitted() ? { centre, step } : {}) };
}

/** The same of what a link holds, which may be anything. */
function knownLook({ mode, time, centre, step } = /** @type {any} */ ({})) {
  const look = {};
  if (MODES.includes(mode)) look.mode = mode;
  if (time >= 0 && time <= 1) look.time = time;
  if (Array.isArray(centre) && centre.length === 2 && centre.every(Number.isFinite) && step > 0 && Number.isFinite(step)) Object.assign(look, { centre, step });
  return look;
}

/** @param {{ name: string, text: string, seed?: string, result?: string | null, drawings?: string, look?: object }} recipe */
export async function linkOf(recipe) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(recipe)), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `#r=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** What a link's end holds; null: no recipe.  Throws where it is damaged. */
export async function recipeOfLink(hash) {
  const match = /^#r=([\w-]+)$/.exec(hash);
  if (!match) return null;
  const binary = atob(match[1].replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, c => c.charCodeAt(0));
  const { name, text, seed, result, drawings = "", look } = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  if (typeof text !== "string" || text.length > MOST_BYTES) throw new Error("this link holds no recipe");
  if (typeof drawings !== "string" || (drawings && typeof JSON.parse(drawings) !== "object")) throw new Error("this link's lines are damaged");
  return { name: String(name ?? "from a link").slice(0, 80), text, seed: knownSeed(seed),
    result: typeof result === "string" ? result : null, drawings, look: knownLook(look ?? {}) };
}
