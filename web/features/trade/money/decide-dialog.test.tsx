import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { standInForPopups } from '../../../../test/support/web/buying.ts';
import { makeApi } from '../../../api.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { DecideDialog } from './decide-dialog.tsx';

const AT = '2026-11-22T12:00:00.000Z';
const PROBLEM = {
  id: 'problem',
  kind: 'not_as_described',
  status: 'open',
  text: 'They are for the balcony.',
  file_id: 'their-picture',
  created_at: AT,
  decide_by: AT,
  seller_text: 'The listing said balcony.',
  seller_file_id: 'my-picture',
  seller_answered_at: AT,
};
const DECISION = {
  facts: [{ at: AT, text: 'Ticket 1 was let in at door Main, without a signed code.' }],
  proof_file_id: null,
  ticket_files: ['the-file'],
  outcomes: {
    failed: { buyer: 43.7, seller: 0, fees: 0 },
    received: { buyer: 0, seller: 38.01, fees: 5.69 },
    replaced: { most: 65.55, added: 21.85 },
  },
};
const sent: { path: string; body: unknown; session: string | null }[] = [];

beforeEach(() => {
  sent.length = 0;
  standInForPopups();
  // jsdom has no object URLs.
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});

afterEach(cleanup);

async function show(story: object) {
  const network: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    const body: unknown = request.method === 'POST' ? await request.json() : null;
    sent.push({ path, body, session: request.headers.get('Authorization') });
    if (path.includes('/ticket-files/'))
      return new Response('file', {
        headers: { 'Content-Type': path.endsWith('picture') ? 'image/png' : 'application/pdf' },
      });
    return Response.json(body ? { to: 'received', waits: false } : story);
  };
  const { app } = await testApp(
    { '/': () => <DecideDialog request_id="request" onClose={() => undefined} /> },
    { api: makeApi('http://vouch.test', network, () => ({ Authorization: 'Bearer session' })) },
  );
  render(app);
  return userEvent.setup();
}

const button = (name: string) => screen.getByRole('button', { name, hidden: true });
const outcomeOf = (name: string) =>
  document.getElementById(button(name).getAttribute('aria-describedby')!)!.textContent;

test('before deciding a problem, an admin sees what each side says, what our records say, and who would get how much', async () => {
  const user = await show({ problems: [PROBLEM], decision: DECISION });
  expect(await screen.findByText('They are for the balcony.')).toBeDefined();
  expect(screen.getByText('The listing said balcony.')).toBeDefined();
  for (const side of ['the buyer', 'the seller']) {
    const picture = await screen.findByAltText<HTMLImageElement>(`Evidence from ${side}`);
    expect(picture.src).toBe('blob:picture');
  }
  expect(await screen.findByText('Open The file of ticket 1')).toBeDefined();
  expect(sent.filter(({ path }) => path.includes('files')).map(({ session }) => session)).toEqual(
    Array.from({ length: 3 }, () => 'Bearer session'),
  );
  expect(screen.getByText('Ticket 1 was let in at door Main, without a signed code.')).toBeDefined();
  expect(outcomeOf('Refund the buyer in full')).toBe(
    'The buyer gets $43.70 back, the seller gets $0.00, and we keep $0.00.',
  );
  expect(outcomeOf('The buyer has the tickets')).toBe(
    'The buyer gets $0.00 back, the seller gets $38.01 less any debt, and we keep $5.69.',
  );
  expect(outcomeOf('Give the buyer other tickets')).toContain('up to $65.55. We add at most $21.85');
  await user.click(button('The buyer has the tickets'));
  expect(screen.getByText('Write a reason for the audit log.')).toBeDefined();
  await user.type(screen.getByLabelText('Why (for the audit log)'), 'The listing said so.');
  await user.click(button('The buyer has the tickets'));
  expect(sent).toContainEqual(
    expect.objectContaining({
      path: '/api/admin/handovers/request',
      body: { to: 'received', note: 'The listing said so.' },
    }),
  );
});

test('the dialog offers to give the buyer other tickets only while a problem is open', async () => {
  const silent = { ...PROBLEM, file_id: null, seller_text: null, seller_file_id: null, seller_answered_at: null };
  await show({ problems: [{ ...silent, status: 'rejected' }], decision: { ...DECISION, facts: [], ticket_files: [] } });
  expect(await screen.findByText('No answer yet.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Give the buyer other tickets', hidden: true })).toBeNull();
});

test('the dialog offers no decision if the problem is already decided', async () => {
  await show({ problems: [PROBLEM], decision: null });
  expect(await screen.findByText('This problem is already decided.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /buyer/, hidden: true })).toBeNull();
});
