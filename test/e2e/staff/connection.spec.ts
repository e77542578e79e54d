import { Agent, request } from 'node:http';
import { expect, test } from '../test.ts';
import { bearer, newPerson } from '../people.ts';

/** Each refusal is tried with thirty sizes of a body. */
const PAIRS = 120;
const SMALLEST = 50;
const LARGEST = 20_000;

/** Each refuses a POST before it reads the body: no session, no such path, no session of the auth service, a page. */
const REFUSALS = [
  { path: '/api/ticket-requests', status: 401 },
  { path: '/api/nothing-here', status: 404 },
  { path: '/auth/v1/logout', status: 401 },
  { path: '/events', status: 404 },
];

test('a refused POST leaves its connection good for the next one', async ({ baseURL, request: api }) => {
  const session = bearer(await newPerson(api, 'A Patient Client'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const failures: unknown[] = [];
  const sockets = new Set<number | undefined>();
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const body = 'x'.repeat(Math.round(SMALLEST + ((LARGEST - SMALLEST) * pair) / (PAIRS - 1)));
    const { path, status } = REFUSALS[pair % REFUSALS.length]!;
    const refused = await post(`${baseURL}${path}`, { agent, body, headers: {} });
    const good = await post(`${baseURL}/auth/v1/logout?scope=others`, { agent, body: '{}', headers: session });
    sockets.add(refused.port).add(good.port);
    if (refused.status !== status || good.status !== 204) failures.push({ path, bytes: body.length, refused, good });
  }
  agent.destroy();
  expect(failures).toEqual([]);
  expect(sockets.size).toBe(1);
});

/**
 * Posts over the agent's connection; the status, or the error that broke the connection, and the local port of that
 * connection.
 */
function post(url: string, { agent, body, headers }: { agent: Agent; body: string; headers: Record<string, string> }) {
  return new Promise<{ status: number | string; port: number | undefined }>((done) => {
    const length = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
    const sent = request(url, { method: 'POST', agent, headers: { ...length, ...headers } }, (answer) => {
      const port = answer.socket.localPort;
      answer.resume().on('end', () => done({ status: answer.statusCode ?? 0, port }));
    });
    sent.on('error', (error) => done({ status: String(error), port: sent.socket?.localPort }));
    sent.end(body);
  });
}
