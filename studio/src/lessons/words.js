/* Words of a figure, where there is room for them.  On a narrow page they are larger than the drawing was made for: each
 * stays within its borders, moves up or down a little where it would lie over another or under a knob (not up, where it
 * hangs below a picture), and is left out where that doesn't help.  What is larger, stronger or darker has the first
 * choice: numbers along an axis are the first to go. */

const GAP = 0.5; /* units between words */
const ABOVE = -8; /* units down: words farther above the drawing are cut off */
const STEPS = [0, -0.35, 0.35, -0.7, 0.7]; /* heights of a line up or down */

const meet = (a, b) => a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom && b.top < a.bottom;

/** The box of a word; letters fill four fifths of a line. */
function boxOf(word) {
  const { x, y, width, height } = word.getBBox();
  return { left: x, right: x + width, top: y + 0.12*height, bottom: y + 0.88*height };
}

const moved = (box, right, down) => ({ left: box.left + right, right: box.right + right, top: box.top + down, bottom: box.bottom + down });

function rank(word) {
  const tones = ["faint", "soft", "ink"], tone = tones.findIndex(name => word.classList.contains(name));
  return Number(word.getAttribute("font-weight")) + 10*Number(word.getAttribute("font-size")) + 30*(tone < 0 ? 3 : tone);
}

/** @param {Iterable<SVGTextElement>} words @param {number} width of the figure
 *  @param {{ left: number, right: number, top: number, bottom: number }[]} taken by what is dragged */
export function layWords(words, width, taken) {
  const placed = Array.from(taken), list = Array.from(words, word => ({ word, box: boxOf(word) })); /* all are measured before any moves */
  for (const { word, box } of list.sort((a, b) => rank(b.word) - rank(a.word))) {
    const right = Math.max(0, -box.left) - Math.max(0, box.right - width), line = box.bottom - box.top, first = Math.max(0, ABOVE - box.top);
    const fits = down => !(down < first && word.dataset.hangs) && box.top + down >= ABOVE && !placed.some(other => meet(moved(box, right, down), other));
    const down = STEPS.map(share => first + share*line).find(fits);
    if (down === undefined) {
      word.remove();
      continue;
    }
    placed.push(moved(box, right, down));
    if (right || down) word.setAttribute("transform", `translate(${right.toFixed(1)} ${down.toFixed(1)})`);
  }
}
