import { reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import { eventPaths, purgePaths } from '../../../worker/http/answers/purge-cache.ts';
import { restoreBindings } from './bindings.ts';
import { stopCountingRows } from './count-d1.ts';

interface Stored {
  type: 'trigger' | 'view' | 'table';
  name: string;
  sql: string | null;
}

/**
 * Drops all tables, views and triggers. Dropping a search index also drops its internal tables. `reset` is not enough,
 * because it clears only databases that this run has opened.
 */
async function emptyDatabase(): Promise<void> {
  const { results } = await env.DB.prepare(
    `select type, name, sql from sqlite_master where type in ('trigger', 'view', 'table') and name not like 'sqlite_%'
      and name not like '_cf_%'
    and not exists (select 1 from sqlite_master i where i.sql like 'create virtual table%'
      and sqlite_master.name glob i.name || '_*'
      and sqlite_master.type = 'table')
    order by type = 'trigger' desc, type = 'view' desc, sql like 'create virtual table%' desc`,
  ).all<Stored>();
  const drops = childrenFirst(results).map(({ type, name }) => env.DB.prepare(`drop ${type} "${name}"`));
  if (drops.length > 0) await env.DB.batch([env.DB.prepare('pragma defer_foreign_keys = on'), ...drops]);
}

/** Puts each table after the tables that refer to it. SQLite cannot drop a table while other rows refer to its rows. */
function childrenFirst(stored: readonly Stored[]): Stored[] {
  const ordered = new Set<Stored>();
  const referredBy = new Map(stored.map((each) => [each, new Set(namesReferredBy(each))]));
  const add = (each: Stored): void => {
    if (ordered.has(each)) return;
    for (const other of stored)
      if (other !== each && other.type === 'table' && referredBy.get(other)!.has(each.name)) add(other);
    ordered.add(each);
  };
  for (const each of stored) add(each);
  return [...ordered];
}

function namesReferredBy({ sql }: Stored): string[] {
  return Array.from((sql ?? '').matchAll(/references [`"]?(\w+)[`"]?\(/gi), ([, name]) => name!);
}

/** Joins the SQL statements of each migration into one, because preparing them one by one would take longer. */
async function makeTables(): Promise<void> {
  const note = env.DB.prepare('insert into d1_migrations (name) values (?)');
  await env.DB.batch([
    env.DB.prepare(
      `create table d1_migrations (id integer primary key autoincrement, name text unique,
        applied_at timestamp default current_timestamp not null)`,
    ),
    ...env.MIGRATIONS.flatMap(({ name, queries }) => [env.DB.prepare(queries.join('\n;')), note.bind(name)]),
  ]);
}

/** Removes all objects of a bucket, because `reset` does not remove them. */
async function emptyBucket(bucket: R2Bucket): Promise<void> {
  const { objects } = await bucket.list();
  await bucket.delete(objects.map(({ key }) => key));
}

/**
 * Calls to the payment provider fail unless a test fakes the provider. So none of these calls leaves this machine, even
 * if it comes after the end of a test.
 */
const PROVIDER = 'https://api.stripe.com/';
const { fetch: passOn } = globalThis;
if (passOn.name !== 'stayHere') {
  globalThis.fetch = async function stayHere(input: RequestInfo | URL, init?: RequestInit) {
    const address = input instanceof Request ? input.url : String(input);
    if (address.startsWith(PROVIDER)) throw new TypeError('No test stands in for the payment provider.');
    return passOn(input, init);
  };
}

// All test files of a run share one runtime, so each file resets it first.
vi.useRealTimers();
restoreBindings();
stopCountingRows();
await reset();
await emptyDatabase();
await emptyBucket(env.IMAGES_BUCKET);
await emptyBucket(env.TICKETS_BUCKET);
await makeTables();
await purgePaths('http://vouch.test', eventPaths([]));
