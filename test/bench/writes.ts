import { Webhook } from 'standardwebhooks';
import { LOCAL_PASSWORD } from '../../worker/local/prepare-database.ts';
import { localVariables } from '../../worker/local/variables.ts';
import { type MeasuredCost, ownHeaders } from './route-cost.ts';
import { lastCost, type MeasuredServer } from './server.ts';

const BUYER = 'student@vouch.test';
const EVENTS_AT_ONCE = 500;
const MONTH_MS = 30 * 86_400_000;

interface Write {
  path: string;
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** What writes cost, by name: each is sent once, because a repeat of it costs something else. The buyer asks for tickets of the event. */
export async function measureWrites(server: MeasuredServer, { event_id }: { event_id: string }): Promise<Map<string, MeasuredCost>> {
  const costs = new Map<string, MeasuredCost>();
  const write = async (name: string, one: Write) => {
    const cost = await send(server, name, one);
    costs.set(name, cost);
    return JSON.parse(Buffer.from(cost.body).toString()) as Record<string, string>;
  };
  const signIn = { email: BUYER, password: LOCAL_PASSWORD };
  const { refresh_token } = await write('Sign-in', {
    path: '/auth/v1/token?grant_type=password',
    status: 200,
    body: JSON.stringify(signIn),
  });
  const { access_token } = await write('Refresh of a session', {
    path: '/auth/v1/token?grant_type=refresh_token',
    status: 200,
    body: JSON.stringify({ refresh_token }),
  });
  await write('Request of a ticket', {
    path: '/api/ticket-requests',
    status: 201,
    headers: { Authorization: `Bearer ${access_token}`, 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify({ event_id, quantity: 1 }),
  });
  await write(`Ingest of ${EVENTS_AT_ONCE} events`, delivery(server));
  return costs;
}

async function send({ origin, ...server }: MeasuredServer, name: string, { path, status, headers, body }: Write): Promise<MeasuredCost> {
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body });
  const bytes = await answer.arrayBuffer();
  if (answer.status !== status) {
    throw new Error(`${name}: the status is ${answer.status} instead of ${status}: ${Buffer.from(bytes).toString().slice(0, 200)}`);
  }
  return { ...(await lastCost({ origin, ...server })), body: bytes, headers: ownHeaders(answer) };
}

/** A signed delivery of new events. */
function delivery({ port }: MeasuredServer): Write {
  const now = new Date();
  const events = Array.from({ length: EVENTS_AT_ONCE }, (_, at) => ({
    event_name: `Measured night ${at}`,
    venue_name: 'Measured Feed Hall',
    venue_address: '1 Door Street, Boston, MA',
    start_at: new Date(now.getTime() + MONTH_MS).toISOString(),
    external_id: `measured-${at}`,
    source: 'measured',
  }));
  const body = JSON.stringify(events);
  const id = `msg_${crypto.randomUUID()}`;
  const { INGEST_SECRETS = '' } = localVariables(port);
  const [first = ''] = INGEST_SECRETS.split(',');
  const secret = first.replace(/^[^=]+=(?=[^=])/, '');
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  return { path: '/functions/v1/ingest-events', status: 200, headers, body };
}
