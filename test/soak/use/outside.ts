import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { noFaults } from '../../../worker/local/fake-provider/core.ts';
import { type Fake, makeFake } from '../../../worker/local/fake-provider/fake.ts';
import { textFields } from '../../../worker/local/fake-provider/serve.ts';

const PUMP_MS = 500;
const WEBHOOK_MS = 10_000;
/** How long a slow service takes, in ms. The Worker waits ten seconds for the payment provider. */
const SLOW_MS = { least: 500, most: 11_000 };

const FLAKY = { lostAnswer: 0.2, serverError: 0.2, storedError: 0.1, doubledWebhook: 0.3, lostWebhook: 0.3 };

/** How an outside service behaves. A flaky one fails at random, sometimes after it did the work. */
export const CONDITIONS = ['well', 'down', 'slow', 'flaky'] as const;
export type Condition = (typeof CONDITIONS)[number];

export const SERVICES = ['mail', 'sms', 'payments'] as const;
export type Service = (typeof SERVICES)[number];

interface Sent {
  id: string;
  to: string;
  text: string;
}

export interface Outside {
  conditions: Record<Service, Condition>;
  provider: Fake;
  /** The messages that the carriers accepted, in order. */
  sent: Record<'mail' | 'sms', Sent[]>;
  asked: number;
  failed: number;
  setCondition: (service: Service, condition: Condition) => void;
  close: () => Promise<void>;
}

interface Where {
  port: number;
  app: string;
  apiKey: string;
  secret: string;
  random: () => number;
}

/** Serves the carriers under `/mail` and `/sms`, and the provider under all other paths. */
export async function openOutside({ port, app, apiKey, secret, random }: Where): Promise<Outside> {
  const provider = makeFake({
    apiKey,
    secret,
    origin: `http://127.0.0.1:${port}`,
    now: () => Date.now(),
    random,
    deliver: (request) => fetch(request, { signal: AbortSignal.timeout(WEBHOOK_MS) }),
    webhookUrl: `${app}/api/payments/events`,
  });
  const outside: Outside = {
    conditions: { mail: 'well', sms: 'well', payments: 'well' },
    provider,
    sent: { mail: [], sms: [] },
    asked: 0,
    failed: 0,
    setCondition,
    close,
  };
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(port, '127.0.0.1', done);
  });
  let isPumping = false;
  const timer = setInterval(() => void pump(), PUMP_MS);
  return outside;

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    await provider.pump().finally(() => {
      isPumping = false;
    });
  }

  function setCondition(service: Service, condition: Condition): void {
    outside.conditions[service] = condition;
    if (service !== 'payments') return;
    Object.assign(provider.faults, condition === 'flaky' ? FLAKY : noFaults());
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const service = incoming.url === '/mail' ? 'mail' : incoming.url === '/sms' ? 'sms' : 'payments';
    const condition = outside.conditions[service];
    outside.asked += 1;
    if (condition !== 'well') outside.failed += 1;
    try {
      const body = await buffer(incoming);
      if (condition === 'slow') await wait(SLOW_MS.least + random() * (SLOW_MS.most - SLOW_MS.least));
      if (condition === 'down') throw new Error('The service is down.');
      const response =
        service === 'payments' ? await callProvider(incoming, body) : take(service, body.toString(), condition);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    } catch {
      // A service that is down or loses an answer breaks the connection.
      outgoing.destroy();
    }
  }

  function callProvider({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer): Promise<Response> {
    const sent = method === 'POST' ? { body: new Uint8Array(body) } : {};
    const request = { method, headers: textFields(headers), ...sent };
    return provider.fetch(`http://127.0.0.1:${port}${url}`, request);
  }

  function take(channel: 'mail' | 'sms', body: string, condition: Condition): Response {
    const fate = condition === 'flaky' ? random() : 1;
    if (fate < 0.5) return new Response(null, { status: 503 });
    const id = `${channel}-${outside.sent[channel].length + 1}`;
    outside.sent[channel].push({ id, ...messageOf(channel, body) });
    if (fate < 0.75) throw new Error('The answer was lost.');
    return Response.json(channel === 'mail' ? { id } : { sid: id }, { status: 201 });
  }

  async function close(): Promise<void> {
    clearInterval(timer);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

function messageOf(channel: 'mail' | 'sms', body: string): Omit<Sent, 'id'> {
  if (channel === 'mail') {
    const { to, text } = JSON.parse(body) as { to: string; text: string };
    return { to, text };
  }
  const fields = new URLSearchParams(body);
  return { to: fields.get('To') ?? '', text: fields.get('Body') ?? '' };
}
