/* The expressions of a recipe: its parts' and its last one's, what may take the place of that, and what each is computed
 * from at the same point. */
import { bare, treeOf } from "./syntax.js";

/** Functions whose first argument is evaluated at other points: their call is one step. */
const ELSEWHERE = new Set(["fbm", "billow", "turbulence", "ridged", "pingpong", "hybrid", "hetero", "multifractal", "swiss", "jordan",
  "at", "scale", "shift", "rotate", "warp", "distort", "sphere", "cylinder", "reseed", "tile", "loop", "d", "slope", "normal", "curl",
  "curvature"]);

/** The expressions at the same point of which one is made: of a call the arguments, without its options. */
export function within(node) {
  if (node.kind === "call") return ELSEWHERE.has(node.name) ? [] : node.parts.filter(part => !part.option);
  return bare(node) === node ? node.parts : within(bare(node));
}

/** The definitions of a recipe that take no arguments, and its last expression: [{ name, text, from, node }], name null for
 * the last; from: where its line begins; node: the expression. */
export function definitionsOf(recipe) {
  return treeOf(recipe).parts.filter(line => line.kind === "part" || line.kind === "result").map(line => {
    const [node] = line.parts;
    return { name: line.kind === "part" ? line.name : null, text: recipe.slice(node.from, line.to), from: line.from, node };
  });
}

/** What is around a recipe's last expression, which another one can take the place of. */
export function aroundLast(recipe) {
  const { end, parts } = treeOf(recipe), last = parts.findLast(line => line.kind === "part" || line.kind === "result");
  const before = last?.kind === "result" ? recipe.slice(0, last.from) : `${recipe.slice(0, end)}\n`;
  return { before, behind: end < recipe.length ? `\n${recipe.slice(end)}` : "" };
}

/** The recipe with another last expression. */
export function withLast(recipe, expression) {
  const { before, behind } = aroundLast(recipe);
  return before + expression + behind;
}
