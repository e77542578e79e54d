import { sayLast } from '../../support/run/last-line.ts';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { quantile } from '../load.ts';
import { inPhone } from './open-page.ts';
import { startOwnServer } from '../own-server.ts';
import { writeSection } from '../performance-page.ts';

/** Each kind of click is timed this often. */
const RUNS = 20;

/**
 * A bare page, for comparison with the app. A click makes React replace it with another bare page of the same size. In
 * the app, the timed click opens a prefetched event page.
 */
const BARE = `
import { createElement as e, useState } from 'react';
import { createRoot } from 'react-dom/client';
const rows = (name) => Array.from({ length: 80 }, (_, at) => e('div', { key: at }, e('span', null, name), e('b', null, at)));
function App() {
  const [name, setName] = useState('First');
  return e('main', null, e('h1', null, name), e('a', { href: '#', onClick: () => setName(name === 'First' ? 'Second' : 'First') }, 'Swap'), rows(name));
}
createRoot(document.getElementById('root')).render(e(App));
`;

const server = await startOwnServer();
try {
  await inPhone(async (context) => {
    const page = await context.newPage();
    report({ bare: await bareSwaps(page), pages: await prefetchedPages(page) });
  });
} finally {
  await server.end();
}

function report({ bare, pages }: { bare: number[]; pages: number[] }): void {
  for (const [name, times] of Object.entries({ 'bare React swap': bare, 'prefetched event page': pages })) {
    const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    console.log(`${name.padEnd(24)} median ${median.toFixed(1)} ms · p95 ${p95.toFixed(1)} ms · ${times.length} runs`);
  }
  const [ours, reference] = [quantile(pages, 0.5), quantile(bare, 0.5)];
  const ratio = (ours / reference).toFixed(2);
  console.log(`ratio of medians ${ratio}, budget 100 ms`);
  const figure = { what: 'A prefetched event page after its click, median', figure: `${ours.toFixed(1)} ms` };
  writeSection({
    title: 'Navigation',
    command: 'npm run bench:navigation',
    figures: [{ ...figure, reference: `React swaps two bare pages: ${reference.toFixed(1)} ms`, ratio }],
  });
  const faults = ours <= 100 ? [] : [`the median is ${ours.toFixed(1)} ms, allowed are 100 ms`];
  sayLast('bench:navigation', { good: 'within its budget', faults });
}

/** Clicks a link. Returns the milliseconds until the first frame in which the page's first heading has changed. */
function timeClick(page: Page, selector: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const link = document.querySelector<HTMLElement>(wanted)!;
    const before = document.querySelector('h1');
    const text = before?.textContent;
    const clicked = performance.now();
    link.click();
    for (;;) {
      await new Promise(requestAnimationFrame);
      const heading = document.querySelector('h1');
      if (heading && (heading !== before || heading.textContent !== text)) break;
    }
    return performance.now() - clicked;
  }, selector);
}

async function bareSwaps(page: Page): Promise<number[]> {
  await page.goto('about:blank');
  await page.setContent('<div id="root"></div>');
  await page.addScriptTag({ content: await bareScript() });
  await page.locator('h1').waitFor();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await timeClick(page, 'main a'));
  return times;
}

async function bareScript(): Promise<string> {
  const name = 'virtual:bare-swap';
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [{ name, resolveId: (id) => (id === name ? id : null), load: (id) => (id === name ? BARE : null) }],
    build: { write: false, rolldownOptions: { input: name, output: { format: 'iife' } } },
  });
  if (!('output' in built)) throw new Error('Expected one bundle.');
  return built.output[0].code;
}

/** The pointer rests on the card first, so the data is prefetched. */
async function prefetchedPages(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await page.goto(`${server.origin}/events`, { waitUntil: 'networkidle' });
    const fetched = page.waitForResponse(/\/api\/events\/[a-z0-9-]+/);
    await page.locator('main article h3 a').first().hover();
    await fetched;
    await page.waitForLoadState('networkidle');
    times.push(await timeClick(page, 'main article h3 a'));
  }
  return times;
}
