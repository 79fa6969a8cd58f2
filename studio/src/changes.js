/* What changed between two texts, line by line. */

const MOST = 2000; /* lines that are compared */

/** The lines between those that both texts begin and end with. */
function differing(a, b) {
  const shorter = Math.min(a.length, b.length);
  let head = 0, tail = 0;
  while (head < shorter && a[head] === b[head]) head++;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return [a, b].map(lines => lines.slice(head, lines.length - tail));
}

/** How long the longest sequence is that a from i and b from j have in common: [i][j]. */
function commonLengths(a, b) {
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i][j] = a[i] === b[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
  return longest;
}

/** The lines that one text has and the other hasn't, in order: [{ sign, text }]; of very many only how many. */
export function changesOf(before, after) {
  const [a, b] = differing(before.split("\n"), after.split("\n"));
  if (a.length + b.length > MOST) return [{ sign: "−", text: `${a.length} lines` }, { sign: "+", text: `${b.length} lines` }];
  const longest = commonLengths(a, b);
  const found = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) i++, j++;
    else if (j >= b.length || (i < a.length && longest[i + 1][j] >= longest[i][j + 1])) found.push({ sign: "−", text: a[i++] });
    else found.push({ sign: "+", text: b[j++] });
  }
  return found;
}
