/* A WebP that moves: the browser encodes each picture, and this puts them one after another, as WebP's container has it
 * (Google, WebP Container Specification). */

const ALPHA = 16, ANIMATION = 2, NOT_BLENDED = 2;

const letters = text => Uint8Array.from(text, c => c.charCodeAt(0));
const nameAt = (bytes, at) => String.fromCharCode(...bytes.subarray(at, at + 4));

/** A number in so many bytes, the lowest first. */
const little = (number, count) => Uint8Array.from({ length: count }, (_, i) => Math.floor(number/256 ** i) & 255);

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) all.set(part, at), at += part.length;
  return all;
}

const chunk = (name, data) => joined([letters(name), little(data.length, 4), data, new Uint8Array(data.length & 1)]);

/** The chunks of a still picture that hold its pixels. */
function pixelChunks(bytes) {
  const chunks = [];
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = new DataView(bytes.buffer, bytes.byteOffset + at + 4, 4).getUint32(0, true), end = at + 8 + size + (size & 1);
    if (/^(VP8 |VP8L|ALPH)$/.test(nameAt(bytes, at))) chunks.push(bytes.subarray(at, end));
    at = end;
  }
  return joined(chunks);
}

/** One of the pictures, { bytes, width, height }, each shown for so long, over and over.
 * @param {Uint8Array[]} stills */
export function movingWebp(stills, { width, height, milliseconds }) {
  const size = [...little(width - 1, 3), ...little(height - 1, 3)];
  const head = chunk("VP8X", Uint8Array.from([ANIMATION | ALPHA, 0, 0, 0, ...size]));
  const forever = chunk("ANIM", new Uint8Array(6)); /* on nothing, without end */
  const frame = bytes => chunk("ANMF", joined([new Uint8Array(6), Uint8Array.from(size), little(milliseconds, 3),
    Uint8Array.of(NOT_BLENDED), pixelChunks(bytes)]));
  const body = joined([letters("WEBP"), head, forever, ...stills.map(frame)]);
  return joined([letters("RIFF"), little(body.length, 4), body]);
}

/** A .png's picture as a still WebP; quality: from 0 to 1, which is without loss.
 * @param {Uint8Array<ArrayBuffer>} png */
export async function stillWebp(png, quality) {
  const bitmap = await createImageBitmap(new Blob([png], { type: "image/png" }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality });
  if (blob.type !== "image/webp") throw new Error("this browser writes no WebP: take .gif, or frames");
  return { bytes: new Uint8Array(await blob.arrayBuffer()), width: bitmap.width, height: bitmap.height };
}
