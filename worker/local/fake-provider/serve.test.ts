import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CHECKOUT } from './call-fake.ts';
import { type ServeOptions, serveFakeProvider } from './serve.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function listeningApp() {
  const received: { type: string; header: unknown; path: string | undefined }[] = [];
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const { type } = JSON.parse(Buffer.concat(parts).toString()) as { type: string };
      received.push({ type, header: incoming.headers['stripe-signature'], path: incoming.url });
      outgoing.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { received, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-provider-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const app = await listeningApp();
  const port = await freePort();
  const options: ServeOptions = {
    port,
    app: app.address,
    file: join(folder, 'state', 'fake-provider.json'),
    apiKey: 'sk_test_key',
    secret: 'whsec_test',
  };
  return { options, app, origin: `http://127.0.0.1:${port}` };
}

const headers = { Authorization: 'Bearer sk_test_key' };

test('the served fake provider sends webhooks to the app, and keeps its data after a restart', async () => {
  const { options, app, origin } = await setUp();
  const first = await serveFakeProvider(options);
  const made = await fetch(`${origin}/v1/checkout/sessions`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(CHECKOUT),
  });
  const { id, url } = (await made.json()) as { id: string; url: string };
  expect(await (await fetch(url)).text()).toContain('Pay $50.00');
  const paid = await fetch(url, {
    method: 'POST',
    headers: { Origin: origin },
    body: new URLSearchParams({ card: 'ok' }),
    redirect: 'manual',
  });
  expect([paid.status, paid.headers.get('Location')]).toEqual([303, CHECKOUT.success_url]);
  await expect.poll(() => app.received.length).toBe(2);
  const sent = { header: expect.stringMatching(/^t=\d+,v1=/), path: '/api/payments/events' };
  expect(app.received).toEqual([
    { type: 'payment_intent.amount_capturable_updated', ...sent },
    { type: 'checkout.session.completed', ...sent },
  ]);
  await first.close();
  expect(existsSync(options.file)).toBe(true);
  const second = await serveFakeProvider(options);
  const found = await fetch(`${origin}/v1/checkout/sessions/${id}`, { headers });
  expect(await found.json()).toMatchObject({ id, status: 'complete' });
  await second.close();
});

test('the served fake provider refuses requests with a foreign host name, and two fake providers cannot share a port', async () => {
  const { options } = await setUp();
  const first = await serveFakeProvider(options);
  await expect(serveFakeProvider(options)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const place = { port: options.port, host: '127.0.0.1', path: '/control' };
  const rebound = httpRequest({ ...place, headers: { Host: 'evil.test' } }).end();
  const [answer] = (await once(rebound, 'response')) as [{ statusCode: number; resume: () => void }];
  answer.resume();
  expect(answer.statusCode).toBe(421);
  await first.close();
});

test('if the served fake provider is set to lose answers, it closes the connection without an answer', async () => {
  const { options, origin } = await setUp();
  const served = await serveFakeProvider(options);
  await fetch(`${origin}/control`, {
    method: 'POST',
    headers: { Origin: origin },
    body: new URLSearchParams({ rates: '1', lostAnswer: '100' }),
  });
  await expect(fetch(`${origin}/v1/balance`, { headers })).rejects.toThrow(TypeError);
  await served.close();
});
