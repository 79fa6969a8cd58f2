/* The expressions of a recipe: which there are at the point itself, and how they lie within one another.  What is evaluated
 * elsewhere, as the argument of a fractal or of a domain, is not taken apart: its call is one step. */
import { functions } from "./language.js";

/** Functions whose first argument is evaluated at other points. */
const ELSEWHERE = new Set(["fbm", "billow", "turbulence", "ridged", "pingpong", "hybrid", "hetero", "multifractal", "swiss", "jordan",
  "at", "scale", "shift", "rotate", "warp", "distort", "sphere", "cylinder", "reseed", "tile", "loop", "d", "slope", "normal", "curl",
  "curvature"]);

const TOKEN = /\s+|\/\/[^\n]*|"[^"]*"|#[0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|&&|\|\||[<>=!]=|[-+*/%<>!?:(),=[\]]/y;
const LEVELS = [["||"], ["&&"], ["==", "!="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "/", "%"]];

function tokensOf(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  for (let match; (match = TOKEN.exec(text));)
    if (!/^(\s|\/\/)/.test(match[0])) tokens.push({ text: match[0], from: match.index, to: TOKEN.lastIndex });
  if (TOKEN.lastIndex < text.length && text.slice(tokens.at(-1)?.to ?? 0).trim()) throw new Error("not an expression");
  return tokens;
}

/** @typedef {{ text: string, kind: string, parts: Node[] }} Node  kind: what it does, "+", "perlin", "number", … */

class Parser {
  constructor(text) {
    this.text = text;
    this.tokens = tokensOf(text);
    this.at = 0;
  }

  get next() {
    return this.tokens[this.at]?.text;
  }

  take(text) {
    if (this.next !== text) return false;
    this.at++;
    return true;
  }

  need(text) {
    if (!this.take(text)) throw new Error(`${text} is missing`);
  }

  node(first, kind, parts) {
    return { text: this.text.slice(this.tokens[first].from, this.tokens[this.at - 1].to), kind, parts };
  }

  whole() {
    const node = this.choice();
    if (this.at < this.tokens.length) throw new Error("more than an expression");
    return node;
  }

  choice() {
    const first = this.at;
    const condition = this.level(0);
    if (!this.take("?")) return condition;
    const yes = this.choice();
    this.need(":");
    return this.node(first, "? :", [condition, yes, this.choice()]);
  }

  level(n) {
    if (n === LEVELS.length) return this.unary();
    const first = this.at;
    let left = this.level(n + 1);
    while (LEVELS[n].includes(this.next)) {
      const kind = this.tokens[this.at++].text;
      const right = this.level(n + 1);
      left = this.node(first, kind, [left, right]);
    }
    return left;
  }

  unary() {
    const first = this.at;
    if (this.take("-") || this.take("!")) return this.node(first, this.tokens[first].text, [this.unary()]);
    if (this.take("+")) return this.unary();
    return this.primary();
  }

  primary() {
    const first = this.at;
    if (this.take("(")) {
      const inner = this.choice();
      this.need(")");
      return { ...inner, text: this.node(first, "", []).text };
    }
    const word = this.next;
    if (word === undefined) throw new Error("an expression is missing");
    this.at++;
    if (!/^[A-Za-z_]/.test(word)) return this.node(first, /^#/.test(word) ? "colour" : "number", []);
    if (!this.take("(")) return this.node(first, "name", []);
    const parts = this.arguments();
    const isOpen = functions.has(word) && !ELSEWHERE.has(word);
    return this.node(first, word, isOpen ? parts : ELSEWHERE.has(word) ? [] : parts);
  }

  /** Of a call, behind its bracket: the arguments' expressions; those of options, too, but for words. */
  arguments() {
    const parts = [];
    while (!this.take(")")) {
      const isOption = this.tokens[this.at + 1]?.text === ":" && /^[A-Za-z_]/.test(this.next);
      if (isOption) this.at += 2;
      const part = this.choice();
      if (!isOption) parts.push(part);
      if (!this.take(",") && this.next !== ")") throw new Error("a bracket is missing");
    }
    return parts;
  }
}

/** An expression's text as a tree. */
export function treeOf(text) {
  return new Parser(text).whole();
}

/** A recipe's own lines, and the files behind them that it carries, each below a line that names it. */
function splitOf(recipe) {
  const at = recipe.search(/^file ("[^"\n]+"|burl\/[a-z0-9_]+)[ \t\r]*$/m);
  return at < 0 ? { own: recipe, files: "" } : { own: recipe.slice(0, at), files: recipe.slice(at) };
}

/** What is around a recipe's last expression, which another one can take the place of. */
export function aroundLast(recipe) {
  const { own, files } = splitOf(recipe), last = definitionsOf(recipe).at(-1);
  return { before: last && last.name === null ? own.slice(0, last.from) : `${own}\n`, behind: files && `\n${files}` };
}

/** The recipe with another last expression. */
export function withLast(recipe, expression) {
  const { before, behind } = aroundLast(recipe);
  return before + expression + behind;
}

/** The definitions of a recipe that take no arguments, and its last expression: [{ name, text, from }], name null for the
 * last; from: where its line begins. */
export function definitionsOf(recipe) {
  const found = [];
  let current = null, depth = 0, from = 0;
  for (const line of splitOf(recipe).own.split("\n")) {
    const at = from;
    from += line.length + 1;
    const bare = line.replace(/\/\/.*/, "");
    if (!bare.trim()) continue;
    const start = depth === 0 && /^\s*(?:((?:param|view)\b|import\s+["\w])|([A-Za-z_]\w*)\s*(\([^)]*\))?\s*=(?!=)(.*))/.exec(bare);
    const goesOn = /^\s*[-+*/%<>?:&|=,)]/.test(bare);
    if (start) {
      current = start[1] ? null : { name: start[2], hasArguments: Boolean(start[3]), text: start[4], from: at };
      if (current) found.push(current);
    } else if (current && (depth > 0 || goesOn || current.isOpen)) {
      current.text += `\n${bare}`;
    } else {
      current = { name: null, hasArguments: false, text: bare, from: at };
      found.push(current);
    }
    for (const c of bare) depth += c === "(" || c === "[" ? 1 : c === ")" || c === "]" ? -1 : 0;
    if (current) current.isOpen = /[-+*/%<>?:&|=,(]\s*$/.test(bare);
  }
  return found.filter(definition => !definition.hasArguments).map(({ name, text, from: start }) => ({ name, text: text.trim(), from: start }));
}
