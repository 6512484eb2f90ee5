// The service worker of the page: after the first visit, the page opens without a network.
// @ts-check

const scope = /** @type {any} */ (self);
const NAME = `cpoker_fast ${VERSION}`;

scope.addEventListener("install", (event) => {
  const save = async () => {
    const cache = await caches.open(NAME);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
    await scope.skipWaiting();
  };
  event.waitUntil(save());
});

scope.addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== NAME && name.startsWith("cpoker_fast ")) await caches.delete(name);
    await scope.clients.claim();
  };
  event.waitUntil(clean());
});

// A page comes from the server if that answers, so that a new version is seen at once. The names of all other files change
// with their contents.
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("index.html")));
  else event.respondWith(caches.match(request).then((saved) => saved ?? fetch(request)));
});
