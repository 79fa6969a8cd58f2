/* Files as burl's own commands make them: its program runs in a worker, which is loaded when something is first made, and
 * ended where it is stopped. */
import { fileName } from "./files.js";
import { state } from "./state.js";

export class Stopped extends Error {
  constructor() {
    super("stopped: nothing was saved");
  }
}

/** The files that a command line of the page finds: the recipe, and what was drawn. */
function givenFiles() {
  const encoder = new TextEncoder();
  const drawn = Object.entries(JSON.parse(state.drawings || "{}")).map(([name, geojson]) => [name, encoder.encode(JSON.stringify(geojson))]);
  return { ...Object.fromEntries(drawn), [fileName("burl")]: encoder.encode(state.text) };
}

export class Maker {
  /** @type {Worker | null} */
  #worker = null;
  #reject = null;

  /** The files that command lines make, { name: bytes }, or the zip of this name with all of them; and what they say.
   * progress: is told what is done, from 0 to 1.
   * @param {{ lines: string[][], zip?: string | null }} wanted
   * @returns {Promise<{ files: Record<string, Uint8Array>, said: string[] }>} */
  make({ lines, zip = null }, progress) {
    const worker = this.#worker ??= new Worker("maker.js", { type: "module" });
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      worker.onmessage = ({ data }) => {
        if (data.progress !== undefined) progress(data.progress);
        else if (data.error) reject(new Error(data.error));
        else resolve(data.answer);
      };
      worker.onerror = event => {
        this.#end();
        reject(new Error(event.message || "the worker ended: out of memory?"));
      };
      worker.postMessage({ lines, zip, given: givenFiles() });
    });
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  stop() {
    this.#end();
    this.#reject?.(new Stopped());
  }
}
