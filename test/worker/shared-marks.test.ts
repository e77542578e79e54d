import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sharedMarks } from '../../drizzle/tables/all-tables.ts';
import { sharesMark } from '../../drizzle/tables/mutuals.ts';
import { markHash } from '../../worker/http/shared-mark.ts';
import { db } from '../support/worker/db.ts';
import { askAs, factsOf, look, newDeal } from '../support/worker/paid-deal.ts';

const marksOf = (user_id: string) => db.select().from(sharedMarks).where(eq(sharedMarks.user_id, user_id));

const shares = async (a: string, b: string) => (await db.get<{ yes: number }>(sql`select ${sharesMark(a, b)} as yes`)).yes === 1;

test('the card of an authorised payment is kept as a keyed hash, so two buyers with one card share it', async () => {
  const buyers: string[] = [];
  for (const fingerprint of ['card-of-two', 'card-of-two', 'another card']) {
    const deal = await newDeal();
    await askAs(deal);
    deal.fake.act.pay((await factsOf(deal)).payment.session_id!, { card: 'ok', fingerprint });
    await look(deal);
    expect(await marksOf(deal.buyer.user.id)).toEqual([
      { user_id: deal.buyer.user.id, kind: 'card', mark_hash: await markHash(env, { kind: 'card', value: fingerprint }) },
    ]);
    buyers.push(deal.buyer.user.id);
  }
  const [one, same, other] = buyers as [string, string, string];
  expect(await shares(one, same)).toBe(true);
  expect(await shares(one, other)).toBe(false);
});
