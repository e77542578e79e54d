import { toHex } from '../../contract/text/bytes.ts';
import { HOUR, MINUTE, SECOND } from '../../contract/time/durations.ts';
import type { Core, QueuedEvent } from './core.ts';

/** How long an event waits after each failed try. If the try after the last wait fails too, the event is dropped. */
const WAITS_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];

export interface WebhookOptions {
  url: string;
  secret: string;
  deliver: (request: Request) => Promise<Response>;
}

export interface Pumped {
  accepted: number;
  /** Sent but not accepted. They are sent again later, except after their last try. */
  refused: number;
  lost: number;
  waiting: number;
}

export async function pump(core: Core, { url, secret, deliver }: WebhookOptions): Promise<Pumped> {
  const pumped = { accepted: 0, refused: 0, lost: 0 };
  for (const event of takeDue(core)) {
    if (core.happens(core.faults.lostWebhook)) pumped.lost += 1;
    else if (await isAccepted(deliver, await signed(core, { url, secret, payload: event.payload })))
      pumped.accepted += 1;
    else {
      pumped.refused += 1;
      retryLater(core, event);
    }
  }
  return { ...pumped, waiting: core.state.events.size };
}

function takeDue(core: Core): QueuedEvent[] {
  const { events } = core.state;
  const due = [...events.values()].filter((event) => event.due <= core.now());
  for (const { id } of due) events.delete(id);
  const all = due.flatMap((event) => (core.happens(core.faults.doubledWebhook) ? [event, { ...event }] : [event]));
  if (!core.happens(core.faults.shuffledWebhooks)) return all;
  return all
    .map((event) => ({ event, place: core.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ event }) => event);
}

function retryLater({ state, now }: Core, event: QueuedEvent): void {
  const wait = WAITS_MS[event.tries];
  if (wait !== undefined) state.events.set(event.id, { ...event, due: now() + wait, tries: event.tries + 1 });
}

async function isAccepted(deliver: WebhookOptions['deliver'], request: Request): Promise<boolean> {
  try {
    const response = await deliver(request);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text));

async function signed(
  core: Core,
  { url, secret, payload }: { url: string; secret: string; payload: string },
): Promise<Request> {
  const time = core.seconds();
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(`${time}.${payload}`)));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Stripe-Signature': `t=${time},v1=${toHex(mac)}`,
    'User-Agent': 'Stripe/1.0',
  };
  return new Request(url, { method: 'POST', headers, body: payload });
}
