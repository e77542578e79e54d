/*
 * Keeps copies of visited pages for offline use. The build's id is in the URL of this script, so every deploy is a new
 * worker with a new store. Pages are always loaded from the network first, so an old copy never hides a deploy.
 *
 * Keeps public content, and private pages only without data: the pages of passes and doors, and the page of tickets
 * once a ticket was opened on this device. Never keeps a ticket, an answer of the auth service, or an answer with
 * `no-store`.
 */
const STORE = `vouch-${new URL(self.location.href).searchParams.get('v')}`;
const ALWAYS = ['/offline.htm', '/offline.css', '/favicon.svg'];
const PUBLIC_PAGE = /^\/(events(\/[a-z0-9-]+)?|venues(\/[a-z0-9-]+)?|terms|privacy)?$/;
const PUBLIC_DATA = /^\/api\/(home|venues|events(\/[a-z0-9-]+)?)$/;
const TICKETS_PAGE = '/my-tickets';
let keepsTickets = false;
const FILE = /^\/(assets|posters)\//;
/** The empty pages of a pass and of a door, which are opened without a connection. What they show is kept elsewhere. */
const EMPTY_PAGE = /^\/(pass|door)\/[\w-]+$/;

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

/**
 * Pages send the files they loaded before this worker was active, and report that a ticket was opened or that the
 * person has signed out.
 */
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.seen)) event.waitUntil(Promise.allSettled(event.data.seen.map(keepUnlessKept)));
  if (event.data?.keepsTickets === true) event.waitUntil(keepTicketsPage());
  if (event.data?.signedOut === true) {
    keepsTickets = false;
    event.waitUntil(forgetPrivate());
  }
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || request.headers.has('range')) return;
  if (url.pathname.startsWith('/auth/')) return;
  if (request.mode === 'navigate') event.respondWith(networkFirst(request, '/offline.htm'));
  else if (PUBLIC_DATA.test(url.pathname)) event.respondWith(networkFirst(request));
  else if (FILE.test(url.pathname) || ALWAYS.includes(url.pathname)) event.respondWith(storeFirst(request));
});

/** Shows every push message, because a browser ends the subscription of a site that receives messages silently. */
self.addEventListener('push', (event) => {
  const { title = 'Vouch', body = 'You have news.', navigate, tag } = newsOf(event.data);
  const shown = { body, tag, icon: '/icon-192.png', data: { navigate } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

/** A tap opens the notification's page, in an open tab of the site if there is one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openScreen(event.notification.data?.navigate));
});

function newsOf(data) {
  try {
    return data.json().notification ?? {};
  } catch {
    return {};
  }
}

async function openScreen(navigate) {
  const url = new URL(navigate ?? '/notifications', self.location.origin);
  const address = url.origin === self.location.origin ? url.href : `${self.location.origin}/notifications`;
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ focused }) => focused) ?? tabs[0];
  if (!tab) return self.clients.openWindow(address);
  // A browser may refuse to bring a tab to the front, and a tab that an older worker controls cannot be navigated.
  await tab.focus().catch(() => undefined);
  return tab.navigate(address).catch(() => self.clients.openWindow(address));
}

/** A page with a query is not kept, because a query can hold a secret. Offline, the page without the query is shown. */
function isPublic(address) {
  const { pathname, search } = new URL(address, self.location.origin);
  return ALWAYS.includes(pathname) || FILE.test(pathname) || PUBLIC_DATA.test(pathname) || (PUBLIC_PAGE.test(pathname) && search === '');
}

const isEmptyPage = (address) => EMPTY_PAGE.test(new URL(address, self.location.origin).pathname);

async function keep(store, request, answer) {
  const mayStay = answer.status === 200 && !answer.headers.get('Cache-Control')?.includes('no-store');
  if (mayStay && (isPublic(request.url ?? request) || isEmptyPage(request.url ?? request))) await store.put(request, answer.clone());
}

async function keepUnlessKept(path) {
  const store = await caches.open(STORE);
  if ((isPublic(path) || isEmptyPage(path)) && !(await store.match(path))) await keep(store, path, await fetch(path));
}

/** The element of a page that holds the data from the server. */
const CACHE = /(<script[^>]* id="query-cache"[^>]*>)([^<]*)/;

/** What the bar needs of a page's data: which places are open. */
function barOnly(json) {
  if (json === '') return '';
  const queries = JSON.parse(json).queries.filter(({ queryKey }) => queryKey[0] === 'bar');
  return JSON.stringify({ mutations: [], queries }).replaceAll('<', '\\u003c');
}

/**
 * Keeps the page without the data that the server put into it, except for the bar. Offline, the page then asks for
 * data, gets none, and shows what this device keeps. Signing out removes it.
 */
async function keepTicketsPage() {
  keepsTickets = true;
  const answer = await fetch(TICKETS_PAGE, { credentials: 'omit' });
  if (answer.status !== 200) return;
  const html = (await answer.text()).replace(CACHE, (_, tag, json) => tag + barOnly(json));
  const store = await caches.open(STORE);
  // The person may have signed out in the meantime.
  if (keepsTickets) await store.put(TICKETS_PAGE, new Response(html, { headers: answer.headers }));
}

async function forgetPrivate() {
  for (const name of await caches.keys()) {
    const store = await caches.open(name);
    for (const request of await store.keys()) if (!isPublic(request.url)) await store.delete(request);
  }
}

async function networkFirst(request, instead) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    await keep(store, request, answer);
    return answer;
  } catch (error) {
    const kept = (await store.match(request, { ignoreSearch: request.mode === 'navigate' })) ?? (instead && (await store.match(instead)));
    if (kept) return kept;
    throw error;
  }
}

async function storeFirst(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  await keep(store, request, answer);
  return answer;
}
