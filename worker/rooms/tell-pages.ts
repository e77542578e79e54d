import type { Context } from 'hono';
import type { AppEnv } from '../context.ts';
import { log } from '../http/log.ts';
import { eventPaths, purgePaths, purgePublic } from '../http/public-cache.ts';
import { announceListings } from './ask-room.ts';

/** The night a change of stock belongs to. */
export interface ChangedNight {
  id: string;
  slug: string;
}

/** After a request moved stock: forgets the cached pages before the answer goes out, and tells the open ones behind it. */
export async function tellPages(c: Context<AppEnv>, changed: readonly ChangedNight[]): Promise<void> {
  if (changed.length === 0) return;
  await purgePublic(c, pathsOf(changed));
  c.executionCtx.waitUntil(announceAll(c.env, changed));
}

/** The same for work that no request asked for. */
export async function tellPagesOf(env: Env, changed: readonly ChangedNight[]): Promise<void> {
  if (changed.length === 0) return;
  await purgePaths(new URL(env.SITE_URL).origin, pathsOf(changed));
  await announceAll(env, changed);
}

const pathsOf = (changed: readonly ChangedNight[]) => eventPaths(changed.map(({ slug }) => slug));

/** The write stands whether or not a room hears of it; a page that missed it learns at its next read. */
async function announceAll(env: Env, changed: readonly ChangedNight[]): Promise<void> {
  const told = await Promise.allSettled(changed.map(({ id }) => announceListings(env, id)));
  for (const [at, { status }] of told.entries()) {
    if (status === 'rejected') log('warn', 'listings not announced', { event_id: changed[at]!.id });
  }
}
