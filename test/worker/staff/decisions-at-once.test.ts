import { env } from 'cloudflare:workers';
import { isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { waitlistRow } from '../../../drizzle/seed/rows.ts';
import { auditLog, outbox, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { MAX_BULK } from '../../../worker/contract/staff/reviews.ts';
import { UNDO_MS } from '../../../worker/contract/staff/undo.ts';
import { tellDecided } from '../../../worker/features/staff/reviews/tell-decided.cron.ts';
import { attemptsOf, writeAudited } from '../../../worker/http/security/audit.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { post } from '../../support/worker/people/auth-client.ts';
import { db } from '../../support/worker/db.ts';

/** The most statements that one call of the Worker may run. */
const MOST_STATEMENTS = 1000;

/** Wraps the database to count its statements and run `first` before each large transaction. */
function counting(first: () => Promise<unknown> = () => Promise.resolve()) {
  const counted = { statements: 0 };
  const watched = <T extends Pick<D1Database, 'prepare' | 'batch'>>(given: T): T =>
    new Proxy(given, {
      get: (target, name) => {
        if (name === 'withSession') return (constraint?: string) => watched(env.DB.withSession(constraint));
        if (name === 'prepare')
          return (text: string) => {
            counted.statements += 1;
            return target.prepare(text);
          };
        if (name === 'batch')
          return async (statements: D1PreparedStatement[]) => {
            if (statements.length >= MAX_BULK) await first();
            return target.batch(statements);
          };
        return (target[name as keyof T] as (...args: unknown[]) => unknown).bind(target);
      },
    });
  const DB = watched(env.DB);
  return { DB, counted };
}

async function decide(DB: D1Database): Promise<Response> {
  const rows = Array.from({ length: MAX_BULK }, () => waitlistRow());
  for (const row of rows) await db.insert(waitlist).values(row);
  const { headers } = await signedInAs('admin');
  const items = rows.map(({ id, updated_at }) => ({ id, updated_at }));
  const path = 'http://vouch.test/api/admin/waitlist/status';
  return post(path, { items, status: 'accepted' }, { headers, bindings: { ...env, DB } });
}

const intrude = () =>
  writeAudited(db, {
    stamp: { actor_id: 'other-admin', actor_email: null, at: new Date(), request_id: 'another request' },
    changes: [{ run: null, action: 'people.export', target_type: 'people', target_id: '*', before: null, after: null }],
  });

test('if other audit entries keep being written first, a bulk decision gives up before the statement limit', async () => {
  const { DB, counted } = counting(intrude);
  const answer = await decide(DB);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: { code: 'request.busy' } });
  expect(answer.headers.get('Retry-After')).toBe('1');
  expect(counted.statements).toBeLessThan(MOST_STATEMENTS);
  expect(await db.$count(waitlist, isNotNull(waitlist.tell_at))).toBe(0);
  expect(new Set((await db.select().from(auditLog)).map(({ action }) => action))).toEqual(new Set(['people.export']));
  await db.delete(waitlist);
});

test('a bulk decision stays below the statement limit, and so does the cron job that writes its mails', async () => {
  const deciding = counting();
  const answer = await decide(deciding.DB);
  expect(answer.status).toBe(200);
  expect(deciding.counted.statements).toBeLessThan(MOST_STATEMENTS);
  const telling = counting();
  await tellDecided({ ...env, DB: telling.DB }, new Date(Date.now() + UNDO_MS + 1));
  expect(telling.counted.statements).toBeLessThan(MOST_STATEMENTS);
  expect(await db.$count(waitlist, isNotNull(waitlist.tell_at))).toBe(0);
  expect(await db.$count(outbox)).toBe(MAX_BULK);
});

test('a batch with more statements gets fewer tries, but at least one', () => {
  expect([1, 2, 36, 52, 201, 900, 5000].map(attemptsOf)).toEqual([25, 25, 24, 16, 4, 1, 1]);
});
