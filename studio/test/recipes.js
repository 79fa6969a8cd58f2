/* What tests of texts share: the texts of all recipes, and chance that is the same each time. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const RECIPES = fileURLToPath(new URL("../../recipes", import.meta.url));

export const texts = readdirSync(RECIPES, { recursive: true }).map(String).filter(name => name.endsWith(".burl"))
  .map(name => readFileSync(join(RECIPES, name), "utf8"));

/** Numbers from 0 to below n that are the same each time. */
export function dice(state) {
  return n => {
    state = Math.imul(state ^ (state >>> 15), 0x2C1B3C6D) + 0x297A2D39 | 0;
    return ((state ^ (state >>> 12)) >>> 0) % n;
  };
}
