import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { findStory } from '../../../worker/features/trade/desk/story/story.db.ts';
import { factsOf } from '../../../worker/features/trade/desk/story/proof.rules.ts';
import { tellPeople } from '../../../worker/tell-people.ts';
import { ask } from '../../support/worker/admin.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { aPhone, aScan, askForPasses, placeOf, sendScans, withPasses } from '../../support/worker/door.ts';
import { accept, give } from '../../support/worker/given.ts';
import { launch } from '../../support/worker/launch.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';

beforeEach(async () => {
  fakeProvider();
  await launch('squads', true);
});

async function opened() {
  const made = await withPasses(2);
  const [friend, hers] = [await signedInAs('user'), await aPhone()];
  const link = await give(made.id, made.buyer);
  await accept(link.token, friend);
  const [pass] = (await askForPasses(made.id, { ...friend, device_key: hers.device_key })).passes;
  return { ...made, friend, hers, pass: pass! };
}

test('staff are not told that the buyer’s phone signed a friend’s code', async () => {
  const { event, owner, id, hers, pass } = await opened();
  const code = await hers.codeAt(pass.signed);
  await sendScans(event.slug, { ...owner, scans: [aScan(placeOf(id, 2), { way: 'qr', code })] });
  const story = await findStory(db, { request_id: id });
  const text = JSON.stringify(factsOf({ handover: null, tickets: [], scans: story.scans }));
  expect(text).toContain('with a code that only the phone of the ticket’s holder can sign');
  expect(text).not.toMatch(/buyer/i);
});

test('while the switch `squads` is off, a friend still finds a given ticket', async () => {
  const { friend, id } = await opened();
  await launch('squads', false);
  const { answer } = await callCounted('/api/my/given', { headers: friend.headers });
  expect(await answer.text()).toContain(id);
});

test('a friend who goes with a given ticket gets an email when the night is canceled', async () => {
  const { event, owner, friend } = await opened();
  const canceled = await ask(`/api/admin/events/${event.id}/cancel`, {
    headers: owner.headers,
    method: 'POST',
    json: { reason: 'The roof leaks.', updated_at: event.updated_at },
  });
  expect(canceled.status).toBe(200);
  await tellPeople(env, new Date(Date.now() + 11 * 60_000));
  expect((await mailsTo(friend.user.email!)).map(({ subject }) => subject)).toContain(`Canceled: ${event.title}`);
});
