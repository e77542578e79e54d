import { PING_EVERY_MS } from '../contract/talk/chat.ts';
import type { SeatRequest } from './seat-request.ts';

/** A listener without a ping for this long counts as lost. Without a limit its unsent frames would pile up. */
const SILENT_MS = 3 * PING_EVERY_MS;
const SWEEP_EVERY_MS = 15_000;
const CLOSE_SILENT = 4408;
const CLOSE_NO_TALK = 1008;

/** The open sockets of a room, each with the instant it was seated (UTC ms). */
export type Audience = Map<WebSocket, number>;

/** The sockets of all listeners. They survive hibernation. */
export function audienceOf(ctx: DurableObjectState): Audience {
  return new Map(ctx.getWebSockets().map((socket) => [socket, Number(socket.deserializeAttachment() ?? 0)]));
}

/** Lets the runtime answer pings, so that a ping does not wake the object. */
export function answerPings(ctx: DurableObjectState): void {
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'));
}

/** The most sockets of one visitor, and of all visitors of one address together, in a room or in one of its relays. */
export interface SeatLimits {
  visitor: number;
  address: number;
}

export function seatLimits(env: Env): SeatLimits {
  return { visitor: Number(env.ROOM_SOCKETS_PER_VISITOR), address: Number(env.ROOM_SOCKETS_PER_ADDRESS) };
}

/**
 * Accepts a listener, sends it `frames` and returns the handshake's answer. The answer is 429 if the visitor or the
 * address has too many sockets. Newcomers of an address are counted separately, so that sockets without a cookie cannot
 * block browsers that have one.
 */
export function seat(
  ctx: DurableObjectState,
  {
    audience,
    listener: { address, visitor },
    limits,
    frames,
    now,
  }: {
    audience: Audience;
    listener: Pick<SeatRequest, 'address' | 'visitor'>;
    limits: SeatLimits;
    frames: readonly string[];
    now: number;
  },
): Response {
  const tags = visitor ? [`visitor:${visitor}`, `address:${address}`] : [`newcomers:${address}`];
  const isFull = tags.some(
    (tag) => ctx.getWebSockets(tag).length >= (tag.startsWith('visitor:') ? limits.visitor : limits.address),
  );
  if (isFull) return new Response(null, { status: 429 });
  const { 0: client, 1: server } = new WebSocketPair();
  ctx.acceptWebSocket(server, tags);
  server.serializeAttachment(now);
  audience.set(server, now);
  for (const frame of frames) server.send(frame);
  return new Response(null, { status: 101, webSocket: client });
}

/**
 * Sends each frame to every listener. If sending to a listener fails, its socket is closed and the others still get the
 * frame.
 */
export function tellAll(audience: Audience, frames: readonly string[]): void {
  for (const socket of audience.keys()) {
    try {
      for (const frame of frames) socket.send(frame);
    } catch {
      audience.delete(socket);
    }
  }
}

/** Sends everyone a last frame and closes their sockets. */
export function dismissAll(audience: Audience, frame: string): void {
  tellAll(audience, [frame]);
  for (const socket of audience.keys()) socket.close(1000, 'gone');
  audience.clear();
}

/** Closes the sockets of listeners that have not pinged for three intervals. */
export function dropSilent(ctx: DurableObjectState, { audience, now }: { audience: Audience; now: number }): void {
  for (const [socket, seated] of audience) {
    const heard = Math.max(seated, ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0);
    if (now - heard <= SILENT_MS) continue;
    audience.delete(socket);
    socket.close(CLOSE_SILENT, 'silent');
  }
}

/** Returns a `dropSilent` that can be called often and runs once in 15 s at most. */
export function sweeper(ctx: DurableObjectState, audience: Audience): (now: number) => void {
  let sweptAt = 0;
  return (now) => {
    if (now - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now;
    dropSilent(ctx, { audience, now });
  };
}

/**
 * Closes the socket of a listener that sends anything but `ping`. The runtime answers pings, so they never get here.
 */
export function refuseTalk(audience: Audience, socket: WebSocket): void {
  audience.delete(socket);
  socket.close(CLOSE_NO_TALK, 'listen only');
}
