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

self.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.endsWith("/recipe.json")) return;
  event.respondWith(caches.open(NAME).then(cache => cache.match(event.request, { ignoreSearch: true }))
    .then(kept => kept ?? fetch(event.request)));
});
