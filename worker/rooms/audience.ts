import { PING_EVERY_MS } from '../contract/chat.ts';
import type { SeatRequest } from './seat-request.ts';

/** A listener that has not pinged for this long neither reads nor answers; its unsent frames would only pile up. */
const SILENT_MS = 3 * PING_EVERY_MS;
const SWEEP_EVERY_MS = 15_000;
const CLOSE_SILENT = 4408;
const CLOSE_NO_TALK = 1008;

/** The open sockets of a room, each with the instant it was seated (UTC ms). */
export type Audience = Map<WebSocket, number>;

/** Everyone who listens; after hibernation the sockets are still there. */
export function audienceOf(ctx: DurableObjectState): Audience {
  return new Map(ctx.getWebSockets().map((socket) => [socket, Number(socket.deserializeAttachment() ?? 0)]));
}

/** Has the runtime answer pings itself, so that they wake nobody. */
export function answerPings(ctx: DurableObjectState): void {
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'));
}

/** How many sockets one visitor, and the visitors of one address together, may hold in a room or in one relay of it. */
export interface SeatLimits {
  visitor: number;
  address: number;
}

export function seatLimits(env: Env): SeatLimits {
  return { visitor: Number(env.ROOM_SOCKETS_PER_VISITOR), address: Number(env.ROOM_SOCKETS_PER_ADDRESS) };
}

/**
 * Accepts a listener, sends it `frames` and returns the handshake's answer; 429 where its visitor or its address holds too many sockets
 * already. The newcomers of an address are counted apart, so that sockets without a cookie keep out no browser that has one.
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
  const isFull = tags.some((tag) => ctx.getWebSockets(tag).length >= (tag.startsWith('visitor:') ? limits.visitor : limits.address));
  if (isFull) return new Response(null, { status: 429 });
  const { 0: client, 1: server } = new WebSocketPair();
  ctx.acceptWebSocket(server, tags);
  server.serializeAttachment(now);
  audience.set(server, now);
  for (const frame of frames) server.send(frame);
  return new Response(null, { status: 101, webSocket: client });
}

/** Sends each frame to every listener. A listener that cannot take it is closed, and the others do not wait for it. */
export function tellAll(audience: Audience, frames: readonly string[]): void {
  for (const socket of audience.keys()) {
    try {
      for (const frame of frames) socket.send(frame);
    } catch {
      audience.delete(socket);
    }
  }
}

/** Tells everyone the last frame and closes. */
export function dismissAll(audience: Audience, frame: string): void {
  tellAll(audience, [frame]);
  for (const socket of audience.keys()) socket.close(1000, 'gone');
  audience.clear();
}

/** Lets go of listeners that have not pinged for three intervals. */
export function dropSilent(ctx: DurableObjectState, { audience, now }: { audience: Audience; now: number }): void {
  for (const [socket, seated] of audience) {
    const heard = Math.max(seated, ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0);
    if (now - heard <= SILENT_MS) continue;
    audience.delete(socket);
    socket.close(CLOSE_SILENT, 'silent');
  }
}

/** The same, often asked and seldom done. */
export function sweeper(ctx: DurableObjectState, audience: Audience): (now: number) => void {
  let sweptAt = 0;
  return (now) => {
    if (now - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now;
    dropSilent(ctx, { audience, now });
  };
}

/** A listener has nothing to say but `ping`, and that never gets here. */
export function refuseTalk(audience: Audience, socket: WebSocket): void {
  audience.delete(socket);
  socket.close(CLOSE_NO_TALK, 'listen only');
}
