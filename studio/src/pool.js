/* A pool of workers.  What is asked for under a key that is asked for again is stale: it leaves the queue, or its worker is
 * ended where it has been at it for long.  What is drawn goes with each. */
import { state } from "./state.js";

const PATIENCE_MS = 400; /* how long a stale request may go on before its worker is ended */

export class Stale extends Error {}

export class Pool {
  /** @param {WebAssembly.Module} module @param {number} size */
  constructor(module, size) {
    this.module = module;
    this.queue = [];
    this.workers = Array.from({ length: size }, () => this.#start());
    this.generations = new Map();
    this.next = 1;
  }

  #start() {
    const worker = new Worker("worker.js", { type: "module" });
    const slot = { worker, job: null };
    worker.onmessage = ({ data }) => this.#answered(slot, data);
    worker.onerror = event => this.#failed(slot, event.message);
    worker.postMessage({ module: this.module });
    return slot;
  }

  #answered(slot, data) {
    if (data.ready) {
      if (!slot.job) this.#work();
      return;
    }
    const job = slot.job;
    slot.job = null;
    if (job?.isStale) job.reject(new Stale());
    else if (data.error) job?.reject(Object.assign(new Error(data.error.message), data.error));
    else job?.resolve(data.answer);
    this.#work();
  }

  /** A worker that broke, as by running out of memory, is replaced. */
  #failed(slot, message) {
    slot.job?.reject(new Error(message || "the worker ended: out of memory?"));
    this.#replace(slot);
  }

  #replace(slot) {
    slot.worker.terminate();
    this.workers[this.workers.indexOf(slot)] = this.#start();
  }

  #work() {
    for (const slot of this.workers) {
      if (slot.job) continue;
      const job = this.queue.shift();
      if (!job) return;
      slot.job = job;
      slot.worker.postMessage({ ...job.request, id: job.id });
    }
  }

  /** Drops what was asked for under the key. */
  cancel(key) {
    this.generations.set(key, (this.generations.get(key) ?? 0) + 1);
    const [stale, rest] = [this.queue.filter(job => job.key === key), this.queue.filter(job => job.key !== key)];
    this.queue = rest;
    for (const job of stale) job.reject(new Stale());
    for (const slot of this.workers) {
      if (slot.job?.key !== key || slot.job.isStale) continue;
      slot.job.isStale = true;
      const job = slot.job;
      setTimeout(() => {
        if (slot.job !== job) return;
        job.reject(new Stale());
        this.#replace(slot);
      }, PATIENCE_MS);
    }
  }

  /** Asks for something; the answer, or an error with the recipe's place in it, or Stale. */
  ask(key, request, { first = false } = {}) {
    return new Promise((resolve, reject) => {
      const job = { key, request: { drawings: state.drawings, ...request }, id: this.next++, resolve, reject, isStale: false };
      if (first) this.queue.unshift(job);
      else this.queue.push(job);
      this.#work();
    });
  }

  /** How many answers are still to come. */
  get size() {
    return this.queue.length + this.workers.filter(slot => slot.job).length;
  }

  /** Samples of a grid of two dimensions by all workers at once, a strip each: { samples, channels }. */
  async grid(key, request, grid) {
    const [columns, rows] = grid.size, each = Math.ceil(rows/this.workers.length);
    const starts = Array.from({ length: Math.ceil(rows/each) }, (_, i) => i*each);
    const strips = await Promise.all(starts.map(y =>
      this.ask(key, { task: "grid", ...request, grid: { ...grid, size: [columns, Math.min(each, rows - y)], first: [0, y] } })));
    const { channels } = strips[0];
    const samples = new Float32Array(columns*rows*channels);
    strips.forEach((strip, i) => samples.set(strip.samples, starts[i]*columns*channels));
    return { samples, channels };
  }

  get isBusy() {
    return this.size > 0;
  }
}
