import { DurableObject } from 'cloudflare:workers';
import { answerPings } from './audience.ts';

/** The largest number of a person's pages that are connected at once. One more page replaces the oldest. */
const MOST_SOCKETS = 20;
const CLOSE_EXPIRED = 4401;
const CLOSE_REPLACED = 4409;
const CLOSE_NO_TALK = 1008;

/** When a socket was opened and when its news ends, in UTC ms. */
interface Seat {
  since: number;
  until: number;
}

const seatOf = (socket: WebSocket) => socket.deserializeAttachment() as Seat;

/**
 * Sends news to a person's open pages and stores nothing. A socket gets news for a few minutes only, and a new socket
 * needs a valid session, so news stops soon after the session has ended.
 */
export class PersonRoom extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    answerPings(ctx);
  }

  /** The route has checked the short-lived token (`newsTicket`) with which the person connects. */
  override fetch(request: Request): Response {
    const { searchParams } = new URL(request.url);
    const seat: Seat = { since: Date.now(), until: Number(searchParams.get('until')) };
    const open = this.ctx.getWebSockets().toSorted((one, other) => seatOf(one).since - seatOf(other).since);
    for (const socket of open.slice(0, Math.max(0, open.length - MOST_SOCKETS + 1)))
      socket.close(CLOSE_REPLACED, 'replaced');
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    server.serializeAttachment(seat);
    return new Response(null, { status: 101, webSocket: client });
  }

  tell({ frame, now }: { frame: string; now: number }): void {
    for (const socket of this.ctx.getWebSockets()) {
      if (seatOf(socket).until <= now) socket.close(CLOSE_EXPIRED, 'expired');
      else socket.send(frame);
    }
  }

  override webSocketMessage(socket: WebSocket): void {
    socket.close(CLOSE_NO_TALK, 'listen only');
  }
}
