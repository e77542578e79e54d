import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '../test.ts';
import { bearer, newPerson } from '../people.ts';

const PAIRS = 120;
const SMALLEST = 50;
const LARGEST = 20_000;

/** Each of these refuses a POST before reading the body. */
const REFUSALS = [
  { path: '/api/ticket-requests', status: 401 },
  { path: '/api/nothing-here', status: 404 },
  { path: '/auth/v1/logout', status: 401 },
  { path: '/events', status: 404 },
];

test('after a POST is refused, the next POST can use the same connection', async ({ baseURL, request: api }) => {
  const session = bearer(await newPerson(api, 'A Patient Client'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agent.keepSocketAlive = () => true;
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

/** Returns the local port of the connection. `status` is the answer's status, or the error if there was no answer. */
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

test('each request of a test opens a new connection, as an old one may be closing', async ({ page, request: api }) => {
  let connections = 0;
  // Like the Workers runtime, this server does not announce which connections it keeps open.
  const server = createServer((socket) => {
    connections += 1;
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const from of [api, api, page.request, page.request]) expect((await from.get(url)).status()).toBe(200);
  expect(connections).toBe(4);
  server.close();
});
