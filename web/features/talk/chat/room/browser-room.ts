import { type ApiClient, unwrap } from '../../../../api.ts';
import { openTextSocket } from '../../../../text-socket.ts';
import { LiveRoom } from './live-room.ts';

/** `listingsChanged` is called when the listings may have changed. */
export function openRoom({
  api,
  slug,
  listingsChanged,
}: {
  api: ApiClient;
  slug: string;
  listingsChanged: () => void;
}): LiveRoom {
  const room = api.events[':slug'].messages;
  return new LiveRoom({
    listingsChanged,
    read: (after) => unwrap(room.$get({ param: { slug }, query: after === null ? {} : { after: String(after) } })),
    write: (json) => unwrap(room.$post({ param: { slug }, json })),
    open: (after, on) => openTextSocket(`/api/events/${encodeURIComponent(slug)}/live?after=${after}`, on),
    later: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    now: Date.now,
    random: Math.random,
    newId: () => crypto.randomUUID(),
    isOnline: () => navigator.onLine,
  });
}

/** Keeps a room connected while the page is open and online. Returns a function that disconnects it. */
export function keepAwake(room: LiveRoom): () => void {
  const end = new AbortController();
  const { signal } = end;
  const wake = () => room.wake();
  const rest = () => room.rest();
  addEventListener('online', wake, { signal });
  addEventListener('offline', rest, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && room.wake(), { signal });
  addEventListener('pagehide', rest, { signal });
  document.addEventListener('visibilitychange', () => document.hidden || room.wake(), { signal });
  room.wake();
  return () => {
    end.abort();
    room.rest();
  };
}
