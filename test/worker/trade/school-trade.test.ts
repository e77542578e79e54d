import { and, eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { schoolAsks, ticketRequests } from '../../../drizzle/tables/all-tables.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { launch, launchForFile } from '../../support/worker/launch.ts';
import { mailsTo, newestMail } from '../../support/worker/talk/mailbox.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { askForCode, giveUp, readSchool, student } from '../../support/worker/people/school.ts';
import { addListing, changeProfile } from '../../support/worker/trade/deals/rows.ts';
import { askFor, listFor, refusal, send, sortedStatuses, subjectsTo } from '../../support/worker/trade/deals/calls.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });

launchForFile('school', 'sell', 'my-tickets');

/** Ends a person's badge now. The cron job has not removed the badge yet. */
const justLapsed = (id: string) =>
  changeProfile(id, {
    is_student_verified: true,
    badge_at: new Date(Date.now() - 86_400_000),
    badge_until: new Date(),
  });

const payAndHandOver = (isOn: boolean) => Promise.all([launch('payments', isOn), launch('handover', isOn)]);

test('a person needs a valid badge to buy tickets, whether alone or for a group', async () => {
  const { event } = await eventWithTickets([{ quantity: 8, ask_price_cents: 2500 }]);
  const { user, headers } = await student();
  const group = () => send('/api/groups', { headers }, { event_id: event.id, places: 2 });
  await payAndHandOver(true);
  const refused = [await askFor(event, { headers }), await group()];
  await justLapsed(user.id);
  refused.push(await askFor(event, { headers }), await group());
  expect(refused.map(({ status, json }) => [status, json.error.code])).toEqual(
    Array.from({ length: 4 }, () => [403, 'tickets.badge_needed']),
  );
  expect(refused[0]!.json.error.message).toBe(
    'You need a school badge to buy tickets. Verify your school inbox on your account page, then try again.',
  );
  expect(await db.select().from(ticketRequests).where(eq(ticketRequests.event_id, event.id))).toEqual([]);
  await payAndHandOver(false);
  const mine = await post(`/api/my/events/${event.id}`, { headers, method: 'GET' });
  expect(mine.json).toMatchObject({ is_student_verified: false, lacks_badge: true });
  // Reading listings needs no badge.
  expect((await callCounted(`/api/events/${event.slug}/listings`)).answer.status).toBe(200);
  await changeProfile(user.id, { badge_at: null, badge_until: null, is_student_verified: true });
  expect((await askFor(event, { headers })).status).toBe(201);
});

test('a seller without a valid badge cannot list tickets, but can answer requests and change prices of listings on sale', async () => {
  const seller = await reseller();
  const { event } = await eventWithTickets([], { ticket_price_cents: 2500 });
  const listing = await addListing({
    event_id: event.id,
    seller_id: seller.user.id,
    quantity: 2,
    ask_price_cents: 2500,
  });
  await justLapsed(seller.user.id);
  expect(refusal(await listFor(event, seller))).toEqual([403, 'tickets.badge_needed']);
  const mine = await post('/api/my/listings', { headers: seller.headers, method: 'GET' });
  expect(mine.json).toMatchObject({ application: 'approved', lacks_badge: true });
  const buyer = await signedInAs('user');
  const asked = await askFor(event, buyer);
  expect(asked.status).toBe(201);
  const answered = await post(`/api/ticket-requests/${asked.json.id}/accept`, seller);
  expect(answered.status).toBe(200);
  const change = { headers: seller.headers, method: 'PATCH', body: { ask_price: 24 } };
  expect((await post(`/api/listings/${listing.id}`, change)).status).toBe(200);
});

test('while the switch `school` is off, a person can buy without a badge, and nobody can get a badge', async () => {
  await launch('school', false);
  const { event } = await eventWithTickets([{ quantity: 1, ask_price_cents: 2500 }]);
  const { headers } = await student();
  expect((await readSchool(headers)).json.error.code).toBe('launch.off');
  expect((await askForCode(headers, 'off@bu.edu')).json.error.code).toBe('launch.off');
  expect((await giveUp(headers)).status).toBe(200);
  expect((await askFor(event, { headers })).status).toBe(201);
  await launch('school', true);
});

const askToAdd = async (headers: Record<string, string>, body: unknown) =>
  post('/api/my/school/asks', { headers, body });

test('when a student asks for a missing school and staff add it with its domains, the student gets a mail', async () => {
  const { user, headers } = await student();
  expect(await askToAdd(headers, { name: ' Quincy  College ', domain: '@Quincy.test' })).toMatchObject({
    status: 201,
    json: { asks: [{ name: 'Quincy College', domain: 'quincy.test', status: 'open' }] },
  });
  expect((await askToAdd(headers, { name: 'Quincy College', domain: 'quincy.test' })).status).toBe(201);
  expect(await db.select().from(schoolAsks).where(eq(schoolAsks.user_id, user.id))).toHaveLength(1);
  const admin = await signedInAs('admin');
  const list = await post('/api/admin/schools', { headers: admin.headers, method: 'GET' });
  expect(list.json).toMatchObject({ asks: [{ name: 'Quincy College', domain: 'quincy.test', person_id: user.id }] });
  const domains = [{ domain: 'quincy.test', kind: 'student', includes_subdomains: false, alias_of: null }];
  const added = await post('/api/admin/schools', {
    headers: admin.headers,
    body: { name: 'Quincy College', city: 'Quincy', domains },
  });
  expect(added.status).toBe(201);
  expect(added.json).toMatchObject({ name: 'Quincy College', domains });
  expect((await newestMail(user.email!)).subject).toBe('Quincy College is on Vouch now');
  expect((await readSchool(headers)).json.asks).toMatchObject([{ status: 'added' }]);
  expect((await askForCode(headers, 'a@quincy.test')).status).toBe(202);
});

test('a student cannot ask for a school that is listed, or for more than three schools at a time', async () => {
  const { headers } = await student();
  const known = await askToAdd(headers, { name: 'Boston University', domain: 'bu.edu' });
  expect(known.json.error.code).toBe('school.known');
  const asks = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => askToAdd(headers, { name: `School ${n}`, domain: `school-${n}.test` })),
  );
  expect(sortedStatuses(asks)).toEqual([201, 201, 201, 409, 409]);
  const wrong = await askToAdd(headers, { name: 'A school', domain: 'no domain' });
  expect(wrong.json.error.fields).toHaveProperty('domain');
});

test('when a school is added, a mail answers each request for it, even if there are over a hundred requests', async () => {
  const domains = Array.from({ length: 10 }, (_, at) => `many-${at}.test`);
  const people = await Promise.all(Array.from({ length: 11 }, student));
  for (const { user } of people)
    await db.insert(schoolAsks).values(domains.map((domain) => ({ user_id: user.id, name: 'Many Colleges', domain })));
  const admin = await signedInAs('admin');
  const added = await post('/api/admin/schools', {
    headers: admin.headers,
    body: {
      name: 'Many Colleges',
      city: 'Boston',
      domains: domains.map((domain) => ({ domain, kind: 'student', includes_subdomains: false, alias_of: null })),
    },
  });
  expect(added.status).toBe(201);
  const asks = await db.select().from(schoolAsks).where(eq(schoolAsks.name, 'Many Colleges'));
  expect([asks.length, asks.filter(({ status }) => status === 'added').length]).toEqual([110, 110]);
  for (const { user } of people) expect(await mailsTo(user.email!)).toHaveLength(domains.length);
});

test('a student may ask again for a school that has left the list, but not for a school that staff declined', async () => {
  const { user, headers } = await student();
  const ask = (domain: string) => askToAdd(headers, { name: 'Lost School', domain });
  const decide = (domain: string, status: 'added' | 'declined') =>
    db
      .update(schoolAsks)
      .set({ status, decided_at: new Date() })
      .where(and(eq(schoolAsks.user_id, user.id), eq(schoolAsks.domain, domain)));
  for (const domain of ['lost.test', 'no-school.test']) expect((await ask(domain)).status).toBe(201);
  await decide('lost.test', 'added');
  await decide('no-school.test', 'declined');
  expect((await ask('lost.test')).json).toMatchObject({
    asks: expect.arrayContaining([expect.objectContaining({ domain: 'lost.test', status: 'open' })]),
  });
  expect((await ask('no-school.test')).json.error.code).toBe('school.declined');
});

test('if staff decline a request for a school twice at the same moment, the student gets one mail', async () => {
  const { user, headers } = await student();
  await askToAdd(headers, { name: 'A School of Mine', domain: 'mine.test' });
  const [ask] = await db.select().from(schoolAsks).where(eq(schoolAsks.user_id, user.id));
  const admin = await signedInAs('admin');
  const decline = () => post(`/api/admin/schools/asks/${ask!.id}/decline`, admin);
  expect((await Promise.all([decline(), decline()])).map(({ status }) => status)).toEqual([200, 200]);
  expect(await subjectsTo({ user })).toEqual(['We couldn’t add A School of Mine']);
  const [decided] = await db.select().from(schoolAsks).where(eq(schoolAsks.id, ask!.id));
  expect(decided).toMatchObject({ status: 'declined', decided_by: admin.user.id });
});

test('an edit of a school is refused if it adds another school’s domain, or if the school has changed meanwhile', async () => {
  const admin = await signedInAs('admin');
  const seen = {
    name: 'Pace University',
    city: 'New York',
    domains: [{ domain: 'pace.edu', kind: 'shared', includes_subdomains: false, alias_of: null }],
  };
  const put = (form: object) =>
    post('/api/admin/schools/pace', { headers: admin.headers, method: 'PUT', body: { ...seen, ...form, seen } });
  const students = { domain: 'students.pace.edu', kind: 'student', includes_subdomains: false, alias_of: 'pace.edu' };
  const taken = await put({ domains: [{ ...students, domain: 'bu.edu', alias_of: null }] });
  expect(refusal(taken)).toEqual([409, 'school.domain_taken']);
  expect((await put({ domains: [{ ...students, alias_of: 'elsewhere.test' }] })).status).toBe(422);
  const edited = await put({ domains: [...seen.domains, students] });
  expect(edited.json).toMatchObject({ id: 'pace', domains: [...seen.domains, students] });
  expect(refusal(await put({ city: 'Brooklyn' }))).toEqual([409, 'request.stale']);
  const { headers } = await student();
  expect((await askForCode(headers, 'a@students.pace.edu')).status).toBe(202);
  expect(await mailsTo('a@pace.edu')).toHaveLength(1);
});
