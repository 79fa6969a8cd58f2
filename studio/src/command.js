/* The command lines that the page shows, as a shell reads them, and what they have in common. */
import { fileName } from "./files.js";
import { state } from "./state.js";

const quoted = word => (/^[\w.,/:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

export const lineOf = words => words.map(quoted).join(" ");

/** burl, one of its commands, and the recipe as it is shown: its seed, its time, and this part of it; null: its last line. */
export function wordsOf(command, { result = state.result, time = state.time } = {}) {
  const words = ["burl", command, fileName("burl")];
  if (result) words.push("--result", result);
  if (state.seed !== "0") words.push("--seed", state.seed);
  if (time) words.push("--time", String(time));
  return words;
}
