import { createHash } from 'node:crypto';
import { expect, type Page, test as base } from '../test.ts';
import { drawCode } from '../../../worker/local/demo/ticket-files.ts';
import { signInAs } from '../admin.ts';
import { newPerson } from '../people.ts';

const test = base.extend({ serviceWorkers: 'allow' });

/** Paths of public content, which the browser of a shared computer may keep. */
const PUBLIC =
  /^\/(|events|events\/[a-z0-9-]+|venues(\/[a-z0-9-]+)?|(assets|posters)\/.+|offline\.(htm|css)|favicon\.svg|api\/(home|venues|events(\/[a-z0-9-]+)?)(\?.*)?)$/;

const keptCopies = (page: Page) =>
  page.evaluate(async () => {
    const copies: { path: string; rule: string }[] = [];
    for (const name of await caches.keys()) {
      const store = await caches.open(name);
      for (const request of await store.keys()) {
        const { pathname, search } = new URL(request.url);
        copies.push({
          path: pathname + search,
          rule: (await store.match(request))?.headers.get('Cache-Control') ?? '',
        });
      }
    }
    return copies;
  });

test('the service worker stores only public content, and nothing that is marked no-store', async ({
  page,
  request,
}) => {
  const tokens = await newPerson(request, 'Kept Copies');
  await page.addInitScript((kept) => localStorage.setItem('vouch-session', kept), JSON.stringify(tokens));
  await page.goto('/events/headline-halloween');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect
    .poll(async () => (await keptCopies(page)).map(({ path }) => path))
    .toContain('/events/headline-halloween');
  for (const path of [
    '/auth/v1/settings',
    '/auth/v1/.well-known/jwks.json',
    '/auth/v1/verify?token=a-secret&type=signup',
    '/api/health',
    '/events?city=Boston',
  ]) {
    await page.goto(path);
  }
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Ways to sign in' })).toBeVisible();
  const copies = await keptCopies(page);
  expect(copies.filter(({ path, rule }) => !PUBLIC.test(path) || rule.includes('no-store'))).toEqual([]);
  expect(copies.map(({ path }) => path)).toContain('/events/headline-halloween');
});

test('signing out removes the person’s data from the browser and keeps the cached copies of public pages', async ({
  page,
}) => {
  await page.goto('/auth');
  await page.getByLabel('Email').fill('student@vouch.test');
  await page.getByLabel('Password').fill('vouch-local-only');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/');
  await expect.poll(async () => (await keptCopies(page)).map(({ path }) => path)).toContain('/');
  await page.goto('/account');
  await page.evaluate(async () => {
    sessionStorage.setItem('vouch.sell.somebody', '{}');
    sessionStorage.setItem('vouch.draft.waitlist', '{}');
    // A copy that an older version of the service worker could have stored.
    for (const name of await caches.keys())
      await (await caches.open(name)).put('/my-tickets', new Response('what I bought'));
  });
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page.getByText('Signed out')).toBeVisible();
  await expect.poll(async () => (await keptCopies(page)).filter(({ path }) => !PUBLIC.test(path))).toEqual([]);
  expect((await keptCopies(page)).map(({ path }) => path)).toContain('/offline.htm');
  expect(
    await page.evaluate(() =>
      [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) => key.startsWith('vouch')),
    ),
  ).toEqual([]);
});

const CODE = 'VOUCH-KEPT-0042-NOBODY-READS-THIS';
const PAID = {
  status: 'captured',
  tickets: 40,
  total: 43.7,
  fee: 3.7,
  receives: null,
  pay_url: null,
  pay_until: null,
  refunded: 0,
  is_disputed: false,
  sold_at_once: false,
  replaces: null,
  replaced_by: null,
  problem: null,
  refund: null,
  payout: null,
  handover: {
    status: 'delivered',
    due_at: '2030-01-01T20:00:00.000Z',
    received_by_itself_at: '2030-01-03T09:00:00.000Z',
    problem: null,
  },
};
const REQUEST = {
  id: 'r1',
  quantity: 1,
  offered_price: 40,
  status: 'accepted',
  role: 'buyer',
  receiver: null,
  payment: PAID,
  undo_until: null,
  created_at: '2026-11-01T00:00:00.000Z',
  expires_at: '2026-11-01T01:00:00.000Z',
  event: {
    title: 'Kept Night',
    slug: 'kept',
    venue_name: 'Blue Line',
    start_at: '2030-01-02T03:00:00.000Z',
    state: 'on',
    moved_from: null,
  },
  other: { id: 's1', display_name: 'A seller', school: null, is_student_verified: false },
};
const TICKET = { id: 't1', code_format: 'qr', media_type: 'image/png', bytes: 1, shown_at: null, matched_at: null };

/** Answers as the server does for a buyer of one ticket. `why_not`: why the ticket cannot be opened, or null. */
async function answerAsServer(
  page: Page,
  { file, why_not = null }: { file: Buffer; why_not?: string | null },
): Promise<void> {
  const answers: Record<string, unknown> = {
    '/api/my/ticket-requests': { ticket_requests: [REQUEST] },
    '/api/ticket-requests/r1/tickets': {
      opens_at: '2026-11-01T00:00:00.000Z',
      may_open: why_not === null,
      why_not,
      tickets: [TICKET],
    },
    '/api/tickets/t1/check': { matches: true },
  };
  for (const [path, json] of Object.entries(answers)) await page.route(`**${path}`, (route) => route.fulfill({ json }));
  await page.route('**/api/tickets/t1/file', (route) => route.fulfill({ body: file, contentType: 'image/png' }));
}

/** Returns the number of ticket rows, and the browser's stored data as one text with a character per byte. */
const keptBytes = (page: Page) =>
  page.evaluate(async () => {
    const letters = (bytes: ArrayBuffer) =>
      Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
    const parts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const name of await caches.keys()) {
      const store = await caches.open(name);
      for (const request of await store.keys())
        parts.push(request.url, letters(await (await store.match(request))!.arrayBuffer()));
    }
    const read = <A>(asked: IDBRequest<A>) =>
      new Promise<A>((resolve) => asked.addEventListener('success', () => resolve(asked.result)));
    let rows = 0;
    for (const { name } of await indexedDB.databases()) {
      const database = await read(indexedDB.open(name!));
      for (const store of database.objectStoreNames) {
        for (const row of await read(database.transaction(store).objectStore(store).getAll())) {
          if (row instanceof CryptoKey) parts.push(`extractable: ${row.extractable}`);
          else if (name === 'vouch-tickets') rows++;
          for (const value of Object.values(row as object)) {
            parts.push(
              value instanceof ArrayBuffer || ArrayBuffer.isView(value)
                ? letters(new Uint8Array(value as ArrayBuffer).buffer)
                : String(value),
            );
          }
        }
      }
      database.close();
    }
    return { text: parts.join('\n'), rows };
  });

test('an opened ticket opens offline from an encrypted copy, which is deleted once the sale has ended or the person signs out', async ({
  page,
}) => {
  await signInAs(page, 'student');
  const { png } = await drawCode('qr', CODE);
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await answerAsServer(page, { file: png });
  await page.goto('/my-tickets');
  const show = page.getByRole('link', { name: /^Show ticket/ });
  const picture = page.getByRole('img', { name: 'QR code of ticket 1' });
  await show.click();
  await expect(picture).toBeVisible();
  await expect.poll(async () => (await keptCopies(page)).map(({ path }) => path)).toContain('/my-tickets');

  await page.unrouteAll();
  await page.context().setOffline(true);
  await page.goto('/my-tickets');
  await expect(page.getByText('These tickets were opened on this device.')).toBeVisible();
  expect(
    await page.evaluate(() =>
      fetch('/api/venues').then(
        () => 'answered',
        () => 'no connection',
      ),
    ),
  ).toBe('no connection');
  await show.click();
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))).toBe(
    true,
  );

  const { text, rows } = await keptBytes(page);
  expect(rows).toBe(1);
  expect(text).toContain('extractable: false');
  const hash = createHash('sha256').update(CODE).digest('hex');
  for (const secret of [CODE, hash, 'Kept Night', png.subarray(40, 72).toString('latin1')])
    expect(text.includes(secret), secret).toBe(false);
  expect(
    (await keptCopies(page)).map(({ path }) => path).filter((path) => path.startsWith('/api/') && !PUBLIC.test(path)),
  ).toEqual([]);

  await page.context().setOffline(false);
  await answerAsServer(page, { file: png, why_not: 'ended' });
  await page.reload();
  await expect(page.getByText('These tickets can no longer be opened here.')).toBeVisible();
  await expect.poll(async () => (await keptBytes(page)).rows).toBe(0);

  await page.unrouteAll();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page.getByText('Signed out')).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain('vouch-tickets');
  await expect.poll(async () => (await keptCopies(page)).map(({ path }) => path)).not.toContain('/my-tickets');
});
