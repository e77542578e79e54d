import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { BadgeFirst } from '../../trade/buying/badge-first.tsx';
import { SchoolCard } from './school-card.tsx';

const NOTHING = { badge: null, code: null, asks: [] };
const CODE = { school: 'Boston University', until: '2026-11-23T02:40:00.000Z', again_at: '2026-11-23T02:31:00.000Z' };
const BADGE = { school: 'Boston University', proved_at: '2026-11-22T19:00:00.000Z', until: '2027-09-15T04:00:00.000Z' };

const answers = vi.fn<(call: string, body: unknown) => [status: number, body: object]>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T20:00:00Z') });
  answers.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const network: typeof fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const sent: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  const [status, body] = answers(`${init?.method ?? 'GET'} ${pathname}`, sent);
  return Response.json(body, { status });
};

async function open(component: () => React.ReactNode) {
  const { app } = await testApp({ '/': component }, { network });
  render(app);
  return userEvent.setup({ advanceTimers: (ms) => vi.setSystemTime(Date.now() + ms) });
}

test('a student types the school address and then the code, and sees the badge', async () => {
  let state: object = NOTHING;
  answers.mockImplementation((call) => {
    if (call === 'POST /api/my/school') state = { ...NOTHING, code: CODE };
    if (call === 'POST /api/my/school/code') state = { ...NOTHING, badge: BADGE };
    return [200, state];
  });
  const user = await open(() => <SchoolCard userId="me" />);
  await user.type(await screen.findByLabelText('School email address'), 'rhett@bu.edu');
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  await user.type(await screen.findByLabelText('Code'), '123456');
  expect(answers).toHaveBeenCalledWith('POST /api/my/school', { email: 'rhett@bu.edu' });
  await user.click(screen.getByRole('button', { name: 'Verify my inbox' }));
  expect(await screen.findByText('Student Verified')).toBeTruthy();
  expect(answers).toHaveBeenCalledWith('POST /api/my/school/code', { code: '123456' });
  expect(document.body.textContent).toContain('School inbox verified, Nov 2026. It’s valid until September 15, 2027.');
  expect(screen.queryByLabelText('School email address')).toBeNull();
});

test('the reason why a school address is refused is shown at the address field', async () => {
  const message = 'This is an address for alumni. Use the inbox that you have as a student.';
  answers.mockImplementation((call) =>
    call.startsWith('POST')
      ? [422, { error: { code: 'school.not_student', message, request_id: 'r', fields: { email: message } } }]
      : [200, NOTHING],
  );
  const user = await open(() => <SchoolCard userId="me" />);
  const field = await screen.findByLabelText('School email address');
  await user.type(field, 'a@alum.mit.edu');
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('a badge from staff does not expire and cannot be given up', async () => {
  answers.mockReturnValue([200, { ...NOTHING, badge: { ...BADGE, proved_at: null, until: null } }]);
  await open(() => <SchoolCard userId="me" />);
  await screen.findByText('Student Verified');
  expect(document.body.textContent).toContain('Verified by staff. It doesn’t expire.');
  expect(screen.queryByRole('button', { name: 'Give up the badge' })).toBeNull();
});

test.each([
  [true, 'Verify my inbox'],
  [false, 'Buy'],
])('if the server says that lacks_badge is %s, a buyer sees the action "%s"', async (lacks_badge, label) => {
  answers.mockReturnValue([200, { requests: [], lacks_badge }]);
  await open(() => (
    <BadgeFirst event_id="night" me="me">
      <button type="button">Buy</button>
    </BadgeFirst>
  ));
  expect(await screen.findByRole(lacks_badge ? 'link' : 'button', { name: label })).toBeTruthy();
});
