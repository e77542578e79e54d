import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { resellerRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import { resellerApplications, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { afterUndo } from '../../support/worker/trade/after-undo.ts';
import { anEvent, ask, logOf } from '../../support/worker/admin.ts';
import { listPlainTickets } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { launch } from '../../support/worker/launch.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';

async function scene(count = 1) {
  const [admin, person] = [await signedInAs('admin'), await signedInAs('user')];
  const event = await anEvent({ title: 'Disco Deficit', start_at: new Date(Date.now() + 86_400_000) });
  const rows = Array.from({ length: count }, (_, at) =>
    waitlistRow({
      event_id: event.id,
      ...(at === 0 ? { applicant_id: person.user.id, email: person.user.email!, email_key: person.user.email! } : {}),
    }),
  );
  await db.insert(waitlist).values(rows);
  const ids = rows.map(({ id }) => id);
  const stored = async () =>
    (await db.select().from(waitlist).where(eq(waitlist.event_id, event.id))).map(({ status }) => status);
  const bulk = (status: string) =>
    ask('/api/admin/waitlist/status', {
      ...admin,
      json: { status, items: rows.map(({ id, updated_at }) => ({ id, updated_at })) },
    });
  const undo = (undo_until: unknown) => ask('/api/admin/waitlist/undo', { ...admin, json: { ids, undo_until } });
  const subjects = async () =>
    (await Promise.all(rows.map(({ email }) => mailsTo(email)))).map((mails) => mails.map(({ subject }) => subject));
  const seen = async () => (await ask(`/api/my/events/${event.id}`, person)).body['waitlist'];
  return { admin, person, ids, rows, stored, bulk, undo, subjects, seen };
}

test('nobody gets a mail about a bulk decision that is undone within ten seconds', async () => {
  const { ids, stored, bulk, undo, subjects, seen } = await scene(3);
  const { body } = await bulk('accepted');
  expect([await stored(), await seen()]).toEqual([['accepted', 'accepted', 'accepted'], 'pending']);
  expect((await undo(body['undo_until'])).body).toEqual({ undone: 3 });
  await afterUndo();
  expect(await stored()).toEqual(['pending', 'pending', 'pending']);
  expect(await subjects()).toEqual([[], [], []]);
  expect((await logOf(ids[0]!)).map(({ action }) => action)).toEqual(['waitlist.accepted', 'waitlist.undo']);
});

test('a decision can no longer be undone once the mails about it are written', async () => {
  const { stored, bulk, undo, subjects, seen } = await scene(2);
  const { body } = await bulk('accepted');
  await afterUndo();
  const late = await undo(body['undo_until']);
  expect([late.status, late.body.error.code]).toEqual([409, 'review.told']);
  expect([await stored(), await seen()]).toEqual([['accepted', 'accepted'], 'accepted']);
  expect(await subjects()).toEqual([["You're in: Disco Deficit"], ["You're in: Disco Deficit"]]);
});

test('an opposite decision within ten seconds cancels the mail about the first decision', async () => {
  const { admin, ids, subjects, rows } = await scene();
  let { updated_at } = rows[0]! as { updated_at: unknown };
  const decide = async (status: string) => {
    const sent = { ...admin, method: 'PATCH', json: { status, updated_at } };
    const { body } = await ask(`/api/admin/waitlist/${ids[0]}`, sent);
    ({ updated_at } = body);
    return body;
  };
  await decide('accepted');
  expect(await decide('declined')).toMatchObject({ status: 'declined', undo_until: expect.any(String) });
  await afterUndo();
  expect(await subjects()).toEqual([['Not this time: Disco Deficit']]);
  await decide('accepted');
  expect(await decide('declined')).toMatchObject({ status: 'declined', undo_until: null });
  await afterUndo();
  expect(await subjects()).toEqual([['Not this time: Disco Deficit']]);
});

test('an approved applicant cannot sell while the approval can still be undone', async () => {
  await launch('sell', true);
  const [admin, seller] = [await signedInAs('admin'), await signedInAs('user')];
  const event = await anEvent({ start_at: new Date(Date.now() + 86_400_000) });
  const email = seller.user.email!;
  const row = resellerRow({ email, email_key: email, applicant_id: seller.user.id });
  await db.insert(resellerApplications).values(row);
  const path = `/api/admin/reseller-applications/${row.id}`;
  const patch = async (json: object) => {
    const [{ updated_at } = row] = await db
      .select()
      .from(resellerApplications)
      .where(eq(resellerApplications.id, row.id));
    return ask(path, { ...admin, method: 'PATCH', json: { ...json, updated_at } });
  };
  await patch({ status: 'needs_info', question: 'Which club are you in?' });
  await afterUndo();
  expect((await mailsTo(email))[0]!.text).toContain('before we can decide: Which club are you in?');
  const { body } = await patch({ status: 'approved' });
  const list = () => listPlainTickets(seller.headers, { event_id: event.id, quantity: 1, ask_price: 25 });
  expect((await list()).json.error.code).toBe('tickets.not_reseller');
  expect((await ask('/api/my/listings', seller)).body['application']).toBe('needs_info');
  const json = { ids: [row.id], undo_until: body['undo_until'] };
  const undone = await ask('/api/admin/reseller-applications/undo', { ...admin, json });
  expect(undone.body).toEqual({ undone: 1 });
  await patch({ status: 'approved' });
  await db
    .update(resellerApplications)
    .set({ tell_at: new Date(Date.now() - 1) })
    .where(eq(resellerApplications.id, row.id));
  expect((await list()).status).toBe(201);
});
