import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../api.ts';
import { setSession } from '../../../session/session.ts';
import { AT, ME, message, said } from '../../../../test/support/web/room-world.ts';
import {
  answerMine,
  api,
  calls,
  input,
  showChat as show,
  signIn,
  useChatPage,
} from '../../../../test/support/web/shown-chat.tsx';

// jsdom has no service worker, which push messages need.
vi.mock('../notices/push-device.ts', () => ({ deviceState: () => Promise.resolve('off') }));

useChatPage();

test('a visitor can read but not type, and Send asks them to sign in', async () => {
  setSession({ status: 'signed_out' });
  const { user, log } = await show();
  expect(log.getByText('m1')).toBeTruthy();
  expect(screen.getByPlaceholderText<HTMLTextAreaElement>('Sign in to send messages').disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Authentication required')).toBeTruthy();
  expect(screen.getByText('Please sign in to send messages.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
});

test('Enter sends the trimmed text and shows it at once; Shift+Enter begins a new line', async () => {
  const { it, user, log } = await show();
  const answer = Promise.withResolvers<never>();
  const posts: string[] = [];
  it.write = ({ body }) => {
    posts.push(body);
    return answer.promise;
  };
  await user.type(input(), '  first{Shift>}{Enter}{/Shift}second  {Enter}');
  expect(input().value).toBe('');
  expect(log.getByText(/first\s+second/)).toBeTruthy();
  expect(log.getByText('Sending')).toBeTruthy();
  expect(posts).toEqual(['first\nsecond']);
});

test('a person is offered push messages only after they have sent a message', async () => {
  answerMine({}, { push: true });
  const { it, user } = await show();
  expect(screen.queryByText('Want to know right away?')).toBeNull();
  it.write = ({ body, client_id }) => Promise.resolve({ ...message(4), user_id: ME, body, client_id });
  await user.type(input(), 'hello{Enter}');
  expect(await screen.findByRole('heading', { name: 'Want to know right away?' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByText('Want to know right away?')).toBeNull();
});

test('a blank text is not sent', async () => {
  const { user } = await show();
  await user.type(input(), '   {Enter}');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  expect(input().value).toBe('   ');
});

test('close to the limit of 500 UTF-16 units, the panel shows how many units are left', async () => {
  const { user } = await show();
  await user.click(input());
  await user.paste('a'.repeat(449));
  expect(screen.queryByText(/left/)).toBeNull();
  await user.paste('a');
  expect(screen.getByText('50 left')).toBeTruthy();
  await user.paste('🕺'.repeat(25));
  expect(screen.getByText('0 left')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false);
  await user.paste('!');
  expect(screen.getByText('1 too many')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
});

test.each([
  [new ApiError('request.too_many', 429, 'Slow down.'), 'Please try again.'],
  [new ApiError('chat.muted', 403, 'You can’t write in this chat.'), 'You can’t write in this chat.'],
])(
  'if sending a message fails with "%s", its text returns from the chat to the input and a toast appears',
  async (refusal, text) => {
    const { it, user, log } = await show();
    it.write = () => Promise.reject(refusal);
    await user.type(input(), 'hello{Enter}');
    expect(await screen.findByText('Error sending message')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(log.queryByText('hello')).toBeNull();
    expect(input().value).toBe('hello');
  },
);

test('markup and links in a message are shown as plain text', async () => {
  const { it, log } = await show();
  const body = '<img src=x onerror=alert(1)> https://example.test';
  act(() => it.socket.say({ type: 'message', message: message(4, { body }) }));
  expect(log.getByText(body)).toBeTruthy();
  expect(log.queryByRole('img')).toBeNull();
  expect(log.queryByRole('link')).toBeNull();
});

test('screen readers announce a new message, but not the messages that were already shown', async () => {
  const { it, log } = await show();
  expect(log.getAllByText('Verified').length).toBeGreaterThan(0);
  act(() => it.socket.say(said(4)));
  expect(screen.getByText('A seller: m4').getAttribute('aria-live')).toBe('polite');
  expect(screen.queryByText('A seller: m3')).toBeNull();
});

test('a friend who goes to the night has “Going” beside the name, and other people do not', async () => {
  const { it, log } = await show({ going_ids: ['friend'] });
  expect(log.queryByText('Going')).toBeNull();
  const author = { display_name: 'Aunt Room', is_student_verified: false };
  act(() => it.socket.say({ type: 'message', message: message(4, { user_id: 'friend', author }) }));
  expect(log.getByText('Going').parentElement!.textContent).toMatch(/^Aunt RoomGoing/);
});

test('while a person reads older messages, a button counts the new messages and leads to them', async () => {
  const { it, user } = await show();
  const box = screen.getByRole('log');
  Object.defineProperties(box, { scrollHeight: { value: 1000 }, clientHeight: { value: 300 } });
  fireEvent.scroll(box);
  act(() => it.socket.say(said(4)));
  expect(screen.getByRole('button', { name: '1 new message' })).toBeTruthy();
  act(() => it.socket.say(said(5)));
  await user.click(screen.getByRole('button', { name: '2 new messages' }));
  expect(box.scrollTop).toBe(1000);
  box.scrollTop = 700;
  fireEvent.scroll(box);
  expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
});

test('the panel tells readers that the connection is lost or that the event was deleted', async () => {
  const { it, room } = await show();
  expect(screen.getByText('Live')).toBeTruthy();
  act(() => it.socket.break());
  expect(screen.getByText('Reconnecting')).toBeTruthy();
  await act(async () => {
    room.wake();
    await it.settle();
    it.socket.say({ type: 'gone' });
  });
  expect(screen.getByText('This night was taken down, and its chat with it.')).toBeTruthy();
  expect(input().disabled).toBe(true);
});

test('only an admin can remove messages and mute people', async () => {
  const { it, log } = await show();
  expect(log.queryByRole('button', { name: /Remove|Mute/ })).toBeNull();
  act(() => signIn('admin'));
  const user = userEvent.setup();
  const item = within(log.getByText('m2').closest('li')!);
  await user.click(item.getByRole('button', { name: /Remove/ }));
  const removed = { at: AT, by: { user_id: 'admin', display_name: 'An admin' } };
  api.mockResolvedValueOnce(Response.json(message(2, { body: '', removed })));
  await user.click(item.getByRole('button', { name: 'Remove for everyone' }));
  expect(await log.findByText('Message removed by An admin, 10:00 PM')).toBeTruthy();
  expect(log.queryByText('m2')).toBeNull();
  expect(calls()).toContainEqual(['DELETE', '/api/events/night/messages/id-2']);
  const first = within(log.getByText('m1').closest('li')!);
  for (const [name, muted] of [
    [/^Mute ?A seller$/, true],
    [/^Unmute ?A seller$/, false],
  ] as const) {
    await user.click(first.getByRole('button', { name }));
    const sent = JSON.stringify({ user_id: 'user-other', muted });
    expect(calls()).toContainEqual(['POST', '/api/events/night/mutes', sent]);
    expect(await screen.findByText(`A seller can ${muted ? 'no longer' : 'now'} write in this chat.`)).toBeTruthy();
  }
  expect(it.reads).toEqual([null]);
});
