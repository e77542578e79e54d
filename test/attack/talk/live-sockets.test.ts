import { env, exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { anEvent } from '../../support/worker/admin.ts';
import { Listener } from '../../support/worker/talk/listener.ts';

const ask = (path: string, headers: Record<string, string>) =>
  exports.default.fetch(`http://vouch.test/api/events/${path}`, { headers });

const listenerFrom = (slug: string, address: string, Cookie = '') =>
  new Listener(() => ask(`${slug}/live`, { Upgrade: 'websocket', 'CF-Connecting-IP': address, Cookie }));

async function connectAll(listeners: Listener[]): Promise<number[]> {
  const answers: number[] = [];
  for (const listener of listeners) answers.push(await listener.connect());
  return answers;
}

test('clients without a cookie share the socket limit of their IPv6 network', async () => {
  env.ROOM_SOCKETS_PER_ADDRESS = '100';
  await anEvent({ slug: 'sockets' });
  const answers = await connectAll(
    Array.from({ length: 105 }, (_, at) => listenerFrom('sockets', `2001:db8:50:1::${(at + 1).toString(16)}`)),
  );
  expect(answers).toEqual([...Array(100).fill(101), ...Array(5).fill(429)]);
  expect(await listenerFrom('sockets', '2001:db8:50:100::1').connect()).toBe(101);
});

test('one browser can open at most twenty sockets, and other browsers behind the same IP address can still connect', async () => {
  await anEvent({ slug: 'tabs' });
  const address = '198.51.100.70';
  const newCookie = async () => {
    const { headers } = await ask('tabs/messages', { 'CF-Connecting-IP': address });
    return headers.get('Set-Cookie')!.split(';')[0]!;
  };
  const cookie = await newCookie();
  const answers = await connectAll(Array.from({ length: 22 }, () => listenerFrom('tabs', address, cookie)));
  expect(answers).toEqual([...Array(20).fill(101), 429, 429]);
  expect(await listenerFrom('tabs', address, await newCookie()).connect()).toBe(101);
  expect(await listenerFrom('tabs', address).connect()).toBe(101);
});
