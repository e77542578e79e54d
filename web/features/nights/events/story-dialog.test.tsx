import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { standInForPopups } from '../../../../test/support/web/buying.ts';
import { StoryDialog } from './story-dialog.client.tsx';

const EVENT = {
  title: 'Paper Moon Ball',
  slug: 'paper-moon-ball',
  start_at: '2026-11-28T03:00:00.000Z',
  venue: { name: 'Royale', city: 'Boston' },
};
const TEXT = /^Paper Moon Ball, .*November 27, 2026.*, Royale: http:\/\/[^/]+\/events\/paper-moon-ball$/;
const shared: ShareData[] = [];
let answer: () => Response;

beforeEach(() => {
  standInForPopups();
  shared.length = 0;
  answer = () => new Response('a picture', { headers: { 'Content-Type': 'image/png' } });
  vi.stubGlobal('fetch', async () => answer());
  URL.createObjectURL = () => 'blob:the-picture';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'canShare');
  Reflect.deleteProperty(navigator, 'share');
});

const canShare = () =>
  Object.assign(navigator, {
    canShare: () => true,
    share: async (data: ShareData) => {
      shared.push(data);
      throw new DOMException('The sheet was closed.', 'AbortError');
    },
  });
const show = () => render(<StoryDialog event={EVENT} onClose={() => undefined} />);

test('the share sheet of the phone gets the picture as a file, and a text with a link to the event', async () => {
  canShare();
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Share the picture' }));
  expect(shared[0]!.files!.map(({ name, type }) => [name, type])).toEqual([['paper-moon-ball.png', 'image/png']]);
  expect(shared[0]!.text).toMatch(TEXT);
});

test('where a browser can’t share files, the picture is saved and the text is copied', async () => {
  const user = userEvent.setup();
  show();
  const save = await screen.findByRole('link', { name: 'Save the picture' });
  expect([save.getAttribute('download'), save.getAttribute('href')]).toEqual([
    'paper-moon-ball.png',
    'blob:the-picture',
  ]);
  await user.click(screen.getByRole('button', { name: 'Copy the text' }));
  expect(await screen.findByText('Text copied')).toBeDefined();
  expect(await navigator.clipboard.readText()).toMatch(TEXT);
});

test('if the picture cannot be drawn, the dialog says so, and the text can still be copied', async () => {
  answer = () => new Response(null, { status: 500 });
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t draw the picture.');
  expect(screen.getByRole('button', { name: 'Copy the text' })).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

test('if an older picture fails after a newer one was requested, the newer one is still shown', async () => {
  const late = Promise.withResolvers<Response>();
  const answers = [late.promise, Promise.resolve(answer())];
  vi.stubGlobal('fetch', () => answers.shift());
  const { rerender } = show();
  rerender(<StoryDialog event={{ ...EVENT, slug: 'another-night' }} onClose={() => undefined} />);
  await screen.findByRole('link', { name: 'Save the picture' });
  await act(async () => late.resolve(new Response(null, { status: 500 })));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('link', { name: 'Save the picture' })).toBeDefined();
});

test('while a newer picture is drawn, the older one can no longer be saved', async () => {
  const { rerender } = show();
  await screen.findByRole('link', { name: 'Save the picture' });
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
  rerender(<StoryDialog event={{ ...EVENT, slug: 'another-night' }} onClose={() => undefined} />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('Drawing the picture...')).toBeDefined();
});
