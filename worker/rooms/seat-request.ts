export const RELAY_HEADER = 'X-Relay';
const ADDRESS_HEADER = 'X-Client-Address';
const VISITOR_HEADER = 'X-Visitor';
const ROOM_HEADER = 'X-Room';

/** A listener's request for a seat in a room or in one of its relays. */
export interface SeatRequest {
  after: number | undefined;
  /** An IPv4 address or the network of an IPv6 address (`clientNetwork`). */
  address: string;
  /** Null or missing if the listener has no valid visitor cookie. */
  visitor?: string | null | undefined;
  /** Set only if the request goes to a relay. */
  place?: { room: string; relay: number } | undefined;
}

export function seatRequest({ after, address, visitor, place }: SeatRequest): Request {
  const headers = new Headers({ Upgrade: 'websocket', [ADDRESS_HEADER]: address });
  if (visitor) headers.set(VISITOR_HEADER, visitor);
  if (place) {
    headers.set(ROOM_HEADER, place.room);
    headers.set(RELAY_HEADER, String(place.relay));
  }
  return new Request(`https://room/${after === undefined ? '' : `?after=${after}`}`, { headers });
}

export function readSeatRequest(request: Request): SeatRequest {
  const after = new URL(request.url).searchParams.get('after');
  const room = request.headers.get(ROOM_HEADER);
  return {
    after: after === null ? undefined : Number(after),
    address: request.headers.get(ADDRESS_HEADER) ?? 'unknown',
    visitor: request.headers.get(VISITOR_HEADER),
    place: room === null ? undefined : { room, relay: Number(request.headers.get(RELAY_HEADER)) },
  };
}
