import { expect, test } from 'vitest';
import { callCounted } from '../support/worker/call.ts';
import { deliver, feedEvent } from '../support/worker/feed.ts';

async function calendarFile(slug: string) {
  const { answer } = await callCounted(`/events/${slug}.ics`);
  return { status: answer.status, text: await answer.text() };
}

test('a changed night is fresh in its calendar file at once', async () => {
  const event = feedEvent({ description: 'Before' });
  const { body } = await deliver({ body: event });
  expect((await calendarFile(body.slug!)).text).toContain('DESCRIPTION:Before');
  await deliver({ body: { ...event, description: 'After' } });
  expect((await calendarFile(body.slug!)).text).toContain('DESCRIPTION:After');
});
