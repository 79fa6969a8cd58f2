/* Pictures while something in the text is dragged: of the newest text, coarse enough to be there at once.  One worker, which
 * does nothing else, compiles the text and samples it in one task; one is on its way at a time, and the newest text is next.
 * What else is computed of a recipe waits until the drag has come to rest. */
import { Pool, Stale } from "./pool.js";
import { isDrafted, listen, recipe, set, state } from "./state.js";
import { gridOfView, wholeOf } from "./view.js";
import { gridOfCells } from "./picture.js";

const FRAME_MS = 55; /* from a change of the text to its picture */
const LEAST_MS = 8; /* of it is for samples, however long the text takes to compile */
const COARSEST = 32; /* pixels a sample */

export class Drafts {
  /** @param {WebAssembly.Module} module @param {import("./picture.js").Picture} picture @param {Pool} pool */
  constructor(module, picture, pool) {
    this.picture = picture;
    this.pool = pool;
    this.isBusy = false;
    this.worker = /** @type {Pool | null} */ (null);
    this.msBefore = 15;
    picture.addEventListener("whole", () => (this.worker ??= new Pool(module, 1)), { once: true });
    listen(["text", "time", "seed"], () => this.make());
  }

  /** Drafts as long as there is something new to show. */
  async make() {
    if (this.isBusy || !isDrafted() || !state.about || !this.worker) return;
    this.isBusy = true;
    this.picture.beginDrafts();
    for (const key of ["parts", "describe"]) this.pool.cancel(key);
    try {
      for (let shown = ""; isDrafted() && shown !== this.wanted;) {
        shown = this.wanted;
        await this.draw(shown);
      }
    } catch (error) {
      if (!(error instanceof Stale)) set({ isDragging: false }); /* what is wrong is said by what comes after */
    } finally {
      this.isBusy = false;
    }
  }

  /** What there would be a picture of now. */
  get wanted() {
    return JSON.stringify([state.text, state.seed, state.time]);
  }

  async draw(wanted) {
    const start = performance.now(), { picture } = this, { opened, text } = state, { grid, pixels } = this.choose();
    const answer = await this.worker.ask("draft", { task: "grid", ...recipe(), grid });
    if (opened !== state.opened || !isDrafted()) return;
    picture.showDraft(answer, grid, pixels);
    const ms = performance.now() - start, msOfSamples = answer.ms - answer.msBefore;
    const now = msOfSamples*answer.channels/answer.samples.length;
    picture.msPerSample = now > picture.msPerSample ? now : (now + picture.msPerSample)/2;
    this.msBefore = (this.msBefore + ms - msOfSamples)/2;
    if (state.error) set({ error: null });
    picture.dispatchEvent(new CustomEvent("draft", { detail: { text, size: grid.size, ms, isNewest: wanted === this.wanted } }));
  }

  /** A grid that is there in time, and how many pixels a sample is wide: of the canvas; or of all cells of a whole grid. */
  choose() {
    const { canvas, msPerSample } = this.picture, samples = Math.max(LEAST_MS, FRAME_MS - this.msBefore)/msPerSample;
    const times = (width, height) => Math.min(COARSEST, Math.max(1, Math.sqrt(width*height/samples)));
    if (!state.about.needsWholeGrid) {
      const pixels = Math.ceil(times(canvas.width, canvas.height));
      return { grid: gridOfView(canvas, pixels), pixels };
    }
    const { view, size } = wholeOf(state.about), by = times(size[0], size[1]);
    return { grid: gridOfCells(view, size.map(cells => Math.max(2, Math.round(cells/by)))), pixels: by };
  }
}
