/*
 * Keeps what was seen for when there is no network. The build's id is in this script's address, so every deploy is a new worker
 * with a new store; pages are always asked of the network first, so no deploy is ever hidden behind an old shell.
 */
const STORE = `vouch-${new URL(self.location.href).searchParams.get('v')}`;
const ALWAYS = ['/offline.htm', '/offline.css', '/favicon.svg'];
const PUBLIC_DATA = /^\/api\/(home|venues|events(\/[a-z0-9-]+)?)$/;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(ALWAYS))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith('vouch-') && name !== STORE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** A page says what it was made of, because it was fetched before this worker stood. */
self.addEventListener('message', (event) => {
  if (!Array.isArray(event.data?.seen)) return;
  event.waitUntil(
    caches.open(STORE).then((store) => Promise.allSettled(event.data.seen.map(async (path) => (await store.match(path)) ?? store.add(path)))),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || request.headers.has('range')) return;
  if (request.mode === 'navigate') event.respondWith(networkFirst(request, '/offline.htm'));
  else if (PUBLIC_DATA.test(url.pathname)) event.respondWith(networkFirst(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(storeFirst(request));
});

async function networkFirst(request, instead) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await store.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = (await store.match(request)) ?? (instead && (await store.match(instead)));
    if (kept) return kept;
    throw error;
  }
}

async function storeFirst(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await store.put(request, answer.clone());
  return answer;
}
