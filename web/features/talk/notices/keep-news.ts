import type { QueryClient } from '@tanstack/react-query';
import { OPENED_NEWS } from '../../../../worker/contract/talk/notices.ts';
import { type ApiClient, unwrap } from '../../../api.ts';
import { openTextSocket } from '../../../text-socket.ts';
import { launchQuery } from '../../../common/launch/launch.queries.ts';
import { NewsConnection } from './news-connection.ts';
import { unreadQuery } from './notices.queries.ts';
import { compareDevice } from './push-device.ts';

/** Set on the root element while notifications are unread. CSS then marks the button of the closed menu. */
const MARK = 'data-news';

interface Kept {
  api: ApiClient;
  queryClient: QueryClient;
  userId: string;
}

export function keepNews({ api, queryClient, userId }: Kept): () => void {
  const end = new AbortController();
  void listen({ api, queryClient, userId }, end.signal).catch(() => undefined);
  return () => end.abort();
}

async function listen({ api, queryClient, userId }: Kept, signal: AbortSignal): Promise<void> {
  const switches = await queryClient.ensureQueryData(launchQuery(api));
  if (!switches.push || signal.aborted) return;
  await markOpened(api);
  void compareDevice(api, userId).catch(() => undefined);
  const letIn = () => void queryClient.invalidateQueries({ queryKey: ['mine', userId] });
  const connection = new NewsConnection({ ...browserHost(api), letIn }, (unread) => {
    const key = unreadQuery(userId).queryKey;
    const before = queryClient.getQueryData(key) ?? unread;
    // A new notification means that one of the person's lists has changed, so all of them are read again.
    if (unread > before) void queryClient.invalidateQueries({ queryKey: ['mine', userId] });
    else if (unread < before) void queryClient.invalidateQueries({ queryKey: ['mine', userId, 'notifications'] });
    queryClient.setQueryData(key, unread);
    document.documentElement.toggleAttribute(MARK, unread > 0);
  });
  const wake = () => connection.wake();
  const rest = () => connection.rest();
  addEventListener('online', wake, { signal });
  addEventListener('offline', rest, { signal });
  addEventListener('pagehide', rest, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && wake(), { signal });
  document.addEventListener('visibilitychange', () => document.hidden || wake(), { signal });
  signal.addEventListener('abort', () => {
    rest();
    document.documentElement.removeAttribute(MARK);
  });
  wake();
}

async function markOpened(api: ApiClient): Promise<void> {
  const url = new URL(location.href);
  const id = url.searchParams.get(OPENED_NEWS);
  if (id === null) return;
  url.searchParams.delete(OPENED_NEWS);
  history.replaceState(history.state, '', url);
  await unwrap(api.my.notifications.seen.$post({ json: { ids: [id] } })).catch(() => undefined);
}

const browserHost = (api: ApiClient) => ({
  ticket: () => unwrap(api.my.news.ticket.$post()),
  open: (ticket: string, on: { said: (text: string) => void; closed: () => void }) =>
    openTextSocket(`/api/my/news/live?ticket=${encodeURIComponent(ticket)}`, on),
  later: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
});
