import type { Context } from 'hono';
import type { AppEnv } from '../context.ts';
import { log } from '../http/log.ts';
import { eventPaths, purgePaths, purgePublic } from '../http/public-cache.ts';
import { announceListings } from './ask-room.ts';

/** The night a change of stock belongs to. */
export interface ChangedEvent {
  id: string;
  slug: string;
}

/**
 * A request makes a thousand calls at most, and a night costs five: four copies to forget, one room to tell. What changes more at once is
 * past it, and the rest follows with the next read, within the shared cache's 30 s; better than a failure after the write.
 */
const MOST_TOLD = 150;

/** After a request moved stock: forgets the cached pages before the answer goes out, and tells the open ones behind it. */
export async function tellPages(c: Context<AppEnv>, changed: readonly ChangedEvent[]): Promise<void> {
  if (changed.length === 0) return;
  const told = mostOf(changed);
  await purgePublic(c, pathsOf(told));
  c.executionCtx.waitUntil(announceAll(c.env, told));
}

/** The same for work that no request asked for. */
export async function tellPagesOf(env: Env, changed: readonly ChangedEvent[]): Promise<void> {
  if (changed.length === 0) return;
  const told = mostOf(changed);
  await purgePaths(new URL(env.SITE_URL).origin, pathsOf(told));
  await announceAll(env, told);
}

function mostOf(changed: readonly ChangedEvent[]): readonly ChangedEvent[] {
  if (changed.length > MOST_TOLD) log('warn', 'too many nights to tell at once', { changed: changed.length, told: MOST_TOLD });
  return changed.slice(0, MOST_TOLD);
}

const pathsOf = (changed: readonly ChangedEvent[]) => eventPaths(changed.map(({ slug }) => slug));

/** The write stands whether or not a room hears of it; a page that missed it learns at its next read. */
async function announceAll(env: Env, changed: readonly ChangedEvent[]): Promise<void> {
  const told = await Promise.allSettled(changed.map(({ id }) => announceListings(env, id)));
  for (const [at, { status }] of told.entries()) {
    if (status === 'rejected') log('warn', 'listings not announced', { event_id: changed[at]!.id });
  }
}
