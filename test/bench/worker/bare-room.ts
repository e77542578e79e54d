import { DurableObject } from 'cloudflare:workers';

/** A minimal broadcast room. It stores no messages, gives them no numbers, and sends each to everyone immediately. */
export class BareRoom extends DurableObject {
  override fetch(): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  say(message: Record<string, unknown>): void {
    const frame = JSON.stringify({ type: 'message', message });
    for (const socket of this.ctx.getWebSockets()) socket.send(frame);
  }
}
