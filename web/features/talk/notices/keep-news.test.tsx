import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { makeApi } from '../../../api.ts';
import { keepNews } from './keep-news.ts';

const sockets: { said: (text: string) => void }[] = [];
vi.mock('../../../text-socket.ts', () => ({
  openTextSocket: (_path: string, on: { said: (text: string) => void }) => {
    sockets.push(on);
    return { send: () => undefined, close: () => undefined };
  },
}));
vi.mock('./push-device.ts', () => ({ compareDevice: async () => undefined }));

const network: typeof fetch = async () => Response.json({ ticket: 't', unread: 0 });

let stop = () => undefined as void;
afterEach(() => stop());

test('a new notification refreshes all lists of the person who receives it', async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(['launch'], { push: true });
  const lists = ['requests', 'payment', 'event', 'notifications'].map((name) => ['mine', 'me', name]);
  const fill = () => lists.forEach((key) => queryClient.setQueryData(key, []));
  const stale = () => lists.map((key) => queryClient.getQueryState(key)!.isInvalidated);
  queryClient.setQueryData(['mine', 'other', 'requests'], []);
  fill();
  stop = keepNews({ api: makeApi('http://vouch.test', network), queryClient, userId: 'me' });
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  expect(stale()).toEqual([false, false, false, false]);
  sockets[0]!.said('{"type":"news","unread":1}');
  expect(stale()).toEqual([true, true, true, true]);
  expect(queryClient.getQueryState(['mine', 'other', 'requests'])!.isInvalidated).toBe(false);
  expect(document.documentElement.hasAttribute('data-news')).toBe(true);
  fill();
  sockets[0]!.said('{"type":"news","unread":0}');
  expect(stale()).toEqual([false, false, false, true]);
});
