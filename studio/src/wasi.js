/* The system that burl's own commands find in a page: files in memory, a clock, and standard error, which is listened to.
 * @bjorn3/browser_wasi_shim is WASI's preview 1; here is what it lacks: files that grow without being copied at each
 * write, and command/wasi's imports, dup() and zlib's deflate. */
import { ConsoleStdout, Directory, File, OpenFile, PreopenDirectory, WASI, wasi } from "@bjorn3/browser_wasi_shim";
import { Deflate } from "pako";

/* ---- Files --------------------------------------------------------------------------------------- */

const MOST_BYTES = 2 ** 30; /* of a file: pages have few gigabytes */

/** A file whose memory doubles when it is full: a C library writes a kilobyte at a time. */
class GrowingFile extends File {
  grow(size) {
    let { buffer } = this.data;
    if (size > buffer.byteLength) {
      buffer = new ArrayBuffer(Math.max(size, 2*buffer.byteLength, 4096));
      new Uint8Array(buffer).set(this.data);
    }
    this.data = new Uint8Array(buffer, 0, size);
  }

  stat() {
    return Object.assign(super.stat(), { nlink: 1n }); /* a temporary file with other names is not burl's own */
  }

  path_open(how, rights, flags) {
    const { ret } = super.path_open(how, rights, flags); /* truncates it */
    return { ret, fd_obj: new OpenGrowingFile(this) };
  }
}

class OpenGrowingFile extends OpenFile {
  fd_write(bytes) {
    const file = /** @type {GrowingFile} */ (this.file), at = Number(this.file_pos), end = at + bytes.length;
    if (end > MOST_BYTES) return { ret: wasi.ERRNO_FBIG, nwritten: 0 };
    if (end > file.data.length) file.grow(end);
    file.data.set(bytes, at);
    this.file_pos = BigInt(end);
    return { ret: wasi.ERRNO_SUCCESS, nwritten: bytes.length };
  }
}

/** The folder in which a program runs, with these files, { name: bytes }. */
export class Folder extends PreopenDirectory {
  constructor(files) {
    super("/", new Map());
    for (const [name, bytes] of Object.entries(files)) {
      name.split("/").slice(0, -1).forEach((_, i, parts) => this.path_create_directory(parts.slice(0, i + 1).join("/")));
      this.path_link(name, new GrowingFile(bytes), false);
    }
  }

  path_open(lookup, path, how, rights, inherited, flags) {
    const isNew = how & wasi.OFLAGS_CREAT && !(how & wasi.OFLAGS_DIRECTORY) && !this.path_lookup(path, lookup).inode_obj;
    if (isNew && this.path_link(path, new GrowingFile([]), false) === wasi.ERRNO_SUCCESS) how = 0;
    return super.path_open(lookup, path, how, rights, inherited, flags);
  }

  /** What is in it and in its folders. @returns {Record<string, Uint8Array<ArrayBuffer>>} */
  get files() {
    const listed = (folder, path) => [...folder.contents].flatMap(([name, entry]) =>
      (entry instanceof Directory ? listed(entry, `${path}${name}/`) : [[path + name, /** @type {File} */ (entry).data.slice()]]));
    return Object.fromEntries(listed(this.dir, ""));
  }
}

/* ---- Deflating ----------------------------------------------------------------------------------- */

/** What zlib makes of these bytes; flush: 2 up to a byte boundary, 4 to the end. */
function deflated({ level, windowBits, memLevel, strategy, flush }, dictionary, bytes) {
  const stream = new Deflate({ level, windowBits: Math.abs(windowBits), raw: windowBits < 0, memLevel, strategy,
    chunkSize: bytes.length + (bytes.length >> 3) + 8192, ...(dictionary.length ? { dictionary } : {}) });
  const pieces = [];
  stream.onData = piece => pieces.push(piece);
  stream.push(bytes, flush);
  return pieces;
}

/** Deflates what the z_stream of command/wasi/zlib.h at this address has; the result's length, 0: there is no room. */
function deflateStream(memory, address) {
  const bytes = (at, length) => new Uint8Array(memory.buffer, at >>> 0, length >>> 0);
  const [next, left, to, room, window, windowLength, level, windowBits, memLevel, strategy, flush] = new Int32Array(memory.buffer, address, 11);
  const settings = { level, windowBits, memLevel, strategy, flush };
  const pieces = deflated(settings, bytes(window, windowLength).slice(), bytes(next, left).slice());
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (size >= room >>> 0) return 0;
  let at = to >>> 0;
  for (const piece of pieces) bytes(at, piece.length).set(piece), at += piece.length;
  return size;
}

/* ---- The program --------------------------------------------------------------------------------- */

/** Runs a program with these words in a folder.  say: is told what it writes on standard error, as it does.
 * @param {WebAssembly.Module} module @param {string[]} words @param {Folder} folder @param {(text: string) => void} say
 * @returns {Promise<number>} its exit code */
export async function runProgram(module, words, folder, say) {
  const decoder = new TextDecoder(); /* letters may come in parts */
  const errors = new ConsoleStdout(bytes => say(decoder.decode(bytes, { stream: true })));
  const open = [new OpenFile(new File([])), new OpenFile(new File([])), errors, folder];
  const system = new WASI(words, ["NO_COLOR=1"], open, { debug: false });
  const burl = {
    dup: descriptor => (system.fds[descriptor] ? system.fds.push(system.fds[descriptor]) - 1 : -1),
    deflate: address => deflateStream(instance.exports.memory, address),
  };
  const instance = /** @type {any} */ (await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system.wasiImport, burl }));
  return system.start(instance);
}
