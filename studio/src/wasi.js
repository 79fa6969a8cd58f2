/* The system that burl's own commands find in a page: files in memory, a clock, and standard error, which is listened to.
 * As WASI's preview 1 says it, so far as they ask; command/wasi is the other side, with what WASI hasn't. */
import { Deflate } from "pako";

const OK = 0, BADF = 8, EXIST = 20, INVAL = 28, ISDIR = 31, NOENT = 44, NOSYS = 52;
const TERMINAL = 2, FOLDER = 3, FILE = 4; /* kinds */
const CREATE = 1, DIRECTORY = 2, EXCLUSIVE = 4, TRUNCATE = 8; /* how a file is opened */
const ROOT = 3; /* the descriptor of the folder in which all files lie */

class Exit extends Error {
  constructor(code) {
    super();
    this.code = code;
  }
}

/* ---- Files --------------------------------------------------------------------------------------- */

let serial = 1;

/** Bytes that grow: the first `size` of them are there. */
class File {
  constructor(bytes = new Uint8Array()) {
    Object.assign(this, { bytes, size: bytes.length, serial: serial++ });
  }

  resize(size) {
    if (size > this.bytes.length) {
      const larger = new Uint8Array(Math.max(size, 2*this.bytes.length, 4096));
      larger.set(this.bytes.subarray(0, this.size));
      this.bytes = larger;
    } else if (size < this.size) this.bytes.fill(0, size, this.size);
    this.size = size;
  }

  write(bytes, at) {
    if (at + bytes.length > this.size) this.resize(at + bytes.length);
    this.bytes.set(bytes, at);
  }

  get content() {
    return this.bytes.slice(0, this.size);
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

/* ---- The system ---------------------------------------------------------------------------------- */

/** Runs a program with these words and files, { name: bytes }.  say: is told what it writes on standard error, as it does.
 * @param {WebAssembly.Module} module @param {string[]} words @param {Record<string, Uint8Array>} given
 * @param {(text: string) => void} say
 * @returns {Promise<{ code: number, files: Record<string, Uint8Array> }>} its exit code, and all files that there are then */
export async function runProgram(module, words, given, say) {
  const system = new System(words, given, say);
  const instance = await WebAssembly.instantiate(module, system.imports());
  system.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
  let code = 0;
  try {
    /** @type {Function} */ (instance.exports._start)();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    code = error.code;
  }
  return { code, files: Object.fromEntries([...system.files].map(([name, file]) => [name, file.content])) };
}

class System {
  constructor(words, given, say) {
    const encoder = new TextEncoder();
    this.decoder = new TextDecoder();
    this.errors = new TextDecoder(); /* of standard error, whose letters may come in parts */
    this.say = say;
    this.arguments = words.map(word => encoder.encode(word + "\0"));
    this.environment = ["NO_COLOR=1"].map(text => encoder.encode(text + "\0"));
    this.files = new Map(Object.entries(given).map(([name, bytes]) => [name, new File(bytes)]));
    this.folders = new Set([""]);
    /** What is open: 0 to 2 standard input, output and error. @type {any[]} */
    this.open = [{ kind: FILE, file: new File(), at: 0 }, { kind: FILE, file: new File(), at: 0 }, { kind: TERMINAL }, { kind: FOLDER }];
    this.memory = /** @type {WebAssembly.Memory} */ (/** @type {any} */ (null));
  }

  /* ---- memory ---- */

  get view() {
    return new DataView(this.memory.buffer);
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  name(at, length) {
    const parts = this.decoder.decode(this.bytes(at, length)).split("/");
    return parts.filter(part => part && part !== ".").join("/");
  }

  /** The parts of the memory that a call reads or fills in turn. */
  parts(at, count) {
    const { view } = this;
    return Array.from({ length: count }, (_, i) => this.bytes(view.getUint32(at + 8*i, true), view.getUint32(at + 8*i + 4, true)));
  }

  number(at, value) {
    this.view.setUint32(at, value, true);
    return OK;
  }

  longNumber(at, value) {
    this.view.setBigUint64(at, BigInt(value), true);
    return OK;
  }

  putTexts(texts, addresses, at) {
    for (const text of texts) {
      this.number(addresses, at);
      this.bytes(at, text.length).set(text);
      [addresses, at] = [addresses + 4, at + text.length];
    }
    return OK;
  }

  putSizes(texts, count, size) {
    this.number(count, texts.length);
    return this.number(size, texts.reduce((sum, text) => sum + text.length, 0));
  }

  putStatus(at, kind, file) {
    this.bytes(at, 64).fill(0);
    this.longNumber(at + 8, file?.serial ?? 0);
    this.bytes(at + 16, 1)[0] = kind;
    this.longNumber(at + 24, 1); /* names */
    return this.longNumber(at + 32, file?.size ?? 0);
  }

  /* ---- descriptors ---- */

  add(entry) {
    const free = this.open.indexOf(null), number = free < 0 ? this.open.length : free;
    this.open[number] = entry;
    return number;
  }

  read(descriptor, parts, count, read, at = null) {
    const entry = this.open[descriptor];
    if (entry?.kind !== FILE) return BADF;
    let from = at ?? entry.at, sum = 0;
    for (const part of this.parts(parts, count)) {
      const piece = entry.file.bytes.subarray(from, Math.min(from + part.length, entry.file.size));
      part.set(piece);
      [from, sum] = [from + piece.length, sum + piece.length];
    }
    if (at === null) entry.at = from;
    return this.number(read, sum);
  }

  write(descriptor, parts, count, written) {
    const entry = this.open[descriptor];
    if (entry?.kind !== FILE && entry?.kind !== TERMINAL) return BADF;
    let sum = 0;
    for (const part of this.parts(parts, count)) {
      if (entry.kind === TERMINAL) this.say(this.errors.decode(part, { stream: true }));
      else entry.file.write(part, entry.at), entry.at += part.length;
      sum += part.length;
    }
    return this.number(written, sum);
  }

  openFile(name, how, descriptor) {
    let file = this.files.get(name);
    if (file && how & EXCLUSIVE) return EXIST;
    if (this.folders.has(name)) return this.number(descriptor, this.add({ kind: FOLDER }));
    if (!file && (how & DIRECTORY || !(how & CREATE) || !this.folders.has(name.split("/").slice(0, -1).join("/")))) return NOENT;
    if (!file) this.files.set(name, (file = new File()));
    if (how & TRUNCATE) file.resize(0);
    return this.number(descriptor, this.add({ kind: FILE, file, at: 0 }));
  }

  rename(from, to) {
    const file = this.files.get(from);
    if (!file) return NOENT;
    if (this.folders.has(to)) return ISDIR;
    this.files.delete(from);
    this.files.set(to, file);
    return OK;
  }

  deflate(settings) {
    const [next, left, to, room, window, windowLength, level, windowBits, memLevel, strategy, flush] =
      new Int32Array(this.memory.buffer, settings, 11);
    const dictionary = this.bytes(window >>> 0, windowLength >>> 0).slice(), bytes = this.bytes(next >>> 0, left >>> 0).slice();
    const pieces = deflated({ level, windowBits, memLevel, strategy, flush }, dictionary, bytes);
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (size >= room >>> 0) return 0;
    let at = to >>> 0;
    for (const piece of pieces) this.bytes(at, piece.length).set(piece), at += piece.length;
    return size;
  }

  /* ---- what is called ---- */

  imports() {
    const wasi = {
      args_sizes_get: (count, size) => this.putSizes(this.arguments, count, size),
      args_get: (addresses, at) => this.putTexts(this.arguments, addresses, at),
      environ_sizes_get: (count, size) => this.putSizes(this.environment, count, size),
      environ_get: (addresses, at) => this.putTexts(this.environment, addresses, at),
      clock_time_get: (_clock, _precision, at) => this.longNumber(at, Math.round(performance.now()*1e6)),
      proc_exit: code => {
        throw new Exit(code);
      },
      fd_prestat_get: (descriptor, at) => (descriptor === ROOT ? this.number(at, 0) || this.number(at + 4, 1) : BADF),
      fd_prestat_dir_name: (_descriptor, at) => {
        this.bytes(at, 1)[0] = 47; /* / */
        return OK;
      },
      fd_fdstat_get: (descriptor, at) => {
        const entry = this.open[descriptor];
        if (!entry) return BADF;
        this.bytes(at, 24).fill(0);
        this.bytes(at, 1)[0] = entry.kind;
        const all = 0x1fffffffn, noSeeking = 0x24n;
        this.view.setBigUint64(at + 8, entry.kind === TERMINAL ? all & ~noSeeking : all, true);
        return this.longNumber(at + 16, all);
      },
      fd_fdstat_set_flags: () => OK,
      fd_filestat_get: (descriptor, at) => {
        const entry = this.open[descriptor];
        return entry ? this.putStatus(at, entry.kind, entry.file) : BADF;
      },
      fd_filestat_set_size: (descriptor, size) => this.open[descriptor]?.file?.resize(Number(size)) ?? OK,
      fd_close: descriptor => {
        if (!this.open[descriptor]) return BADF;
        this.open[descriptor] = null;
        return OK;
      },
      fd_sync: () => OK,
      fd_seek: (descriptor, offset, from, at) => {
        const entry = this.open[descriptor];
        if (entry?.kind !== FILE) return BADF;
        const place = Number(offset) + [0, entry.at, entry.file.size][from];
        if (place < 0) return INVAL;
        entry.at = place;
        return this.longNumber(at, place);
      },
      fd_read: (descriptor, parts, count, read) => this.read(descriptor, parts, count, read),
      fd_pread: (descriptor, parts, count, offset, read) => this.read(descriptor, parts, count, read, Number(offset)),
      fd_write: (descriptor, parts, count, written) => this.write(descriptor, parts, count, written),
      path_create_directory: (_folder, at, length) => {
        const name = this.name(at, length);
        if (this.folders.has(name) || this.files.has(name)) return EXIST;
        this.folders.add(name);
        return OK;
      },
      path_filestat_get: (_folder, _flags, at, length, to) => {
        const name = this.name(at, length), file = this.files.get(name);
        if (file) return this.putStatus(to, FILE, file);
        return this.folders.has(name) ? this.putStatus(to, FOLDER, null) : NOENT;
      },
      path_open: (_folder, _flags, at, length, how, _rights, _inherited, _mode, descriptor) => this.openFile(this.name(at, length), how, descriptor),
      path_readlink: (_folder, at, length) => (this.files.has(this.name(at, length)) ? INVAL : NOENT), /* there are no links */
      path_rename: (_folder, from, fromLength, _other, to, toLength) => this.rename(this.name(from, fromLength), this.name(to, toLength)),
      path_unlink_file: (_folder, at, length) => (this.files.delete(this.name(at, length)) ? OK : NOENT),
    };
    const burl = {
      dup: descriptor => (this.open[descriptor] ? this.add(this.open[descriptor]) : -1),
      deflate: settings => this.deflate(settings),
    };
    const missing = { get: (calls, name) => calls[name] ?? (() => NOSYS) };
    return { wasi_snapshot_preview1: new Proxy(wasi, missing), burl };
  }
}
