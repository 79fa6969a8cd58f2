/* The page without a network: the build's files are kept, and handed out from there. */
const NAME = "burl-VERSION";
const FILES = [/* files */];

self.addEventListener("install", event => {
  event.waitUntil(caches.open(NAME).then(cache => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", event => {
  const drop = caches.keys().then(names => Promise.all(names.filter(name => name !== NAME).map(name => caches.delete(name))));
  event.waitUntil(drop.then(() => self.clients.claim()));
});

/** What was kept of an answer; else a new one. */
async function keptAnswer(request) {
  const cache = await caches.open(NAME);
  return await cache.match(request, { ignoreSearch: true }) ?? fetch(request);
}

/** The recipe of burl studio, which is another one each time; without it there is none. */
function recipeAnswer(request) {
  return fetch(request).catch(() => Response.json(null));
}

self.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  event.respondWith(url.pathname.endsWith("/recipe.json") ? recipeAnswer(event.request) : keptAnswer(event.request));
});
