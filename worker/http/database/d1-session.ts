import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'hono';
import type { AppEnv } from '../../context.ts';
import { readSignedCookie, writeSignedCookie } from '../security/signed-cookie.ts';

/**
 * A browser gets this cookie after a write that changed public pages. The cookie holds the write's D1 bookmark. Its
 * lifetime is longer than replicas lag and longer than cached pages stay fresh.
 */
export const BOOKMARK = { name: 'vouch-bookmark', seconds: 60 };

interface Running {
  /** A bookmark, or where the first statement may run: `first-primary` or `first-unconstrained`. */
  constraint: string;
  session?: D1DatabaseSession;
  changesPages?: boolean;
}

const running = new AsyncLocalStorage<Running>();

export function inSession(db: D1Database): D1Database {
  const current = () => {
    const now = running.getStore();
    return now ? (now.session ??= db.withSession(now.constraint)) : db;
  };
  const both: Pick<D1Database, 'prepare' | 'batch'> = {
    prepare: (sql) => current().prepare(sql),
    batch: (statements) => current().batch(statements),
  };
  return both as D1Database;
}

/** Runs a write on the primary database. If it changes public pages, the browser's next reads see the change. */
export async function asWrite(c: Context<AppEnv>, write: () => Promise<void>): Promise<void> {
  const own: Running = { constraint: 'first-primary' };
  await running.run(own, write);
  const bookmark = own.changesPages ? own.session?.getBookmark() : null;
  if (bookmark) await writeSignedCookie(c, BOOKMARK, bookmark);
}

export function changePages(): void {
  const now = running.getStore();
  if (now) now.changesPages = true;
}

/**
 * Runs a read. A replica may answer if it already has the changes that the browser made to public pages within the last
 * minute.
 */
export async function asPublicRead<T>(c: Context<AppEnv>, read: () => T): Promise<Awaited<T>> {
  // While the Worker renders a page, its calls for the page's data have no cookies, so they use the page's constraint.
  const constraint = (await bookmarkOf(c)) ?? running.getStore()?.constraint ?? 'first-unconstrained';
  return await running.run({ constraint }, read);
}

/** Returns the bookmark if the browser changed public pages within the last minute, and otherwise null. */
export function bookmarkOf(c: Context<AppEnv>): Promise<string | null> {
  return readSignedCookie(c, BOOKMARK);
}
