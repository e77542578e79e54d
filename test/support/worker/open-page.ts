import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import shell from '../../../web/index.html?raw';
import worker from '../../../worker/index.ts';
import { countD1 } from './count-d1.ts';

/** Serves assets like an empty build: the HTML shell at `/`, and an empty manifest. */
export const ASSETS = {
  fetch: async (at: Request | URL) => {
    const { pathname } = new URL(at instanceof Request ? at.url : at);
    if (pathname === '/') return new Response(shell, { headers: { 'Content-Type': 'text/html' } });
    return pathname === '/assets/manifest.json' ? Response.json({}) : new Response(null, { status: 404 });
  },
} as unknown as Fetcher;

export async function open(path: string, init: RequestInit = {}, database = env.DB) {
  const { db, cost } = countD1(database);
  const ctx = createExecutionContext();
  const request = new Request(`http://vouch.test${path}`, init);
  const answer = await worker.fetch(request, { ...env, ASSETS, DB: db }, ctx);
  const html = await answer.text();
  await waitOnExecutionContext(ctx);
  return { answer, html, cost };
}
