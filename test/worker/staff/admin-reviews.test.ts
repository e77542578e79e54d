import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { resellerRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import { profiles, resellerApplications, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { datesOf } from '../../../worker/contract/nights/events/event-dates.ts';
import { longDate } from '../../../worker/contract/time/event-time.ts';
import { afterUndo } from '../../support/worker/trade/after-undo.ts';
import { anEvent, ask, logOf } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';

const LIST = '/api/admin/waitlist';
const APPLICATIONS = '/api/admin/reseller-applications';

async function entries(...overs: Parameters<typeof waitlistRow>[0][]) {
  const rows = overs.map((over) => waitlistRow(over));
  const [first, ...rest] = rows.map((row) => db.insert(waitlist).values(row));
  if (first) await db.batch([first, ...rest]);
  return rows;
}

async function idsOf(query: string, headers: Record<string, string>) {
  const { body } = await ask(`${LIST}?${query}`, { headers });
  return (body['entries'] as { id: string }[]).map(({ id }) => id).toSorted();
}
const entryOf = async (id: string) => (await db.select().from(waitlist).where(eq(waitlist.id, id)))[0]!;
const seen = ({ id, updated_at }: { id: string; updated_at: Date }) => ({ id, updated_at });

test('the acceptance of a waitlist entry is logged, and the applicant gets one mail', async () => {
  const { headers, user } = await signedInAs('admin');
  const event = await anEvent();
  const [entry] = await entries({ event_id: event.id });
  const json = { status: 'accepted', note: ' Met at the door ', updated_at: entry!.updated_at };
  const { status, body } = await ask(`${LIST}/${entry!.id}`, { headers, method: 'PATCH', json });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'accepted',
    note: 'Met at the door',
    event: { title: event.title, slug: event.slug },
  });
  expect(await entryOf(entry!.id)).toMatchObject({ status: 'accepted', note: 'Met at the door' });
  expect(await logOf(entry!.id)).toMatchObject([
    {
      actor_id: user.id,
      action: 'waitlist.accepted',
      before: '{"status":"pending","note":null}',
      after: '{"status":"accepted","note":"Met at the door"}',
    },
  ]);
  expect(await mailsTo(entry!.email)).toEqual([]);
  await Promise.all([afterUndo(), afterUndo()]);
  const mails = await mailsTo(entry!.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain(`you have a place at ${event.title}`);
  expect(mails[0]!.text).toContain(longDate(event.start_at.toISOString()));
  expect(mails[0]!.link).toBe(`${env.SITE_URL}/events/${event.slug}`);
});

test('a forbidden or stale status change is refused and changes nothing', async () => {
  const { headers } = await signedInAs('admin');
  const [entry] = await entries({ status: 'accepted' });
  const patch = (json: unknown) => ask(`${LIST}/${entry!.id}`, { headers, method: 'PATCH', json });
  const back = await patch({ status: 'pending', updated_at: entry!.updated_at });
  expect([back.status, back.body.error.code]).toEqual([409, 'review.refused']);
  const stale = await patch({ status: 'declined', updated_at: '2029-01-01T00:00:00.000Z' });
  expect([stale.status, stale.body.error.code]).toEqual([409, 'request.stale']);
  expect(stale.body.error.versions).toMatchObject({ theirs: { status: 'accepted' }, yours: { status: 'declined' } });
  const unknown = await patch({ status: 'approved', updated_at: entry!.updated_at });
  expect([unknown.status, Object.keys(unknown.body.error.fields)]).toEqual([422, ['status']]);
  expect(await entryOf(entry!.id)).toEqual(entry);
  expect(await mailsTo(entry!.email)).toEqual([]);
  expect(await logOf(entry!.id)).toEqual([]);
});

test('if some entries prevent a bulk decision, no entry is changed and the refusal names those entries', async () => {
  const { headers } = await signedInAs('admin');
  const [first, second, decided] = await entries({}, {}, { status: 'declined' });
  const refused = await ask(`${LIST}/status`, {
    headers,
    json: { status: 'declined', items: [seen(first!), seen(decided!), { id: 'gone', updated_at: first!.updated_at }] },
  });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'review.refused']);
  expect(Object.keys(refused.body.error.fields)).toEqual([decided!.id, 'gone']);
  expect(await entryOf(first!.id)).toEqual(first);
  expect(await mailsTo(first!.email)).toEqual([]);
  const both = { status: 'declined', items: [seen(first!), seen(second!)] };
  const done = await ask(`${LIST}/status`, { headers, json: both });
  expect([done.status, done.body]).toEqual([200, { changed: 2, undo_until: expect.any(String) }]);
  await afterUndo();
  for (const row of [first!, second!]) {
    expect(await entryOf(row.id)).toMatchObject({ status: 'declined' });
    expect(await logOf(row.id)).toMatchObject([{ action: 'waitlist.declined' }]);
    expect(await mailsTo(row.email)).toHaveLength(1);
  }
});

test('a bulk decision accepts at most a hundred entries', async () => {
  const { headers } = await signedInAs('admin');
  const rows = await entries(...Array.from({ length: 101 }, () => ({})));
  const all = await ask(`${LIST}/status`, { headers, json: { status: 'accepted', items: rows.map(seen) } });
  expect(all.status).toBe(422);
  const most = await ask(`${LIST}/status`, { headers, json: { status: 'accepted', items: rows.slice(1).map(seen) } });
  expect([most.status, most.body]).toEqual([200, { changed: 100, undo_until: expect.any(String) }]);
  expect((await entryOf(rows[0]!.id)).status).toBe('pending');
});

test('if two reviewers decide about an entry at the same time, one decision is saved and the other is refused', async () => {
  const { headers } = await signedInAs('admin');
  const [entry] = await entries({});
  const answers = await Promise.all(
    ['accepted', 'declined'].map((status) =>
      ask(`${LIST}/${entry!.id}`, { headers, method: 'PATCH', json: { status, updated_at: entry!.updated_at } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await logOf(entry!.id)).toHaveLength(1);
  await afterUndo();
  expect(await mailsTo(entry!.email)).toHaveLength(1);
});

test('a reseller application changes only to an allowed status, and a person has only one open application', async () => {
  const { headers } = await signedInAs('admin');
  const [old, open] = [
    resellerRow({ status: 'rejected', email_key: 'same@bu.test' }),
    resellerRow({ email_key: 'same@bu.test' }),
  ];
  await db.insert(resellerApplications).values([old, open]);
  const patch = (id: string, json: unknown) => ask(`${APPLICATIONS}/${id}`, { headers, method: 'PATCH', json });
  const reopened = await patch(old.id, { status: 'pending', updated_at: old.updated_at });
  expect([reopened.status, reopened.body.error.code]).toEqual([409, 'review.refused']);
  const approved = await patch(open.id, { status: 'approved', updated_at: open.updated_at });
  expect([approved.status, approved.body['status']]).toEqual([200, 'approved']);
  const skipped = await patch(open.id, { status: 'rejected', updated_at: approved.body.updated_at });
  expect([skipped.status, skipped.body.error.code]).toEqual([409, 'review.refused']);
  await afterUndo();
  const suspended = await patch(open.id, { status: 'suspended', updated_at: approved.body.updated_at });
  expect([suspended.status, suspended.body['status']]).toEqual([200, 'suspended']);
  expect((await logOf(open.id)).map(({ action }) => action)).toEqual(['application.approved', 'application.suspended']);
  await afterUndo();
  const mails = await mailsTo(open.email);
  expect(new Set(mails.map(({ text }) => /approved|can’t list/.exec(text)?.[0]))).toEqual(
    new Set(['approved', 'can’t list']),
  );
});

test('a reviewer sees whether an application came from an account, and whether the account has a valid badge', async () => {
  const { headers } = await signedInAs('admin');
  const school = `School ${crypto.randomUUID()}`;
  const badge_at = new Date(Date.UTC(2031, 4, 1));
  const senders = await Promise.all([signedInAs('user'), signedInAs('user')]);
  for (const [at, badge] of [
    { badge_at, badge_until: new Date(Date.UTC(2099, 0, 1)) },
    { badge_at: new Date(0), badge_until: new Date(1) },
  ].entries())
    await db
      .update(profiles)
      .set({ is_student_verified: true, ...badge })
      .where(eq(profiles.id, senders[at]!.user.id));
  const applicants = [...senders.map(({ user }) => user.id), null];
  for (const applicant_id of applicants)
    await db.insert(resellerApplications).values(resellerRow({ applicant_id, school }));
  const { body } = await ask(`${APPLICATIONS}?limit=100`, { headers });
  const shown = (body['applications'] as { school: string; [name: string]: unknown }[])
    .filter((application) => application.school === school)
    .map(({ has_account, has_badge, badge_at: at }) => ({ has_account, has_badge, at }));
  expect(shown).toHaveLength(3);
  expect(shown).toContainEqual({ has_account: true, has_badge: true, at: badge_at.toISOString() });
  expect(shown).toContainEqual({ has_account: true, has_badge: false, at: null });
  expect(shown).toContainEqual({ has_account: false, has_badge: false, at: null });
});

test('the waitlist can be filtered by status, event and mail address', async () => {
  const { headers } = await signedInAs('admin');
  const event = await anEvent();
  const [a, b] = await entries(
    { event_id: event.id, email: 'buyer@bu.test', status: 'accepted' },
    { event_id: event.id, email: 'seller@bu.test' },
  );
  const [product] = await entries({ event_id: null, email: 'Buyer@nyu.test' });
  const ids = (query: string) => idsOf(query, headers);
  expect(await ids(`event_id=${event.id}`)).toEqual([a!.id, b!.id].toSorted());
  expect(await ids(`event_id=${event.id}&status=accepted`)).toEqual([a!.id]);
  expect(await ids('email=BUYER@')).toEqual([a!.id, product!.id].toSorted());
  expect(await ids('event_id=none&email=buyer')).toEqual([product!.id]);
});

test('the CSV export has every matching row and no active formula, and is logged', async () => {
  const { headers, user } = await signedInAs('admin');
  const event = await anEvent({ title: '=cmd|calc' });
  await entries(
    ...Array.from({ length: 1203 }, (_, at) => ({
      event_id: event.id,
      email_key: `csv-${at}@bu.test`,
      name: '=HYPERLINK("http://evil.test")',
      created_at: new Date(Date.UTC(2030, 0, 1) + Math.floor(at / 3)),
    })),
  );
  const { answer, text } = await ask(`${LIST}?event_id=${event.id}&format=csv`, { headers });
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="waitlist-\d{4}-\d\d-\d\d\.csv"$/);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  const lines = text.replace('\ufeff', '').split('\r\n').slice(0, -1);
  expect(lines[0]).toBe('"Name","Email","Phone","Instagram","School","Status","Note","Joined","Event"');
  expect(lines).toHaveLength(1204);
  expect(new Set(lines.slice(1).map((line) => line.split('","')[1])).size).toBe(1203);
  expect(lines.slice(1).every((line) => line.startsWith(`"'=HYPERLINK(`) && line.endsWith(`"'=cmd|calc"`))).toBe(true);
  expect((await logOf('*')).filter(({ actor_id }) => actor_id === user.id)).toMatchObject([
    { action: 'waitlist.export', after: JSON.stringify({ event_id: event.id, format: 'csv' }) },
  ]);
});

test('the waitlist can be narrowed to the events of tonight or tomorrow', async () => {
  const { headers } = await signedInAs('admin');
  const { from, to } = datesOf('tonight', new Date());
  const starts = [from, to - 1, to, from - 1];
  const nearby = await Promise.all(starts.map((start) => anEvent({ start_at: new Date(start) })));
  const people = nearby.map(({ id }) => waitlistRow({ event_id: id }));
  for (const row of [...people, waitlistRow()]) await db.insert(waitlist).values(row);
  expect(await idsOf('when=tonight', headers)).toEqual([people[0]!.id, people[1]!.id].toSorted());
  expect(await idsOf('when=tomorrow', headers)).toEqual([people[2]!.id]);
  expect((await ask(`${LIST}?when=soon`, { headers })).status).toBe(422);
});
