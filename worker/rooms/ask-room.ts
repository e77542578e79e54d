import { log } from '../http/log.ts';
import { RELAY_HEADER, seatRequest, type SeatRequest } from './seat-request.ts';

export function roomOf(env: Env, eventId: string) {
  return env.ROOMS.getByName(eventId);
}

/**
 * Answers 101 with a socket of the room or of one of its relays, 404 for a deleted event, and 429 if the visitor or the
 * IP address has too many open sockets.
 */
export async function listen(
  env: Env,
  { event_id, ...listener }: { event_id: string } & SeatRequest,
): Promise<Response> {
  const room = roomOf(env, event_id);
  const answer = await room.fetch(seatRequest(listener));
  const relay = answer.headers.get(RELAY_HEADER);
  if (answer.status !== 409 || relay === null) return answer;
  const place = { room: room.id.toString(), relay: Number(relay) };
  return env.RELAYS.getByName(`${place.room}/${place.relay}`).fetch(seatRequest({ ...listener, place }));
}

/** Call this after the write that changes the listings, ideally in `waitUntil`. */
export async function announceListings(env: Env, eventId: string): Promise<void> {
  await roomOf(env, eventId).announceListings();
}

/** Returns those of `users` who wrote in the chat. If the room fails or runs an older version, the list is empty. */
export async function findWritersIn(
  env: Env,
  { event_id, users }: { event_id: string; users: readonly string[] },
): Promise<string[]> {
  if (users.length === 0) return [];
  try {
    return await roomOf(env, event_id).writers(users);
  } catch {
    log('warn', 'writers of a chat not found', { event_id });
    return [];
  }
}

/** Call it after the row of the event is deleted. It may run twice. */
export async function closeRoom(env: Env, eventId: string): Promise<void> {
  await roomOf(env, eventId).close({ event_id: eventId, now: Date.now() });
}
