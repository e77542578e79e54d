import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { profiles } from '../../../drizzle/tables/all-tables.ts';
import { judgeCode } from '../../../worker/contract/door/judge-pass.ts';
import { db } from './db.ts';
import { type aDoor, aPhone, aScan, placeOf, readList, sendScans, withPasses } from './door.ts';
import { accept, give } from './given.ts';
import { signedInAs } from './people/auth.ts';

type Door = Awaited<ReturnType<typeof aDoor>>;

export async function judgeNow({ event, owner }: Door, code: string) {
  const list = (await readList(event.slug, owner.headers)).list!;
  return judgeCode(code, { list, entries: list.entries, now: Date.now() });
}

/** `id` is the id of the ticket request. */
export const scanCode = ({ event, owner, id }: Door & { id: string }, code: string, position = 1) =>
  sendScans(event.slug, { ...owner, scans: [aScan(placeOf(id, position), { way: 'qr', code })] });

/** Makes an event with two paid tickets. The buyer has given the second one to a friend, who has accepted it. */
export async function withFriend() {
  const made = await withPasses(2);
  const friend = await signedInAs('user');
  await db.update(profiles).set({ display_name: 'A good friend' }).where(eq(profiles.id, friend.user.id));
  const link = await give(made.id, made.buyer);
  expect([link.status, link.code]).toEqual([201, undefined]);
  expect((await accept(link.token, friend)).status).toBe(200);
  return { ...made, friend, link, hers: await aPhone() };
}
