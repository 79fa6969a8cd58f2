/* A recipe's text as a tree of what stands where: the one reading of the text that sliders, hints, the graph and changes to
 * the recipe go by.  A node is a kind and a span, in UTF-16 units, around its parts; blanks and comments are in no node, so
 * that nothing made from the tree can lose them.  It is made anew from each text and never fails: what can't be read is
 * listed in `errors`, in the compiler's order and at its places, and is a node of kind "missing", or none. */

/** @typedef {{ kind: string, from: number, to: number, parts: Node[], parent?: Node, name?: string, nameFrom?: number,
 *   nameTo?: number, option?: { name: string, from: number, to: number } | null, parameters?: { name: string, from: number,
 *   to: number }[], label?: string, isClosed?: boolean, as?: string, file?: string }} Node
 * Expressions: "number", "colour", "text", "name", "call", "group" (in brackets), "unary", "binary", "choice", "missing".
 * Lines: "view", "param", "import", "part", "function", "set" (material or layers, of parts of kind "entry"), "result". */

/** @typedef {Node & { text: string, errors: { from: number, to: number, at: number }[], end: number }} Tree
 * end: where the recipe's own lines end and the files that it carries begin; at: where the compiler notices the error. */

const TOKEN = /[ \t\r]+|\/\/[^\n]*|\n|"[^"\n]*"?|#[0-9a-fA-F]*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|<=|>=|==|!=|&&|\|\||[^]/y;
const FILES = /^file ("[^"\n]+"|burl\/[a-z0-9_]+)[ \t\r]*$/m;
const BEGINS = /^[ \t\r]*(?:(?:param|view)\b|[A-Za-z_]\w*[ \t]*=(?!=))/;
const PRECEDENCE = { "||": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6 };
const MOST_NESTING = 200;

/** Words that no recipe can define. */
export const RESERVED = new Set(["x", "y", "z", "w", "t", "seed", "view", "param"]);

/* ---- Tokens -------------------------------------------------------------------------------------- */

const kindOf = text => (/^"/.test(text) ? "text" : /^#/.test(text) ? "colour" : /^\.?\d/.test(text) ? "number"
  : /^[A-Za-z_]/.test(text) ? "name" : "mark");

/** Whether a token is one for the compiler, too; behind: the character behind it. */
function isWhole(kind, text, behind) {
  if (kind === "text") return text.length > 1 && text.endsWith('"');
  if (kind === "colour") return (text.length === 4 || text.length === 7) && !/[A-Za-z_]/.test(behind);
  if (kind === "number") return !/[A-Za-z_.]/.test(behind);
  return kind === "name" || /^(?:[-+*/%<>!?:(),=[\]]|[<>=!]=|&&|\|\|)$/.test(text);
}

/** Whether a line's end behind this token ends a statement, where no bracket is open. */
const endsLine = token => token?.kind !== "mark" || token.text === ")" || token.text === "]";

/** The tokens between two places, the last one of kind "end"; ends of lines are tokens where they end a statement.  A line
 * that begins as a definition does ends one, too, whose bracket is open. */
function scan(text, from, to, errors) {
  const tokens = [];
  let depth = 0;
  for (let at = from; at < to;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)[0], kind = token === "\n" ? "line" : kindOf(token), begin = at;
    at += token.length;
    if (/^[ \t\r]|^\/\//.test(token)) continue;
    if (kind === "line") {
      const isCut = depth > 0 && BEGINS.test(text.slice(at, at + 200));
      if (isCut) errors.push({ from: begin, to: at, at: begin });
      if (isCut) depth = 0;
      if (depth > 0 || !endsLine(tokens.at(-1)) && !isCut) continue;
    }
    const isBad = kind !== "line" && !isWhole(kind, token, text[at] ?? "");
    if (isBad) errors.push({ from: begin, to: at, at: begin });
    if (token === "(") depth++;
    if (token === ")" && depth) depth--;
    tokens.push({ kind, text: token, from: begin, to: at, isBad });
  }
  return [...tokens, { kind: "end", text: "", from: to, to }];
}

/* ---- The tree ------------------------------------------------------------------------------------ */

/** Where the compiler says that an expression is: at the first of what it is made of that isn't a bracket. */
function firstOf(node) {
  while (["result", "group", "binary", "choice"].includes(node.kind)) [node] = node.parts;
  return node;
}

class Reader {
  constructor(text, from, to) {
    this.text = text;
    this.errors = [];
    this.tokens = scan(text, from, to, this.errors);
    this.at = 0;
    this.nesting = 0;
  }

  get next() {
    return this.tokens[this.at];
  }

  /** Whether a mark or word comes next, or `ahead` tokens later. */
  is(text, ahead = 0) {
    const token = this.tokens[this.at + ahead];
    return token?.text === text && (token.kind === "mark" || token.kind === "name");
  }

  get isAtEnd() {
    return this.next.kind === "line" || this.next.kind === "end";
  }

  take(text) {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  fail({ from, to } = this.next, at = this.next.from) {
    this.errors.push({ from, to, at });
    return false;
  }

  need(text) {
    return this.take(text) || this.fail();
  }

  /** A node from a place to the end of the last token that was read. */
  node(kind, from, parts, more = {}) {
    const node = { kind, from, to: Math.max(from, this.tokens[Math.max(0, this.at - 1)].to), parts, ...more };
    for (const part of parts) part.parent = node;
    return node;
  }

  missing() {
    this.fail();
    return { kind: "missing", from: this.next.from, to: this.next.from, parts: [] };
  }

  /** What `read` gives, one level further in; where that is too deep nothing is read. */
  within(read) {
    if (this.nesting === MOST_NESTING) return this.missing();
    this.nesting++;
    const node = read();
    this.nesting--;
    return node;
  }

  expression() {
    return this.within(() => {
      const condition = this.binary(1);
      if (!this.take("?")) return condition;
      const parts = [condition, this.expression()];
      if (this.need(":")) parts.push(this.expression());
      return this.node("choice", condition.from, parts);
    });
  }

  binary(least) {
    let left = this.unary();
    for (let level; this.next.kind === "mark" && (level = PRECEDENCE[this.next.text]) >= least;) {
      const name = this.tokens[this.at++].text;
      left = this.node("binary", left.from, [left, this.binary(level + 1)], { name });
    }
    return left;
  }

  unary() {
    const { text: name, from } = this.next;
    if (!this.is("-") && !this.is("!")) return this.primary();
    return this.within(() => {
      this.at++;
      return this.node("unary", from, [this.unary()], { name });
    });
  }

  primary() {
    const { kind, text, from, to } = this.next;
    if (kind === "number" || kind === "colour" || kind === "text") {
      if (kind === "number" && !Number.isFinite(Number(text))) this.fail();
      this.at++;
      return this.node(kind, from, []);
    }
    if (this.take("(")) {
      const parts = [this.expression()];
      this.need(")");
      return this.node("group", from, parts);
    }
    if (kind !== "name" || text === "view" || text === "param") return this.missing();
    this.at++;
    if (!this.take("(")) return this.node("name", from, [], { name: text });
    const parts = this.arguments(), isClosed = this.take(")");
    return this.node("call", from, parts, { name: text, nameTo: to, isClosed });
  }

  /** Of a call, between its brackets.  An option's name holds for all values behind it. */
  arguments() {
    const parts = [];
    let option = null;
    while (!this.is(")")) {
      const { kind, text: name, from, to } = this.next;
      if (kind === "name" && this.is(":", 1)) {
        option = { name, from, to };
        this.at += 2;
      }
      parts.push(Object.assign(this.expression(), { option }));
      if (this.is(")") || !this.need(",")) break;
      if (this.is(")")) this.fail();
    }
    return parts;
  }

  /* ---- Lines ------------------------------------------------------------------------------------- */

  /** The name that a line defines, with where it stands. */
  defined() {
    const { kind, text: name, from: nameFrom, to: nameTo } = this.next;
    if (kind !== "name" || RESERVED.has(name) || name.includes(".")) this.fail();
    if (kind === "name") this.at++;
    return { name: kind === "name" ? name : "", nameFrom, nameTo };
  }

  parameters() {
    const found = [];
    this.at++;
    while (!this.is(")") && !this.isAtEnd) {
      const { name, nameFrom: from, nameTo: to } = this.defined();
      if (found.some(other => other.name === name)) this.fail({ from, to });
      found.push({ name, from, to });
      if (!this.is(")") && !this.need(",")) break;
    }
    this.need(")");
    return found;
  }

  /** Whether the line is name(…) =, to the matching bracket, and can be read that far. */
  get definesFunction() {
    if (!this.is("(", 1)) return false;
    let depth = 0, ahead = 1;
    do {
      if (this.is("(", ahead)) depth++;
      if (this.is(")", ahead)) depth--;
      ahead++;
    } while (depth > 0 && this.tokens[this.at + ahead].kind !== "end" && !this.tokens[this.at + ahead].isBad);
    return depth === 0 && this.is("=", ahead);
  }

  view(from, isSecond) {
    const word = this.next, parts = [];
    if (isSecond) this.fail();
    do {
      this.at++;
      parts.push(this.expression());
    } while (this.is(","));
    if (![2, 4, 6, 8].includes(parts.length)) this.fail(word);
    return this.node("view", from, parts);
  }

  param(from) {
    this.at++;
    const name = this.defined(), parts = (this.need("="), [this.expression()]);
    if (this.take("[")) {
      parts.push(this.expression());
      if (this.need(",")) parts.push(this.expression());
      this.need("]");
    }
    const label = this.next.kind === "text" ? this.tokens[this.at++].text.slice(1, -1) : "";
    return this.node("param", from, parts, { ...name, label });
  }

  import(from) {
    this.at++;
    const first = this.next;
    this.at++;
    let file = first.text;
    if (first.kind === "text") file = file.slice(1, -1);
    else if (this.take("/") && this.next.kind === "name") file = this.text.slice(first.from, this.tokens[this.at++].to);
    else this.fail(first, first.from);
    const as = this.take("as") ? this.defined().name : undefined;
    return this.node("import", from, [], { file, as });
  }

  /** material height: h, albedo: c; layers in the same way. */
  set(from) {
    const name = this.next.text, parts = [];
    do {
      this.at++;
      const { kind, text, from: nameFrom, to: nameTo } = this.next;
      if (kind !== "name" || parts.some(part => part.name === text)) this.fail();
      if (kind === "name") this.at++;
      const body = (this.need(":"), this.expression());
      parts.push(this.node("entry", nameFrom, [body], { name: text, nameFrom, nameTo }));
    } while (this.is(","));
    if (this.next.kind === "name") this.fail();
    return this.node("set", from, parts, { name });
  }

  definition(from, kind) {
    const name = this.defined(), parameters = kind === "function" ? this.parameters() : undefined;
    this.need("=");
    return this.node(kind, from, [this.expression()], { ...name, parameters });
  }

  line(lines) {
    const { from, kind, text } = this.next, second = this.tokens[this.at + 1];
    const begins = text === "(" || (!lines.length && (text === "-" || text === "!"));
    if (kind === "mark" && !begins) this.fail();
    if (this.is("view")) return this.view(from, lines.some(line => line.kind === "view"));
    if (this.is("param")) return this.param(from);
    if (this.is("import") && (second.kind === "text" || second.kind === "name")) return this.import(from);
    if ((this.is("material") || this.is("layers")) && second.kind === "name" && this.is(":", 2)) return this.set(from);
    if (kind === "name" && this.is("=", 1)) return this.definition(from, "part");
    if (kind === "name" && this.definesFunction) return this.definition(from, "function");
    return this.node("result", from, [this.expression()]);
  }

  /** All lines.  A result in the middle is noticed, as the compiler does, when there is a line behind it. */
  lines() {
    const lines = [];
    for (;;) {
      while (this.next.kind === "line") this.at++;
      if (this.next.kind === "end") return lines;
      const last = lines.at(-1);
      if (last?.kind === "result") this.fail(this.next.kind === "mark" && !this.is("(") ? this.next : firstOf(last));
      lines.push(this.line(lines));
      if (this.isAtEnd) continue;
      this.fail();
      while (!this.isAtEnd) this.at++;
      lines.at(-1).to = this.tokens[this.at - 1].to;
    }
  }
}

/** A recipe as a tree.
 * @returns {Tree} */
export function treeOf(text) {
  const found = FILES.exec(text), end = found ? found.index : text.length;
  const reader = new Reader(text, text.charCodeAt(0) === 0xFEFF ? 1 : 0, end);
  const parts = reader.lines();
  if (!parts.some(line => line.kind === "result" || (line.kind === "set" && line.name === "material"))) reader.fail();
  const errors = reader.errors.map((error, i) => ({ ...error, i })).sort((a, b) => a.at - b.at || a.i - b.i).map(({ i, ...error }) => error);
  const tree = { kind: "recipe", from: 0, to: end, end, parts, text, errors };
  for (const line of parts) line.parent = tree;
  return tree;
}

/* ---- Looking around ------------------------------------------------------------------------------ */

/** A node and all within it, each before its parts.
 * @returns {Generator<Node>} */
export function* nodesOf(node) {
  const left = [node];
  for (let next; (next = left.pop());) {
    yield next;
    for (let i = next.parts.length - 1; i >= 0; i--) left.push(next.parts[i]);
  }
}

/** The line that a node is of; of an entry of a material the entry.
 * @param {Node} node @returns {Node} */
export function lineOf(node) {
  while (node.kind !== "entry" && node.parent?.kind !== "recipe") node = node.parent;
  return node;
}

/** The smallest node around a span.
 * @param {Node} node @returns {Node} */
export function nodeAt(node, from, to = from) {
  for (let inner; (inner = node.parts.find(part => part.from <= from && to <= part.to)); node = inner);
  return node;
}

/** How strongly an expression holds together: 0 for a choice, 1 to 6 for operators, 7 for signs, 8 for all else. */
export function strengthOf({ kind, name }) {
  return kind === "choice" ? 0 : kind === "binary" ? PRECEDENCE[name] : kind === "unary" ? 7 : 8;
}

/** What is in the brackets, if a node is in some. */
export function bare(node) {
  while (node.kind === "group") [node] = node.parts;
  return node;
}

/** The number that an expression is, as it is written: with a sign, or not; null: it is more, or a name. */
export function numberOf(tree, node) {
  const isSigned = node?.kind === "unary" && node.name === "-" && node.parts[0].kind === "number";
  return node?.kind === "number" || isSigned ? Number(tree.text.slice(node.from, node.to).replace(/\s/g, "")) : null;
}
