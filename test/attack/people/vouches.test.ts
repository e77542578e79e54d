import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { vouches, vouchLinks } from '../../../drizzle/tables/all-tables.ts';
import { inCommon, isMutualOf } from '../../../drizzle/tables/people/mutuals.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { call, dealOf, pastEvent, shareMark, student, vouchFor } from '../../support/worker/people/circle.ts';
import { db } from '../../support/worker/db.ts';
import { launch } from '../../support/worker/launch.ts';

const DAY_MS = 24 * 3_600_000;

beforeEach(() => launch('vouches', true));

type Person = Awaited<ReturnType<typeof signedInAs>>;

const voucher = () => signedInAs('user', { user: { created_at: new Date(Date.now() - 15 * DAY_MS) } });

const tokenOf = async ({ headers }: Person) => {
  const { json } = await call<{ url: string }>('POST', '/api/my/vouch-links', { headers });
  return json.url.split('#')[1]!;
};

const accept = ({ headers }: Person, token: string) =>
  call<{ error?: { code: string; message: string } }>('POST', '/api/my/vouch-links/accept', {
    headers,
    body: { token },
  });

const givenBy = ({ user }: Person) => db.select().from(vouches).where(eq(vouches.voucher_id, user.id));

const seenBy = (viewer: { id: string }, others: readonly { id: string }[]) =>
  db.all<{ other_id: string; kind: string }>(
    sql`select other_id, kind from (${inCommon({
      viewer: viewer.id,
      others: sql`select value as id from json_each(${JSON.stringify(others.map(({ id }) => id))})`,
      now: new Date(),
    })})`,
  );

test('a hundred accounts that vouch for and trade with each other have nothing in common with an outsider', async () => {
  const [outsider, honest] = [await student(), await student()];
  const ring = await Promise.all(Array.from({ length: 100 }, () => student()));
  const event = await pastEvent();
  await dealOf({ event, buyer: outsider, seller: honest, by: 'buyer' });
  for (const [at, member] of ring.entries()) {
    const next = ring[(at + 1) % ring.length]!;
    await vouchFor(member, next);
    await vouchFor(next, member);
    await vouchFor(member, outsider);
    await dealOf({ event, buyer: member, seller: next, by: 'buyer' });
  }
  expect(await seenBy(outsider, ring)).toEqual([]);
  expect(await seenBy(honest, ring)).toEqual([]);
  // A member of the ring is not a mutual of the honest seller. So while the seller lists tickets for mutuals first, the
  // member cannot buy them.
  const first = await db.get<{ yes: number }>(sql`select ${isMutualOf(honest.id, ring[0]!.id, new Date())} as yes`);
  expect(first.yes).toBe(0);
  // The outsider sees a member who really buys from the honest seller, but not the rest of the ring.
  await dealOf({ event, buyer: ring[0]!, seller: honest, by: 'buyer' });
  expect(await seenBy(outsider, ring)).toEqual([{ other_id: ring[0]!.id, kind: 'event' }]);
});

test('if five people accept five links of one voucher at the same time, three of them are vouched for', async () => {
  const one = await voucher();
  const tokens = [await tokenOf(one), await tokenOf(one), await tokenOf(one), await tokenOf(one), await tokenOf(one)];
  const people = await Promise.all(tokens.map(() => signedInAs('user')));
  const answers = await Promise.all(people.map((person, at) => accept(person, tokens[at]!)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 409, 409]);
  const codes = answers.flatMap(({ json }) => json.error?.code ?? []);
  expect(codes).toEqual(Array(2).fill('vouches.not_possible'));
  expect(await givenBy(one)).toHaveLength(3);
});

test('if five people accept one link at the same time, one of them is vouched for', async () => {
  const one = await voucher();
  const token = await tokenOf(one);
  const people = await Promise.all(Array.from({ length: 5 }, () => signedInAs('user')));
  const answers = await Promise.all(people.map((person) => accept(person, token)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404, 404, 404, 404]);
  expect(await givenBy(one)).toHaveLength(1);
  const links = await db.select().from(vouchLinks).where(eq(vouchLinks.voucher_id, one.user.id));
  expect(links).toMatchObject([{ vouch_id: expect.any(String) }]);
});

test('nobody can revoke another person’s vouch, or use another person’s deal to vouch', async () => {
  const [owner, thief] = [await voucher(), await voucher()];
  const [friend, seller] = [await student(), await student()];
  const { id } = await vouchFor(owner.user, friend);
  expect((await call('DELETE', `/api/my/vouches/${id}`, { headers: thief.headers })).status).toBe(404);
  expect(await givenBy(owner)).toMatchObject([{ id, status: 'live' }]);
  const deal = await dealOf({ event: await pastEvent(), buyer: owner.user, seller, by: 'buyer' });
  const asked = { headers: thief.headers, body: { request_id: deal.id } };
  const answer = await call<{ error: { code: string } }>('POST', '/api/my/vouches', asked);
  expect([answer.status, answer.json.error.code]).toEqual([404, 'vouches.no_deal']);
});

test.each(['card', 'inbox', 'phone'] as const)(
  'accounts with the same %s cannot vouch for each other, and the refusal does not say why',
  async (kind) => {
    const [one, limited, other] = [await voucher(), await voucher(), await signedInAs('user')];
    const [token, limitedToken] = [await tokenOf(one), await tokenOf(limited)];
    await shareMark([one.user, other.user], kind);
    for (let given = 0; given < 3; given += 1) await vouchFor(limited.user, await student());
    const [shared, full] = [await accept(other, token), await accept(other, limitedToken)];
    expect(shared.json.error?.code).toBe('vouches.not_possible');
    expect([shared.status, shared.json.error?.message]).toEqual([full.status, full.json.error?.message]);
    expect(await givenBy(one)).toEqual([]);
  },
);
