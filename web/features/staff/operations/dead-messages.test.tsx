import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { DeadMessages } from './dead-messages.tsx';

const DEAD = {
  id: 'mail-1',
  channel: 'email',
  lane: 'trade',
  recipient: 'seller@vouch.test',
  attempts: 8,
  last_error: 'The inbox is full.',
  is_expired: false,
  created_at: '2026-11-27T02:00:00.000Z',
};

afterEach(cleanup);

/** The list is empty once a message is sent again. */
async function show(messages: object[]) {
  const calls: string[] = [];
  const network: typeof fetch = async (input, init) => {
    const { method, url } = new Request(input, init);
    calls.push(`${method} ${new URL(url).pathname}`);
    if (method === 'POST') return Response.json({ id: 'mail-1', status: 'pending' });
    return Response.json({ messages: calls.some((call) => call.startsWith('POST')) ? [] : messages });
  };
  const { app } = await testApp({ '/': DeadMessages }, { network });
  render(app);
  return calls;
}

test('"Send again" sends a message that was given up, and takes it off the list', async () => {
  const calls = await show([DEAD]);
  const item = (await screen.findByText('The inbox is full.')).closest('li')!;
  expect(item.textContent).toContain('Money and trade to seller@vouch.test');
  expect(item.textContent).toContain('tried 8 times');
  fireEvent.click(screen.getByRole('button', { name: /^Send again/ }));
  expect(await screen.findByText('No message was given up.')).toBeDefined();
  expect(calls).toContain('POST /api/admin/dead-messages/mail-1');
});

test('a message whose code has expired cannot be sent again', async () => {
  await show([{ ...DEAD, lane: 'codes', is_expired: true, last_error: 'It expired before it could be sent.' }]);
  expect(await screen.findByText('It expired before it could be sent.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
});
