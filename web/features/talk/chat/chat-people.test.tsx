import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerMine, calls, input, showChat, signIn, useChatPage } from '../../../../test/support/web/shown-chat.tsx';
import { ME, message } from '../../../../test/support/web/room-world.ts';

useChatPage();

afterEach(() => void vi.useRealTimers());

const marie = { user_id: 'marie', display_name: 'Marie' };
const by = ({ user_id, display_name }: typeof marie, seq: number, over: object = {}) =>
  message(seq, { user_id, author: { display_name, is_student_verified: false }, ...over });

test('typing @ lists the people who wrote in the chat, and the message is sent with the id of the chosen person', async () => {
  const { it, user } = await showChat();
  const posts: unknown[] = [];
  it.write = (post) => {
    posts.push('mentions' in post ? post.mentions : []);
    return new Promise(() => undefined);
  };
  act(() => it.socket.say({ type: 'message', message: by(marie, 4) }));
  await user.type(input(), 'Hi @');
  const list = within(screen.getByRole('listbox', { name: 'People in this chat' }));
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Marie'),
    expect.stringContaining('A seller'),
  ]);
  expect(input().getAttribute('aria-activedescendant')).toBe(list.getAllByRole('option')[0]!.id);
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(input().value).toBe('Hi @Marie ');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('how are you?{Enter}');
  await it.settle();
  expect(posts).toEqual([['marie']]);
});

test('if the writer deletes the name of a chosen person, the message is sent without a mention', async () => {
  const { it, user } = await showChat();
  const posts: unknown[] = [];
  it.write = (post) => {
    posts.push('mentions' in post);
    return new Promise(() => undefined);
  };
  await user.type(input(), '@a');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.clear(input());
  await user.type(input(), '@sell');
  await user.click(screen.getByRole('option', { name: /A seller/ }));
  expect(input().value).toBe('@A seller ');
  await user.clear(input());
  await user.type(input(), 'nobody{Enter}');
  await it.settle();
  expect(posts).toEqual([false]);
});

test('a mentioned name is marked, and a mention of the reader stands out', async () => {
  const { it, log } = await showChat();
  const mentions = [marie, { user_id: ME, display_name: 'A student' }];
  act(() => it.socket.say({ type: 'message', message: message(4, { body: 'Ask @Marie or @A student', mentions }) }));
  const marks = [log.getByText('@Marie'), log.getByText('@A student')];
  expect(marks.map(({ tagName }) => tagName)).toEqual(['MARK', 'MARK']);
  expect(marks[0]!.className).not.toBe(marks[1]!.className);
});

test('messages of blocked people are hidden until the reader presses Show', async () => {
  answerMine({ blocked_ids: ['user-other', 'marie'] });
  const { it, user, log } = await showChat();
  act(() => it.socket.say({ type: 'message', message: by(marie, 4) }));
  expect(await log.findAllByText('Message hidden')).toHaveLength(4);
  expect(screen.queryByText(/m4/)).toBeNull();
  const shows = log.getAllByRole('button', { name: /^Show/ });
  expect(shows).toHaveLength(4);
  await user.click(shows[0]!);
  expect(log.getByText('m1')).toBeTruthy();
  await user.type(input(), '@');
  expect(screen.queryByRole('option')).toBeNull();
});

test('a reader reports a message with a reason and a note, and blocks its author', async () => {
  const { user, log } = await showChat();
  await user.click(log.getAllByRole('button', { name: 'Report or block: message from A seller' })[0]!);
  await user.click(await screen.findByRole('button', { name: 'Report this message' }));
  await user.selectOptions(screen.getByLabelText('What is wrong with it?'), 'spam');
  await user.type(screen.getByLabelText(/Anything else/), 'same text everywhere');
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  expect(await screen.findByText('Report sent')).toBeTruthy();
  const sent = JSON.stringify({ reason: 'spam', note: 'same text everywhere' });
  expect(calls()).toContainEqual(['POST', '/api/events/night/messages/id-1/reports', sent]);
  await user.click(log.getAllByRole('button', { name: 'Report or block: message from A seller' })[1]!);
  await user.click(await screen.findByRole('button', { name: 'Block A seller' }));
  expect(await screen.findByText('A seller is blocked')).toBeTruthy();
  expect(calls()).toContainEqual(['PUT', '/api/my/blocks/user-other']);
});

test('only other people’s messages have a menu', async () => {
  const { it, log } = await showChat();
  act(() => it.socket.say({ type: 'message', message: message(4, { user_id: ME }) }));
  expect(log.getAllByRole('button', { name: /^Report or block/ })).toHaveLength(3);
});

test('in slow mode a person waits after a message and sees the seconds count down', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { it, user } = await showChat();
  const created_at = new Date().toISOString();
  act(() => it.socket.say({ type: 'slow', seconds: 30 }));
  expect(screen.getByText('Slow mode: one message per person every 30 seconds.')).toBeTruthy();
  await user.type(input(), 'again');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false);
  act(() => it.socket.say({ type: 'message', message: message(4, { user_id: ME, created_at }) }));
  expect(screen.getByText(/Slow mode: you can write in (30|29) s/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  expect(screen.queryByText(/you can write in/)).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false);
});

test('staff can set slow mode in the chat and see each change that the room announces', async () => {
  answerMine({ is_staff: true });
  signIn('user');
  const { it, user } = await showChat();
  await user.selectOptions(await screen.findByLabelText('Slow mode'), '60');
  expect(calls()).toContainEqual(['PUT', '/api/events/night/slow', '{"seconds":60}']);
  act(() => it.socket.say({ type: 'slow', seconds: 300 }));
  expect((await screen.findByLabelText<HTMLSelectElement>('Slow mode')).value).toBe('300');
});
