/* The worker in which burl's own commands run, over files in memory.  See make.js. */
import { zipSync } from "fflate";
import { Folder, runProgram } from "./wasi.js";

const PACKED = /\.(png|gif|webp|glb|zip)$/; /* what a zip can't make smaller */

/** @type {Promise<WebAssembly.Module> | null} */
let commands = null;

/** Hands on what a command writes on standard error: its bar as numbers, and its lines. */
class Listener {
  rest = "";
  said = [];

  constructor(progress) {
    this.progress = progress;
  }

  hear(text) {
    const pieces = (this.rest + text).split(/(?<=[\r\n])/);
    this.rest = /[\r\n]$/.test(pieces.at(-1)) ? "" : pieces.pop();
    for (const piece of [...pieces, this.rest]) {
      const done = /^\s*(\d+) % \[/.exec(piece)?.[1];
      if (done) this.progress(Number(done)/100);
      const line = done ? /burl \w+: .*/.exec(piece)?.[0] : piece.trim(); /* what ends a command is said behind its bar */
      if (piece.endsWith("\n") && line) this.said.push(line);
    }
  }
}

/** A zip with the same bytes whenever it is made. */
function zipOf(files) {
  const mtime = new Date(1980, 0, 1);
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, [bytes, { mtime, level: PACKED.test(name) ? 0 : 6 }]])));
}

/** Runs the command lines one after another, each with the files that those before it made. */
async function run({ lines, given, zip }) {
  const module = await (commands ??= WebAssembly.compileStreaming(fetch("commands.wasm")));
  const folder = new Folder(given);
  const listener = new Listener(share => self.postMessage({ progress: (index + share)/lines.length }));
  let index = 0;
  for (; index < lines.length; index++) {
    const code = await runProgram(module, lines[index], folder, text => listener.hear(text));
    if (code) throw new Error(listener.said.join("\n") || `burl ended with ${code}`);
  }
  const made = Object.fromEntries(Object.entries(folder.files).filter(([name]) => !Object.hasOwn(given, name)));
  return { files: zip ? { [zip]: zipOf(made) } : made, said: listener.said };
}

self.onmessage = async ({ data }) => {
  try {
    const answer = await run(data);
    self.postMessage({ answer }, { transfer: Object.values(answer.files).map(bytes => bytes.buffer) });
  } catch (error) {
    self.postMessage({ error: String(error?.message ?? error) });
  }
};
