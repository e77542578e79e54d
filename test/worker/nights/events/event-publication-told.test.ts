import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventChanges } from '../../../../drizzle/tables/all-tables.ts';
import { tellPeople } from '../../../../worker/tell-people.ts';
import { db } from '../../../support/worker/db.ts';
import { scene, START, DAY_MS } from '../../../support/worker/nights/changed-event.ts';

const NEXT_DAY = new Date(START.getTime() + DAY_MS).toISOString();

/** Sends the mails that are due at `at`. The default is so late that no mail still waits for further changes. */
const tell = (at = Date.now() + 11 * 60_000) => tellPeople(env, new Date(at));

test('people get a mail when an event is unpublished, and learn of its changes when it is published again', async () => {
  const { told, edit, listed } = await scene();
  expect(await listed()).toMatchObject({ state: 'on', moved_from: null });
  await edit({ is_published: false });
  await tell();
  expect((await told())[1]).toEqual(['Taken down for now: Disco Deficit']);
  expect(await listed()).toMatchObject({ state: 'taken_down' });
  await edit({ start_at: NEXT_DAY });
  await tell();
  expect((await told())[1]).toHaveLength(1);
  await edit({ is_published: true });
  await tell();
  expect((await told())[1]).toContain('On again: Disco Deficit');
  expect(await listed()).toMatchObject({ state: 'on', moved_from: { start_at: START.toISOString() } });
});

test('people get a mail when the publication of a public event is postponed, and a mail when it is public again', async () => {
  const { event, told, edit } = await scene();
  const friday = new Date(Date.now() + 2 * DAY_MS);
  await edit({ publish_at: friday.toISOString() });
  await tell();
  await tell(friday.getTime() - 60_000);
  expect((await told())[4]).toEqual(['Taken down for now: Disco Deficit']);
  await tell(friday.getTime() + 60_000);
  expect((await told())[4]!.toSorted()).toEqual(['On again: Disco Deficit', 'Taken down for now: Disco Deficit']);
  expect(await db.select().from(eventChanges).where(eq(eventChanges.event_id, event.id))).toEqual([]);
});

test('when an unpublished event reaches its time of publication, people get a mail that it is on again', async () => {
  const { told, edit } = await scene();
  await edit({ is_published: false });
  await tell();
  const friday = new Date(Date.now() + 2 * DAY_MS);
  await edit({ is_published: true, publish_at: friday.toISOString() });
  await tell();
  expect((await told())[4]).toHaveLength(1);
  await tell(friday.getTime() + 60_000);
  expect((await told())[4]).toContain('On again: Disco Deficit');
});

test('if an event is edited while the mail about it is postponed, the mail is due two minutes after the edit', async () => {
  const { event, edit } = await scene();
  const waits = { first_at: new Date(Date.now() - DAY_MS), due_at: new Date(Date.now() + 2 * DAY_MS) };
  await edit({ is_published: false });
  await db.update(eventChanges).set(waits).where(eq(eventChanges.event_id, event.id));
  await edit({ start_at: NEXT_DAY });
  const [row] = await db.select().from(eventChanges).where(eq(eventChanges.event_id, event.id));
  expect(row!.due_at!.getTime() - row!.first_at.getTime()).toBe(120_000);
  expect(row!.due_at!.getTime()).toBeGreaterThan(Date.now() + 60_000);
});
