import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { ChatPanel } from '../../../web/features/talk/chat/chat-panel.tsx';
import type { LiveRoom } from '../../../web/features/talk/chat/room/live-room.ts';
import { setSession } from '../../../web/session/session.ts';
import { dismissToast, toasts } from '../../../web/ui/toast-list.ts';
import { liveWorld, ME } from './room-world.ts';
import { testApp } from './test-app.tsx';

export const api = vi.fn<typeof fetch>();

interface Mine {
  is_staff: boolean;
  blocked_ids: string[];
}

const addressOf = (url: RequestInfo | URL) => (url instanceof Request ? url.url : url.toString());

export function answerMine(mine: Partial<Mine>, { push = false } = {}): void {
  const whole: Mine = { is_staff: false, blocked_ids: [], ...mine };
  const answers = Object.entries({ '/api/my/chats/': whole, '/api/launch': { switches: { push } } });
  const answerTo = (address: string) => answers.find(([path]) => address.includes(path))?.[1] ?? {};
  api.mockImplementation((url) => Promise.resolve(Response.json(answerTo(addressOf(url)))));
}

function showModal(this: HTMLDialogElement): void {
  this.open = true;
}

function close(this: HTMLDialogElement): void {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
}

export function useChatPage(): void {
  beforeEach(() => {
    // jsdom lacks these.
    Object.assign(HTMLDialogElement.prototype, { showModal, close });
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    answerMine({});
    signIn('user');
  });
  afterEach(() => {
    cleanup();
    act(() => toasts().forEach(({ id }) => dismissToast(id)));
    vi.unstubAllGlobals();
    api.mockReset();
  });
}

export function signIn(role: 'user' | 'admin'): void {
  setSession({
    status: 'signed_in',
    user: { id: ME, email: 'student@vouch.test', name: 'A student' },
    role,
    second_factor: false,
  });
}

interface Shown {
  room: LiveRoom;
  going_ids: readonly string[];
}

function Shown({ room, going_ids }: Shown) {
  const state = useSyncExternalStore(room.subscribe, room.state);
  return <ChatPanel room={room} state={state} slug="night" going_ids={going_ids} />;
}

export async function showChat({ going_ids = [] }: Partial<Pick<Shown, 'going_ids'>> = {}) {
  const made = await liveWorld();
  const page = () => <Shown room={made.room} going_ids={going_ids} />;
  const { app } = await testApp({ '/': page, '/auth': () => null }, { network: api, queryClient: new QueryClient() });
  render(app);
  await screen.findByRole('heading', { name: 'Event Chat' });
  return { ...made, user: userEvent.setup(), log: within(screen.getByRole('log', { name: 'Messages' })) };
}

export const calls = () =>
  api.mock.calls.map(([url, init]) =>
    [init?.method, new URL(addressOf(url)).pathname, init?.body].filter((part) => part !== undefined),
  );

export const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
