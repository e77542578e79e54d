import { Webhook } from 'standardwebhooks';
import { LOCAL_PASSWORD } from '../../worker/local/database/prepare-database.ts';
import { localVariables } from '../../worker/local/settings/variables.ts';
import { type MeasuredCost, ownHeaders } from './route-cost.ts';
import type { Measurable } from './routes.ts';
import { batch, lastCost, type MeasuredServer } from './server.ts';
import { accessTokenOf, addStudents, emailOf, firstRefreshToken, STUDENTS } from './students.ts';

const EVENTS_AT_ONCE = 500;
const MONTH_MS = 30 * 86_400_000;

interface WriteRequest {
  headers: Record<string, string>;
  body: string;
}

export interface MeasuredWrite extends Measurable {
  path: string;
  status: number;
  connections: number;
  prepared: number;
  /** Returns the request with the number `at`. Each request is sent once. The cost is measured with request 0. */
  request: (at: number) => Promise<WriteRequest>;
  /** A query for `n`, the number of stored writes. */
  stored: string;
}

/** Call `prepareWrites` first. `event_id` is the event whose tickets the students request. */
export function measuredWrites(port: number, { event_id }: { event_id: string }): MeasuredWrite[] {
  const variables = localVariables(port);
  const json = (body: object, headers: Record<string, string> = {}): WriteRequest => ({
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return [
    {
      name: 'Sign-in',
      reference: 'as many rows',
      path: '/auth/v1/token?grant_type=password',
      status: 200,
      connections: 8,
      prepared: 800,
      request: async (at) => json({ email: emailOf(at), password: LOCAL_PASSWORD }),
      stored: 'select count(*) as n from auth_sessions',
    },
    {
      name: 'Refresh of a session',
      reference: 'as many rows',
      path: '/auth/v1/token?grant_type=refresh_token',
      status: 200,
      connections: 32,
      prepared: STUDENTS - 1,
      request: async (at) => json({ refresh_token: await firstRefreshToken(at) }),
      stored: 'select sum(counter) as n from auth_sessions',
    },
    {
      name: 'Request of a ticket',
      reference: 'as many rows',
      path: '/api/ticket-requests',
      status: 201,
      connections: 32,
      prepared: STUDENTS - 1,
      request: async (at) => {
        const Authorization = `Bearer ${await accessTokenOf(at, variables)}`;
        return json({ event_id, quantity: 1 }, { Authorization, 'Idempotency-Key': crypto.randomUUID() });
      },
      stored: 'select count(*) as n from ticket_requests',
    },
    {
      name: `Ingest of ${EVENTS_AT_ONCE} events`,
      reference: 'as many rows',
      path: '/functions/v1/ingest-events',
      status: 200,
      connections: 8,
      prepared: 96,
      request: async (at) => delivery(at, variables),
      stored: `select count(*) / ${EVENTS_AT_ONCE}.0 as n from events where external_id like 'measured-%'`,
    },
  ];
}

export async function prepareWrites(server: MeasuredServer, { event_id }: { event_id: string }): Promise<void> {
  await addStudents(server);
  const sql = `update listings set quantity = ${STUDENTS} where event_id = ? and status = 'active'`;
  await batch(server, [{ sql, values: [event_id] }]);
}

export async function measureWrites(
  server: MeasuredServer,
  writes: readonly MeasuredWrite[],
): Promise<Map<string, MeasuredCost>> {
  const costs = new Map<string, MeasuredCost>();
  for (const write of writes) costs.set(write.name, await send(server, write));
  return costs;
}

async function send(server: MeasuredServer, { name, path, status, request }: MeasuredWrite): Promise<MeasuredCost> {
  const answer = await fetch(`${server.origin}${path}`, { method: 'POST', ...(await request(0)) });
  const bytes = await answer.arrayBuffer();
  const begins = Buffer.from(bytes).toString().slice(0, 200);
  if (answer.status !== status)
    throw new Error(`${name}: the status is ${answer.status} instead of ${status}: ${begins}`);
  return { ...(await lastCost(server)), body: bytes, headers: ownHeaders(answer) };
}

function delivery(number: number, { INGEST_SECRETS = '' }: Record<string, string>): WriteRequest {
  const now = new Date();
  const events = Array.from({ length: EVENTS_AT_ONCE }, (_, at) => ({
    event_name: `Measured night ${number}-${at}`,
    venue_name: 'Measured Feed Hall',
    venue_address: '1 Door Street, Boston, MA',
    start_at: new Date(now.getTime() + MONTH_MS).toISOString(),
    external_id: `measured-${number}-${at}`,
    source: 'measured',
  }));
  const body = JSON.stringify(events);
  const id = `msg_${crypto.randomUUID()}`;
  const [first = ''] = INGEST_SECRETS.split(',');
  const secret = first.replace(/^[^=]+=(?=[^=])/, '');
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  return { headers, body };
}
