import { countRows } from '../../support/worker/count-d1.ts';
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';

countRows();

const ROWS = 10_000;
/** The guard reads a session, its account and its profile, and one more row for the join. */
const GUARD_ROWS = 4;

const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})`;

beforeAll(async () => {
  await env.DB.batch(
    [
      `insert into venues (id, name, slug, name_key, city_key, city, created_at, updated_at)
        values ('v', 'V', 'v', 'v', 'boston', 'Boston', 0, 0)`,
      `${numbers} insert into auth_users (id, email, created_at, updated_at)
        select 'u' || i, 'u' || i || '@vouch.test', i, i from n`,
      `${numbers} insert into profiles (id, role, email, created_at)
        select 'u' || i, 'user', 'u' || i || '@vouch.test', i from n`,
      `${numbers} insert into events (id, title, slug, name_key, venue_id, start_at, source, external_id, organizer_id,
        created_at, updated_at)
       select 'e' || i, 'E' || i, 'e' || i, 'e' || i, 'v', i * 1000, 'test', i, 'u1', 0, 0 from n`,
      `${numbers} insert into waitlist (id, event_id, name, email, email_key, phone, instagram, school, status,
        confirmed_at, created_at, updated_at)
       select 'w' || i, iif(i % 2, 'e1', 'e2'), 'N', 'w' || i, 'w' || i, '1', 'i', 's', iif(i % 4 < 2, 'pending',
         'accepted'), 0, i / 3, 0 from n`,
      `${numbers} insert into reseller_applications (id, name, email, email_key, phone, instagram, school, status,
        created_at, updated_at)
       select 'r' || i, 'N', 'r' || i, 'r' || i, '1', 'i', 's', iif(i % 2, 'pending', 'rejected'), i / 3, 0 from n`,
      `${numbers} insert into clubs (id, name, slug, updated_at) select 'c' || i, 'C' || i, 'c' || i, i / 3 from n`,
    ].map((sql) => env.DB.prepare(sql)),
  );
});

test.each([
  ['/api/admin/events', 'events'],
  ['/api/admin/events?status=published', 'events'],
  ['/api/admin/events?status=over', 'events'],
  ['/api/admin/waitlist', 'entries'],
  ['/api/admin/waitlist?status=pending', 'entries'],
  ['/api/admin/waitlist?event_id=e1', 'entries'],
  ['/api/admin/waitlist?event_id=e2&status=accepted', 'entries'],
  ['/api/admin/reseller-applications', 'applications'],
  ['/api/admin/reseller-applications?status=pending', 'applications'],
  ['/api/admin/clubs', 'clubs'],
  ['/api/admin/people', 'people'],
])('every page of %s reads at most two rows per returned row in a table of 10,000 rows', async (path, list) => {
  const { headers } = await signedInAs('admin');
  let cursor: string | null = '';
  const ids: string[] = [];
  for (let page = 0; page < 4 && cursor !== null; page += 1) {
    const joint = path.includes('?') ? '&' : '?';
    const { body, cost } = await ask(`${path}${joint}limit=100${cursor ? `&cursor=${cursor}` : ''}`, { headers });
    const rows = body[list] as { id: string }[];
    ids.push(...rows.map(({ id }) => id));
    expect(rows).toHaveLength(100);
    expect(cost.rows_read - GUARD_ROWS).toBeLessThanOrEqual(2 * rows.length);
    cursor = body.next_cursor;
  }
  expect(new Set(ids).size).toBe(400);
});

test('an organizer’s list of events reads at most four rows for each event that they organize or co-organize', async () => {
  const { headers, user } = await signedInAs('organizer');
  await env.DB.batch([
    env.DB.prepare(`update events set organizer_id = ? where id in ('e1', 'e5000')`).bind(user.id),
    env.DB.prepare(
      `insert into event_organizers (event_id, user_id, added_by, created_at)
        values ('e2', ?1, 'u1', 0), ('e7000', ?1, 'u1', 0)`,
    ).bind(user.id),
  ]);
  const { body, cost } = await ask('/api/admin/events', { headers });
  expect(body.events.map(({ id }) => id)).toEqual(['e7000', 'e5000', 'e2', 'e1']);
  // For a shared event, the row that names its co-organizer is also read.
  expect(cost.rows_read - GUARD_ROWS).toBeLessThanOrEqual(4 * body.events.length);
});
