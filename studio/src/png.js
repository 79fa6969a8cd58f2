/* A picture as the tool writes it: the same pixels, and the same text of how it was made. */
import { encode } from "fast-png";

/** A number as C's %.17g prints it, and jansson finishes it: always with a point or an exponent. */
export function real(value) {
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const exponent = Number(value.toExponential(16).split("e")[1]);
  if (exponent < -4 || exponent >= 17) {
    const [digits, power] = value.toExponential(16).split("e");
    return `${digits.replace(/\.?0+$/, "")}e${Number(power)}`;
  }
  const text = value.toFixed(Math.min(100, Math.max(0, 16 - exponent)));
  const short = text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
  return short.includes(".") ? short : `${short}.0`;
}

/** How a picture was made, as JSON in the tool's order and form. */
export function provenanceOf({ version, outputVersion, text, result, seed, params, time, size, extent, samples, range, depth }) {
  const list = (values, form) => `[${values.map(form).join(", ")}]`;
  const knobs = params.map(({ name, value }) => `${JSON.stringify(name)}: ${real(value)}`).join(", ");
  const fields = [
    `"burl": ${JSON.stringify(version)}`, `"output_version": ${outputVersion}`, `"recipe": ${JSON.stringify(text)}`,
    ...(result ? [`"result": ${JSON.stringify(result)}`] : []),
    `"seed": ${JSON.stringify(seed)}`, `"knobs": {${knobs}}`, `"time": ${real(time)}`,
    `"size": ${list(size, String)}`, `"extent": ${list(extent, real)}`, '"edge": "cell"',
    ...(samples > 1 ? [`"samples": ${samples}`] : []),
    ...(range ? [`"range": ${list(range, real)}`] : []), `"depth": ${depth}`,
  ];
  return `{${fields.join(", ")}}`;
}

/** The whole numbers that samples become between lo and hi, from 0 to full. */
export function integersOf(samples, channels, range, full) {
  const [lo, hi] = range;
  const to = full > 255 ? new Uint16Array(samples.length) : new Uint8Array(samples.length);
  const [low, high] = channels === 1 ? [lo, hi] : [0, 1];
  for (let i = 0; i < samples.length; i++) {
    let value = (samples[i] - low)/(high - low)*full + 0.5;
    value = value > 0 ? value : 0;
    to[i] = Math.trunc(value < full + 0.5 ? value : full + 0.5);
  }
  return to;
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function chunkOf(type, data) {
  const chunk = new Uint8Array(12 + data.length);
  const numbers = new DataView(chunk.buffer);
  numbers.setUint32(0, data.length);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(data, 8);
  numbers.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

/** A PNG with a text under the tool's keyword. */
export function pngOf({ data, width, height, channels, depth }, provenance) {
  const bytes = encode({ width, height, data, channels, depth });
  const behindHead = 8 + 25;
  const text = new TextEncoder().encode(`burl\0\0\0\0\0${provenance}`);
  return new Blob([bytes.subarray(0, behindHead), chunkOf("sRGB", new Uint8Array(1)), chunkOf("iTXt", text),
    bytes.subarray(behindHead)], { type: "image/png" });
}

/** The text that burl put into a PNG; null: there is none. */
export function provenanceIn(bytes) {
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = "burl\0\0\0\0\0";
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = numbers.getUint32(at);
    if (at + 12 + length > bytes.length) return null;
    const type = new TextDecoder("latin1").decode(bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === "iTXt" && new TextDecoder("latin1").decode(data.subarray(0, head.length)) === head)
      return JSON.parse(new TextDecoder().decode(data.subarray(head.length)));
    at += 12 + length;
  }
  return null;
}

/** An array as NumPy reads it: float32, rows first. */
export function npyOf(samples, shape) {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(", ")}${shape.length === 1 ? "," : ""}), }`;
  const padded = `${text.padEnd(Math.ceil((text.length + 11)/64)*64 - 11)}\n`;
  const head = new Uint8Array(10 + padded.length);
  head.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, padded.length & 255, padded.length >> 8]);
  head.set(new TextEncoder().encode(padded), 10);
  return new Blob([head, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)]);
}
