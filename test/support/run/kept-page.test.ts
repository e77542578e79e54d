import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const WORKER = readFileSync(new URL('../../../web/public/sw.js', import.meta.url), 'utf8');

/**
 * Sends a message to the service worker and returns the pages that it stores, by path. The service worker gets `html`
 * for each page that it loads.
 */
async function storedAfter(data: object, html: string): Promise<Record<string, string>> {
  const stored: Record<string, string> = {};
  const listeners: Record<string, (event: object) => void> = {};
  const store = {
    put: async (path: string, page: Response) => {
      stored[path] = await page.text();
    },
  };
  const waited: Promise<unknown>[] = [];
  runInNewContext(WORKER, {
    URL,
    Response,
    self: {
      location: new URL('http://vouch.test/sw.js?v=1'),
      addEventListener: (name: string, listener: (event: object) => void) => {
        listeners[name] = listener;
      },
    },
    caches: { open: async () => store },
    fetch: async () => new Response(html),
  });
  listeners['message']!({ data, waitUntil: (work: Promise<unknown>) => waited.push(work) });
  await Promise.all(waited);
  return stored;
}

const query = (key: string, data: unknown) => ({ queryKey: [key], queryHash: `["${key}"]`, state: { data } });
const page = (cache: object) =>
  `<main></main><script type="application/json" id="query-cache">${JSON.stringify(cache).replaceAll('<', String.raw`\u003c`)}</script>`;

test('the stored page of My tickets has the launch switches for the navigation bar, but no other server data', async () => {
  const bar = query('bar', { 'my-tickets': true, words: '</script>' });
  const whole = page({ mutations: [], queries: [query('mine', 'a secret'), bar] });
  expect(await storedAfter({ keepsTickets: true }, whole)).toEqual({
    '/my-tickets': page({ mutations: [], queries: [bar] }),
  });
  const empty = '<script type="application/json" id="query-cache"></script>';
  expect(await storedAfter({ keepsTickets: true }, empty)).toEqual({ '/my-tickets': empty });
});
