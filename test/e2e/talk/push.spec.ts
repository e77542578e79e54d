import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserKeys, readPush } from '../../support/read/read-push.ts';
import { setSwitch } from '../launch.ts';
import { bearer, type Tokens, tokensOf } from '../people.ts';
import { chromium } from '@playwright/test';
import { findWholeChromium } from '../../support/chromium.ts';
import { type APIRequestContext, type Browser, expect, test } from '../test.ts';

const LOCAL_PASSWORD = 'vouch-local-only';
const KEYS = browserKeys();

async function pushService() {
  const received: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push(Buffer.concat(parts));
    response.writeHead(201).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/one`;
  return { received, endpoint, close: () => server.close() };
}

/** No vendor's push service is reachable here, so the browser subscribes at `endpoint`. */
async function subscribingPage(
  browser: Browser,
  { tokens, endpoint, baseURL }: { tokens: Tokens; endpoint: string; baseURL: string | undefined },
) {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    viewport: { width: 375, height: 812 },
    permissions: ['notifications'],
    serviceWorkers: 'allow',
  });
  await context.addInitScript((kept) => localStorage.setItem('vouch-session', kept), JSON.stringify(tokens));
  await context.addInitScript(
    ({ address, keys }) => {
      let made: object | null = null;
      PushManager.prototype.getSubscription = async () => made as PushSubscription | null;
      PushManager.prototype.subscribe = async () => {
        made = {
          endpoint: address,
          options: {},
          toJSON: () => ({ endpoint: address, keys }),
          unsubscribe: async () => true,
        };
        return made as PushSubscription;
      };
    },
    { address: endpoint, keys: { p256dh: KEYS.p256dh, auth: KEYS.auth } },
  );
  return context.newPage();
}

const FEATURES = ['sell', 'my-tickets', 'push'] as const;

/** Turns the launch switches in `FEATURES` on or off. The other tests on this server need them off. */
async function launch(api: APIRequestContext, is_on: boolean): Promise<void> {
  const admin = await tokensOf(api, 'admin@vouch.test', LOCAL_PASSWORD);
  for (const feature of FEATURES) expect((await setSwitch(api, admin, { feature, is_on })).status()).toBe(200);
}

test.afterAll(({ request }) => launch(request, false));

test('the browser shows a push message of the Worker, and a tap opens its screen and marks it as read', async ({
  baseURL,
  request: api,
}) => {
  // The headless shell, which the other tests use, shows no notifications.
  const browser = await chromium.launch({
    executablePath: findWholeChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  await launch(api, true);
  // The buyer is the organizer, not the student. A seller gets at most one mail an hour about each buyer and event, and
  // another test may already have made a ticket request as the student.
  const [seller, buyer] = await Promise.all(
    ['seller', 'organizer'].map((name) => tokensOf(api, `${name}@vouch.test`, LOCAL_PASSWORD)),
  );
  const service = await pushService();
  const page = await subscribingPage(browser, { tokens: seller!, endpoint: service.endpoint, baseURL });
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((found) => {
    devtools.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations }) => registrations[0] && found(registrations[0].registrationId),
    );
  });
  await devtools.send('ServiceWorker.enable');
  await page.goto('/account');
  const device = page.getByRole('switch', { name: 'Push notifications on this device' });
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
  await page.reload();
  await device.click();
  await expect(device).toBeChecked();

  const { id: event_id } = (await (await api.get('/api/events/finals-are-over')).json()) as { id: string };
  const headersOf = (tokens: Tokens) => ({ ...bearer(tokens), 'Idempotency-Key': crypto.randomUUID() });
  const listed = await api.post('/api/listings', {
    headers: headersOf(seller!),
    data: { event_id, quantity: 2, ask_price: 28 },
  });
  expect(listed.status()).toBe(201);
  const asked = await api.post('/api/ticket-requests', { headers: headersOf(buyer!), data: { event_id, quantity: 1 } });
  expect(asked.status()).toBe(201);

  // The page gets the news over its live connection, and the push service gets the message for the phone.
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect(page.getByRole('link', { name: /^Notifications ?, 1 unread$/ })).toBeVisible();
  await expect.poll(() => service.received.length).toBe(1);
  const data = readPush(service.received[0]!, KEYS);
  // If a test queries the notifications before Chromium shows a stored one, Chromium loses that one.
  const displayed = new Promise<void>((done) => {
    devtools.once('BackgroundService.backgroundServiceEventReceived', () => done());
  });
  await devtools.send('BackgroundService.startObserving', { service: 'notifications' });
  await devtools.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true });
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data,
  });
  await displayed;
  const shown = await page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => ({ title, body })),
  );
  expect(shown).toEqual([
    { title: 'Request for 1 ticket', body: expect.stringContaining('a student is waiting for your answer') },
  ]);

  const [worker] = page.context().serviceWorkers();
  await worker!.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await scope.registration.getNotifications();
    // The lifetime of an event made by a script cannot be extended.
    const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined });
    globalThis.dispatchEvent(event);
  });
  await expect(page).toHaveURL(/\/my-tickets/);
  await menu.click();
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/my-tickets$/);
  await browser.close();
  service.close();
});
