import { PING_EVERY_MS } from '../contract/talk/chat.ts';
import type { SeatRequest } from './seat-request.ts';

/** After this silence a listener counts as lost and is removed. Otherwise its unsent frames would pile up. */
const SILENT_MS = 3 * PING_EVERY_MS;
const SWEEP_EVERY_MS = 15_000;
const CLOSE_SILENT = 4408;
const CLOSE_NO_TALK = 1008;

/** The open sockets, each with the time when it connected (UTC ms). */
export type Audience = Map<WebSocket, number>;

export function audienceOf(ctx: DurableObjectState): Audience {
  return new Map(ctx.getWebSockets().map((socket) => [socket, Number(socket.deserializeAttachment() ?? 0)]));
}

/** The runtime answers pings, so that they do not wake the object. */
export function answerPings(ctx: DurableObjectState): void {
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'));
}

interface SeatLimits {
  visitor: number;
  address: number;
}

export function seatLimits(env: Env): SeatLimits {
  return { visitor: Number(env.ROOM_SOCKETS_PER_VISITOR), address: Number(env.ROOM_SOCKETS_PER_ADDRESS) };
}

/**
 * Connects a listener, or answers 429 past a limit. Newcomers (visitors without a cookie) count separately, so that
 * they cannot block browsers with a cookie.
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

export function sendToAll(audience: Audience, frames: readonly string[]): void {
  for (const socket of audience.keys()) {
    try {
      for (const frame of frames) socket.send(frame);
    } catch {
      audience.delete(socket);
    }
  }
}

export function dismissAll(audience: Audience, frame: string): void {
  sendToAll(audience, [frame]);
  for (const socket of audience.keys()) socket.close(1000, 'gone');
  audience.clear();
}

export function dropSilent(ctx: DurableObjectState, { audience, now }: { audience: Audience; now: number }): void {
  for (const [socket, seated] of audience) {
    const heard = Math.max(seated, ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0);
    if (now - heard <= SILENT_MS) continue;
    audience.delete(socket);
    socket.close(CLOSE_SILENT, 'silent');
  }
}

export function sweeper(ctx: DurableObjectState, audience: Audience): (now: number) => void {
  let sweptAt = 0;
  return (now) => {
    if (now - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now;
    dropSilent(ctx, { audience, now });
  };
}

/** Pings never arrive here, because the runtime answers them. */
export function refuseMessage(audience: Audience, socket: WebSocket): void {
  audience.delete(socket);
  socket.close(CLOSE_NO_TALK, 'listen only');
}
