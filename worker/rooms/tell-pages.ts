import { log } from '../http/log.ts';
import type { Db } from '../context.ts';
import { eventPaths, purgePaths } from '../http/answers/purge-cache.ts';
import { type ChangedEvent, runWrites, type Write } from '../http/database/batch.ts';
import { announceListings } from './ask-room.ts';

/** The Worker may make 1,000 calls for one HTTP request. Each event takes five: four cached pages and one room. */
const MOST_TOLD = 150;

interface TellContext {
  env: Env;
  req: { url: string };
  executionCtx: { waitUntil: (work: Promise<unknown>) => void };
}

/**
 * Purges the events' cached pages before the response. After the response, asks the events' rooms to announce that the
 * listings have changed.
 */
export async function tellPages(c: TellContext, changed: readonly ChangedEvent[]): Promise<void> {
  if (changed.length === 0) return;
  const told = mostOf(changed);
  await purgePaths(new URL(c.req.url).origin, pathsOf(told));
  c.executionCtx.waitUntil(announceAll(c.env, told));
}

/** Like `tellPages`, for background work. Also waits for the calls to the rooms. */
export async function tellPagesOf(env: Env, changed: readonly ChangedEvent[]): Promise<void> {
  if (changed.length === 0) return;
  const told = mostOf(changed);
  await purgePaths(new URL(env.SITE_URL).origin, pathsOf(told));
  await announceAll(env, told);
}

export async function runAndTell(
  c: TellContext & { get: (key: 'db') => Db },
  writes: readonly Write[],
): Promise<unknown[]> {
  const { answers, changed } = await runWrites(c.get('db'), writes);
  await tellPages(c, changed);
  return answers;
}

/** Leaves out events beyond the limit. Their pages update within 30 s, when the shared cache expires. */
function mostOf(changed: readonly ChangedEvent[]): readonly ChangedEvent[] {
  if (changed.length > MOST_TOLD)
    log('warn', 'too many events to tell at once', { changed: changed.length, told: MOST_TOLD });
  return changed.slice(0, MOST_TOLD);
}

const pathsOf = (changed: readonly ChangedEvent[]) => eventPaths(changed.map(({ slug }) => slug));

/** A failure does not undo the write: open pages show the change when they next read the listings. */
async function announceAll(env: Env, changed: readonly ChangedEvent[]): Promise<void> {
  const told = await Promise.allSettled(changed.map(({ id }) => announceListings(env, id)));
  for (const [at, { status }] of told.entries()) {
    if (status === 'rejected') log('warn', 'listings not announced', { event_id: changed[at]!.id });
  }
}
