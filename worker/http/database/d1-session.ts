import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'hono';
import type { AppEnv } from '../../context.ts';
import { readSignedCookie, writeSignedCookie } from '../security/signed-cookie.ts';

/**
 * The bookmark of a person's last write that public pages show. Longer than a replica is behind, and than any cache
 * keeps an answer as new.
 */
export const BOOKMARK = { name: 'vouch-bookmark', seconds: 60 };

interface Running {
  /** A bookmark, or where the first statement may be answered. */
  constraint: string;
  /** Opened by the first statement. */
  session?: D1DatabaseSession;
  changesPages?: boolean;
}

const running = new AsyncLocalStorage<Running>();

/**
 * A database whose statements belong to the session of the running request. Outside of a session it is the database
 * itself.
 */
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

/**
 * Runs a request that may write, in a session at the primary database. If it changes public pages, the next reads of
 * its browser follow it.
 */
export async function asWrite(c: Context<AppEnv>, write: () => Promise<void>): Promise<void> {
  const own: Running = { constraint: 'first-primary' };
  await running.run(own, write);
  const bookmark = own.changesPages ? own.session?.getBookmark() : null;
  if (bookmark) await writeSignedCookie(c, BOOKMARK, bookmark);
}

/** Says that the running request changes public pages. */
export function changePages(): void {
  const now = running.getStore();
  if (now) now.changesPages = true;
}

/** Runs a public read. A replica may answer it, but not before it has what the person wrote within the last minute. */
export async function asPublicRead<T>(c: Context<AppEnv>, read: () => T): Promise<Awaited<T>> {
  // The calls of a page for its data have no cookies, and follow the page.
  const constraint = (await bookmarkOf(c)) ?? running.getStore()?.constraint ?? 'first-unconstrained';
  return await running.run({ constraint }, read);
}

/** The bookmark of this browser's last write. Null without one, and a minute later. */
export function bookmarkOf(c: Context<AppEnv>): Promise<string | null> {
  return readSignedCookie(c, BOOKMARK);
}
