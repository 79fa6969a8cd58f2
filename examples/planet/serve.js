/* A small server of files that answers requests for a part of one, as archives need them: node serve.js FOLDER [PORT]. */
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css",
  ".burl": "text/plain; charset=utf-8" };

/** The first and last byte of those that are asked for; null: all. */
function rangeOf(header, size) {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header ?? "") ?? [];
  return first === undefined ? null : [Number(first), Math.min(last ? Number(last) : size - 1, size - 1)];
}

function answer(folder, request, reply) {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://page").pathname));
  const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
  const about = statSync(file, { throwIfNoEntry: false });
  if (!about?.isFile()) return reply.writeHead(404).end();
  const range = rangeOf(request.headers.range, about.size), [first, last] = range ?? [0, about.size - 1];
  const headers = { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "accept-ranges": "bytes",
    "cache-control": "no-cache", "content-length": last - first + 1 };
  if (range && first > last) return reply.writeHead(416, { "content-range": `bytes */${about.size}` }).end();
  if (range) headers["content-range"] = `bytes ${first}-${last}/${about.size}`;
  reply.writeHead(range ? 206 : 200, headers);
  if (about.size === 0 || request.method === "HEAD") reply.end();
  else createReadStream(file, { start: first, end: last }).pipe(reply);
}

/** Serves the folder to this machine alone; port 0: any. */
export function serve(folder, port) {
  return createServer((request, reply) => {
    try {
      answer(folder, request, reply);
    } catch {
      reply.writeHead(400).end(); // an address that can't be decoded
    }
  }).listen(port, "127.0.0.1");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = ".", port = "8080"] = process.argv.slice(2);
  serve(folder, Number(port))
    .on("listening", () => console.log(`http://127.0.0.1:${port}/`))
    .on("error", (error) => {
      console.error(`port ${port}: ${error.message}; node serve.js FOLDER PORT takes another`);
      process.exitCode = 1;
    });
}
