import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { SIGNED_IN } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { launchQuery } from '../../../common/launch/launch.queries.ts';
import { setSession } from '../../../session/session.ts';
import { AskForNews } from './ask-for-news.client.tsx';
import { NoticeList } from './notice-list.tsx';
import { NoticeSettings } from './notice-settings.tsx';
import { type DeviceState, deviceState, switchOn } from './push-device.ts';
import { useDevice } from './use-device.ts';

vi.mock('./push-device.ts', () => ({
  deviceState: vi.fn<() => Promise<DeviceState>>(),
  switchOn: vi.fn<() => Promise<DeviceState>>(),
  switchOff: vi.fn<() => Promise<DeviceState>>(),
}));

const DAY_MS = 86_400_000;
const NEWS = [
  {
    id: 'one',
    kind: 'requests',
    title: 'The seller said yes',
    body: '2 tickets.',
    path: '/my-tickets',
    seen_at: null,
    created_at: '2026-11-22T20:00:00.000Z',
  },
  {
    id: 'two',
    kind: 'venues',
    title: 'A new night',
    body: 'Tomorrow.',
    path: '/',
    seen_at: '2026-11-21T20:00:00.000Z',
    created_at: '2026-11-21T19:00:00.000Z',
  },
];
let network: Mock<typeof fetch>;
let sent: { path: string; body: unknown }[];
let listed: typeof NEWS;
let isOn: boolean;

beforeEach(() => {
  localStorage.clear();
  [sent, listed, isOn] = [[], NEWS, true];
  vi.mocked(deviceState).mockResolvedValue('off');
  vi.mocked(switchOn).mockReset().mockResolvedValue('on');
  setSession(SIGNED_IN);
  network = vi.fn<typeof fetch>(async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (init?.method !== 'GET') sent.push({ path: pathname, body: JSON.parse(init?.body as string) });
    if (pathname === '/api/launch') return Response.json({ switches: { push: isOn } });
    if (pathname === '/api/my/notification-settings') return Response.json({ quiet: null, off: [] });
    if (pathname === '/api/my/notifications/seen') return Response.json({ unread: 0 });
    return Response.json({ notifications: listed, unread: 1, next_cursor: null });
  });
});
afterEach(cleanup);

async function show(children: ReactNode) {
  const { app } = await testApp({ '/': () => children }, { network });
  const { container } = render(app);
  return container;
}

test('the list labels unread notifications, and one button marks all notifications as read', async () => {
  await show(<NoticeList userId="me" />);
  const unread = await screen.findByRole('link', { name: /The seller said yes/ });
  expect([unread.textContent, unread.getAttribute('href')]).toEqual(['Unread: The seller said yes', '/my-tickets']);
  expect(screen.getByRole('link', { name: 'A new night' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ all_until: NEWS[0]!.created_at }]));
});

test('an empty list of notifications says which news will appear in it', async () => {
  listed = [];
  await show(<NoticeList userId="me" />);
  expect(await screen.findByText(/No news yet/)).toBeTruthy();
});

test('each change of the notification settings is saved at once', async () => {
  await show(<NoticeSettings userId="me" />);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Email: Waitlists' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await userEvent.click(screen.getByRole('switch', { name: 'Quiet hours' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ body }) => body)).toEqual([
    { quiet: null, off: [{ kind: 'waitlist', channel: 'email' }] },
    { quiet: { from: 120, until: 540 }, off: [] },
  ]);
  expect(screen.queryByRole('checkbox', { name: 'Email: Money and your account' })).toBeNull();
});

test('while push messages are off, the page offers them, and "Yes" switches them on', async () => {
  await show(<AskForNews />);
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(switchOn).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText('Want to know right away?')).toBeNull());
});

function DeviceRead() {
  const { api } = useRouteContext({ from: '__root__' });
  const { data } = useQuery(launchQuery(api));
  const { state } = useDevice();
  return data && state && <p>This device is {state}</p>;
}

async function showDecided(state: DeviceState) {
  const container = await show(
    <>
      <AskForNews />
      <DeviceRead />
    </>,
  );
  expect(await screen.findByText(`This device is ${state}`)).toBeTruthy();
  return container;
}

test('after "Not now" the page does not offer push messages again for 30 days', async () => {
  await show(<AskForNews />);
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByText('Want to know right away?')).toBeNull();
  const refused_at = Number(localStorage.getItem('vouch.asked-push'));
  for (const days of [0, 29]) {
    cleanup();
    localStorage.setItem('vouch.asked-push', String(refused_at - days * DAY_MS));
    await showDecided('off');
    expect(screen.queryByText('Want to know right away?')).toBeNull();
  }
  cleanup();
  localStorage.setItem('vouch.asked-push', String(Date.now() - 31 * DAY_MS));
  await show(<AskForNews />);
  expect(await screen.findByText('Want to know right away?')).toBeTruthy();
});

test('an iPhone without the installed app shows how to install it', async () => {
  vi.mocked(deviceState).mockResolvedValue('needs_install');
  await show(<AskForNews />);
  expect(await screen.findByText(/Add to Home Screen/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
});

test.each(['on', 'blocked', 'unsupported'] as const)(
  'the page does not offer push messages on a device where they are %s',
  async (state) => {
    vi.mocked(deviceState).mockResolvedValue(state);
    const container = await showDecided(state);
    expect(container.textContent).toBe(`This device is ${state}`);
  },
);
