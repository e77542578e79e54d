import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { seed } from '../../../drizzle/seed/seed.ts';
import { profiles } from '../../../drizzle/tables/all-tables.ts';
import { isApprovedSeller } from '../../../drizzle/tables/people/trade-rights.ts';
import { db } from '../../support/worker/db.ts';

test('in a local database only the seller account is an approved seller', async () => {
  const now = new Date();
  for (let time = 0; time < 2; time += 1) await seed(db, { now, passwordHash: 'not a hash' });
  const people = await db.select({ id: profiles.id, email: profiles.email }).from(profiles);
  const approved = [];
  for (const { id, email } of people) {
    const [found] = await db
      .select({ is: isApprovedSeller(id, now) })
      .from(profiles)
      .where(eq(profiles.id, id));
    if (found!.is) approved.push(email);
  }
  expect(approved).toEqual(['seller@vouch.test']);
});
