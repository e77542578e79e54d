import * as vocabulary from '../../drizzle/vocabulary.ts';
import { ACCOUNT_STATES, PAYOUT_STAGES } from '../../worker/contract/trade/payouts.ts';
import { bearer, newPerson, type Tokens, tokensOf } from './people.ts';
import type { APIRequestContext, Page, Route } from './test.ts';
import { approve, newEvent } from './trade.ts';

/** Example addresses of each route with a parameter. `{slug}` and `{id}` become those of a real event. */
const EXAMPLES: Record<string, readonly string[]> = {
  '/events/$slug': ['/events/{slug}', '/events/no-such-night'],
  '/venues/$slug': ['/venues/sample-ny', '/venues/nowhere'],
  '/admin/events/$id': ['/admin/events/{id}'],
  '/admin/money/$id': ['/admin/money/no-such-request'],
  '/pay/$requestId': ['/pay/no-such-request'],
  '/pass/$requestId': ['/pass/no-such-request'],
  '/offers/$offerId': ['/offers/no-such-offer'],
  '/squad/$id': ['/squad/no-such-squad'],
  '/wanted/$id': ['/wanted/no-such-link'],
  '/door/$slug': ['/door/{slug}'],
};

interface Router {
  routesByPath: Record<string, unknown>;
  state: { status: string; resolvedLocation?: { href: string }; location: { href: string } };
  navigate: (to: { to: string }) => Promise<void>;
}

/** Returns addresses of every route, and one address without a route. Also finds the app's router for `goTo`. */
export async function everyAddress(page: Page, event: { id: string; slug: string }): Promise<string[]> {
  const paths = await page.evaluate(() => {
    interface Fiber {
      memoizedProps?: { router?: Router };
      return?: Fiber;
    }
    const main = document.querySelector('main')!;
    const key = Object.keys(main).find((name) => name.startsWith('__reactFiber'))!;
    let fiber = (main as unknown as Record<string, Fiber | undefined>)[key];
    while (fiber && !fiber.memoizedProps?.router?.routesByPath) fiber = fiber.return;
    const router = fiber!.memoizedProps!.router!;
    Object.assign(globalThis, { router });
    return Object.keys(router.routesByPath);
  });
  const addresses = paths.flatMap((path) => {
    if (!path.includes('$')) return [path];
    const examples = EXAMPLES[path];
    if (!examples)
      throw new Error(
        `The route ${path} has a parameter: add an address of it to EXAMPLES in test/e2e/every-route.ts.`,
      );
    return examples.map((example) => example.replace('{slug}', event.slug).replace('{id}', event.id));
  });
  return [...addresses, '/no/such/page'];
}

/** Goes to an address inside the app and returns the final path. Call `everyAddress` on this page first. */
export async function goTo(page: Page, address: string): Promise<string> {
  await page.evaluate((to) => (globalThis as unknown as { router: Router }).router.navigate({ to }), address);
  await page.waitForFunction(() => {
    const { state } = (globalThis as unknown as { router: Router }).router;
    const main = document.querySelector('main')!;
    return (
      state.status === 'idle' &&
      state.resolvedLocation?.href === state.location.href &&
      // If the test resized the screen during a view transition, the transition would end with an error.
      !document.activeViewTransition &&
      main.querySelector('h1') !== null &&
      !main.querySelector('[data-skeleton], [aria-busy="true"]') &&
      ![...main.querySelectorAll('output, p')].some(({ textContent }) => /^(Loading|Connecting)/.test(textContent))
    );
  });
  return new URL(page.url()).pathname;
}

export const WORD = 'W'.repeat(60);

/** `withLongWords` keeps these words, because the app's logic depends on them. */
const KNOWN_WORDS = new Set<unknown>([...Object.values(vocabulary).flat(), ...ACCOUNT_STATES, ...PAYOUT_STAGES]);
/** `withLongWords` also keeps the values of these keys. */
const NAMES_OF_THINGS =
  /^(id|.*_id|slug|key|cursor|next|code|role|type|kind|phase|aal|status|factor_type|feature|level|action|target_type|result|token|exp|provider)$|_(by|on|token|type|key)$/;
const DATE = /^\d{4}-\d{2}-\d{2}/;
const ADDRESS = /^(\/|https?:|data:)/;
const ENOUGH = 4;

function withLongWords(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, ENOUGH).map((each) => withLongWords(each, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withLongWords(each, name)]));
  const isText = typeof value === 'string' && !NAMES_OF_THINGS.test(key) && !KNOWN_WORDS.has(value);
  return isText && !DATE.test(value) && !ADDRESS.test(value) ? WORD : value;
}

/** Answers GET requests with long words and every launch switch on. Answers all other requests with a long error. */
export async function answerWithLongWords(route: Route): Promise<void> {
  if (route.request().method() !== 'GET')
    return route.fulfill({ status: 409, json: { error: { code: 'request.refused', message: `${WORD} ${WORD}` } } });
  const answer = await route.fetch();
  if (!answer.headers()['content-type']?.includes('json')) return route.fulfill({ response: answer });
  const data = withLongWords(await answer.json()) as { switches?: Record<string, boolean> } | null;
  if (data?.switches && !Array.isArray(data.switches))
    for (const feature of Object.keys(data.switches)) data.switches[feature] = true;
  return route.fulfill({ response: answer, json: data });
}

/**
 * Makes sample rows, such as listings, ticket requests, a chat message and a club. Selling stays switched on until the
 * returned `close` is called.
 */
export async function someOfEverything(api: APIRequestContext) {
  const admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  const send = async (who: Tokens, path: string, data: object, method = 'post') => {
    const headers = { ...bearer(who), 'Idempotency-Key': crypto.randomUUID() };
    const answer = await api.fetch(path, { method, headers, data });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  };
  const [session, other] = [await newPerson(api, 'Long Words'), await newPerson(api, 'Other Side')];
  await Promise.all([session, other].map((person) => approve(api, admin, person)));
  await send(admin, `/api/admin/people/${session.user.id}`, { role: { from: 'user', to: 'admin' } }, 'patch');
  await send(admin, '/api/admin/launch/sell', { is_on: true, was_on: false }, 'put');
  const mark = Date.now().toString(36);
  const [event, second] = [await newEvent(api, admin, `Long ${mark}`), await newEvent(api, admin, `Longer ${mark}`)];
  const tickets = { quantity: 2, ask_price: 45 };
  await send(other, '/api/listings', { ...tickets, event_id: event.id });
  await send(session, '/api/listings', { ...tickets, event_id: second.id });
  await send(session, '/api/listings', { ...tickets, ask_price: 50, event_id: event.id });
  await send(session, '/api/ticket-requests', { event_id: event.id, quantity: 1 });
  await send(other, '/api/ticket-requests', { event_id: second.id, quantity: 1 });
  const person = {
    name: 'A student',
    email: `long-${mark}@vouch.test`,
    phone: '617 555 0100',
    instagram: 'long',
    school: 'BU',
  };
  await send(other, '/api/waitlist', { ...person, event_id: event.id });
  await send(other, '/api/reseller-applications', person);
  await send(other, `/api/events/${event.slug}/messages`, { body: 'A message', client_id: crypto.randomUUID() });
  const club = {
    name: `A club ${mark}`,
    description: 'A club',
    phone: '617 555 0100',
    ig_handle: 'club',
    email: 'club@vouch.test',
  };
  await send(admin, '/api/admin/clubs', { ...club, website: 'https://club.vouch.test' });
  await api.post('/functions/v1/ingest-events', {
    headers: bearer(admin),
    data: { title: 'An event without a venue' },
  });
  const close = () => send(admin, '/api/admin/launch/sell', { is_on: false, was_on: true }, 'put');
  return { session, event, close };
}
