import { runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { listen, roomOf } from '../../../../worker/rooms/ask-room.ts';
import { url } from './chat-room.ts';
import { Listener } from './listener.ts';
import { draft } from './room-messages.ts';

/** A listener of a room. With `after`, the listener already has the messages up to that number. */
export function listenerOf(
  event_id: string,
  { address = 'a-phone', after }: { address?: string; after?: number } = {},
) {
  const listener = new Listener((last) => listen(env, { event_id, after: last, address }));
  listener.last = after;
  return listener;
}

export const listenTo = (slug: string) =>
  new Listener((after) => {
    const path = `live${after === undefined ? '' : `?after=${after}`}`;
    return exports.default.fetch(url(slug, path), { headers: { Upgrade: 'websocket' } });
  });

export async function say(event_id: string, count = 1): Promise<void> {
  for (let i = 0; i < count; i += 1) await roomOf(env, event_id).post(draft(event_id, { body: `Message ${i}` }));
}

export const stored = (event_id: string) =>
  runInDurableObject(roomOf(env, event_id), (_, state) =>
    state.storage.sql.exec('select * from messages order by seq').toArray(),
  );
