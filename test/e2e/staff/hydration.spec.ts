import { type Browser, type BrowserContext, expect, type Page, test } from '../test.ts';
import { type Tokens, tokensOf } from '../people.ts';
import { hydrated } from '../visitor.ts';
import { RENDERED, DRAWN_IN_BROWSER } from '../rendered-pages.ts';

// Warm loads (see `problemsOf`) go through the service worker.
test.use({ serviceWorkers: 'allow' });

/** The pages that the server answers with 404. */
const MISSING = new Set(['/events/no-such-night', '/no/such/page']);

const isForAdmins = (path: string) => /^\/(admin|check|upload-event-images)/.test(path);

/**
 * In ms. A page should not request inlined data again while the data is younger than this. The app treats inlined data
 * as fresh for at least 30 s.
 */
const FRESH_MS = 25_000;

interface Seen {
  errors: string[];
  asked: { path: string; at: number }[];
  /** True while the tab still shows the previous page, whose requests do not count. */
  isLeaving: boolean;
}
type Tab = { page: Page; seen: Seen };

/** How many pages load at the same time. One by one would be slow: each waits for half a second without requests. */
const AT_ONCE = 4;

let admin: Tokens;

test.beforeAll(async ({ request }) => {
  admin = await tokensOf(request, 'admin@vouch.test', 'vouch-local-only');
});

async function newProfile(browser: Browser, session: Tokens | null): Promise<BrowserContext> {
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  if (session)
    await context.addInitScript((kept) => localStorage.setItem('vouch-session', kept), JSON.stringify(session));
  return context;
}

async function watchedTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  const seen: Seen = { errors: [], asked: [], isLeaving: false };
  // An event page reads the listings again once its chat is connected. Those reads do not count.
  let isLive = false;
  page.on('framenavigated', () => {
    isLive = false;
    seen.isLeaving = false;
  });
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    isLive ||= pathname.startsWith('/assets/event-live');
    if (pathname.startsWith('/api/') && !seen.isLeaving && !isLive && !search.includes('cursor='))
      seen.asked.push({ path: pathname, at: Date.now() });
  });
  page.on('console', (message) => message.type() === 'error' && seen.errors.push(message.text()));
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  return { page, seen };
}

/** Returns the time at which each inlined answer was read, in UTC ms. The keys are API paths. */
async function inlinedAnswers(page: Page): Promise<Map<string, number>> {
  const text = await page.evaluate(() => document.getElementById('query-cache')?.textContent);
  const { queries = [] } = JSON.parse(text || '{}') as {
    queries?: { queryKey: string[]; state: { dataUpdatedAt: number } }[];
  };
  const paths: Record<string, string> = {
    home: '/api/home',
    events: '/api/events',
    venues: '/api/venues',
    launch: '/api/launch',
  };
  return new Map(
    queries.map(({ queryKey: [name = '', slug], state }) => [
      name === 'event' || name === 'venue' ? `/api/${name}s/${slug}` : paths[name]!,
      state.dataUpdatedAt,
    ]),
  );
}

const repeated = (links: readonly string[]) => links.filter((link, at) => links.indexOf(link) !== at);

function linksOf(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href')!));
}

async function problemsOfLoad({ page, seen }: Tab, { path, load }: { path: string; load: string }): Promise<string[]> {
  seen.errors.length = 0;
  seen.asked.length = 0;
  seen.isLeaving = true;
  await page.goto(path);
  const inlined = await inlinedAnswers(page);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  const isMissing = MISSING.has(path);
  const title = isMissing ? await page.getByRole('heading', { level: 1 }).innerText() : '';
  return [
    ...seen.errors.filter((text) => !isMissing || !text.includes('404')).map((text) => text.slice(0, 120)),
    ...repeated(await linksOf(page)).map((link) => `links ${link} again`),
    ...seen.asked
      .map(({ path: asked, at }) => ({ asked, age: at - (inlined.get(asked) ?? 0) }))
      .filter(({ age }) => age < FRESH_MS)
      .map(({ asked, age }) => `asked for ${asked} again, ${age} ms after the page read it`),
    ...(isMissing && !/not found/i.test(title) ? [`says "${title}"`] : []),
  ].map((problem) => `${path} ${load}: ${problem}`);
}

async function shareOut<Job, Worker>(
  jobs: readonly Job[],
  { workers, work }: { workers: Worker[]; work: (job: Job, worker: Worker) => Promise<void> },
) {
  const left = [...jobs];
  await Promise.all(
    workers.map(async (worker) => {
      for (let job = left.shift(); job !== undefined; job = left.shift()) await work(job, worker);
    }),
  );
}

/** A cold load has no cache. A warm load goes through the service worker, which a visit to home has started. */
async function problemsOf(
  browser: Browser,
  { paths, session, load }: { paths: readonly string[]; session: Tokens | null; load: 'cold' | 'warm' },
): Promise<string[]> {
  const context = await newProfile(browser, session);
  const tabs = await Promise.all(paths.slice(0, AT_ONCE).map(() => watchedTab(context)));
  const problems: string[] = [];
  if (load === 'warm') {
    await problemsOfLoad(tabs[0]!, { path: '/', load: 'cold' });
    await tabs[0]!.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  }
  await shareOut(paths, {
    workers: tabs,
    work: async (path, tab) => void problems.push(...(await problemsOfLoad(tab, { path, load }))),
  });
  await context.close();
  return problems;
}

test('the first frame of the home page needs no separate files for its picture and its styles', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  const background = await page
    .locator('main > section')
    .first()
    .evaluate((hero) => getComputedStyle(hero).backgroundImage);
  expect(background).toMatch(/^url\("data:image\/webp;base64,/);
  await hydrated(page);
  const known = await page
    .locator('link[rel="stylesheet"][type="text/x-known"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
  expect(known.length).toBeGreaterThan(0);
  expect(asked.filter((path) => path.endsWith('.webp') || known.includes(path))).toEqual([]);
});

// A visitor loads pages cold, because any page can be the first. A signed-in person has visited before and loads warm.
for (const paths of RENDERED) {
  test(`${paths.join(' and ')} hydrate without errors and do not fetch their data again`, async ({ browser }) => {
    const problems = await Promise.all([
      ...paths.map((path) => problemsOf(browser, { paths: [path], session: null, load: 'cold' })),
      problemsOf(browser, { paths, session: admin, load: 'warm' }),
    ]);
    expect(problems.flat()).toEqual([]);
  });
}

for (const paths of DRAWN_IN_BROWSER) {
  test(`${paths[0]} and the other pages of its group open without an error`, async ({ browser }) => {
    // admin-gates.spec.ts opens the admin pages as a visitor.
    const open = paths.filter((path) => !isForAdmins(path));
    if (open.length > 0) expect(await problemsOf(browser, { paths: open, session: null, load: 'cold' })).toEqual([]);
    expect(await problemsOf(browser, { paths, session: admin, load: 'warm' })).toEqual([]);
  });
}
