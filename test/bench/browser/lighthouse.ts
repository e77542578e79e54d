import { sayLast } from '../../support/run/last-line.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse';
import { endTree, OWN_TREE } from '../../../worker/local/processes/end-tree.ts';
import { findChromium, FLAGS } from '../../support/chromium.ts';
import { startFront } from './edge-front.ts';
import { quantile } from '../load.ts';
import { startOwnServer } from '../own-server.ts';
import { type Figure, table, writeSection } from '../performance-page.ts';

/**
 * Scores each page with and without scripts, on a throttled network and with compressed responses. Fails if a score is
 * below 100, if a paint takes more than 1.1 times as long as without scripts, or if scripts block for 100 ms.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' } },
});
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const PAINTS = { 'first-contentful-paint': 'first paint', 'largest-contentful-paint': 'largest paint' } as const;
const METRICS = [
  ...(Object.keys(PAINTS) as (keyof typeof PAINTS)[]),
  'total-blocking-time',
  'cumulative-layout-shift',
] as const;
type Scores = Record<(typeof CATEGORIES)[number], number>;
type Metrics = Record<(typeof METRICS)[number], number>;
const MOST_TIMES = 1.1;
const MOST_BLOCKING_MS = 100;

const { origin: upstream, folder, end } = await startOwnServer();
const browser = startChromium();
const [front, scriptFree] = await Promise.all([startFront(upstream), startFront(upstream, { isScriptFree: true })]);
let debugPort = 0;
try {
  debugPort = await portOf(browser);
  const paths = positionals.length > 0 ? positionals : ['/', '/events', await anEventPath()];
  const figures: Figure[] = [];
  const faults: string[] = [];
  const rows: string[][] = [];
  for (const path of paths) {
    const { scores, metrics, reference, failed } = await measure(path);
    const blocking = metrics['total-blocking-time'];
    for (const [name, shown] of Object.entries(PAINTS) as [keyof typeof PAINTS, string][]) {
      const ratio = metrics[name] / reference[name];
      if (ratio > MOST_TIMES) faults.push(`${path}: ${shown}`);
      const [figure = '', without] = [metrics[name], reference[name]].map((ms) => `${(ms / 1000).toFixed(2)} s`);
      const compared = { reference: `without scripts: ${without}`, ratio: ratio.toFixed(2) };
      figures.push({ what: `\`${path}\`: ${shown}`, figure, ...compared });
      console.log(`${path.padEnd(28)} ${shown.padEnd(14)} ${figure} · ${compared.reference} · ratio ${compared.ratio}`);
    }
    if (blocking >= MOST_BLOCKING_MS) faults.push(`${path}: blocked`);
    if (scores.some((each) => each < 100)) faults.push(`${path}: scores`);
    const shift = metrics['cumulative-layout-shift'].toFixed(3);
    rows.push([`\`${path}\``, ...scores.map(String), `${blocking.toFixed(0)} ms`, shift]);
    console.log(`${path.padEnd(28)} scores ${scores.join(' · ')} · blocked ${blocking.toFixed(0)} ms · shift ${shift}`);
    for (const one of failed) console.log(`  below full: ${one}`);
  }
  writeSection({
    title: 'First paint',
    command: 'npm run bench:lighthouse',
    figures,
    text: table(
      ['Page', 'Performance', 'Accessibility', 'Best practices', 'SEO', 'Total blocking time', 'Layout shift'],
      rows,
    ),
  });
  sayLast('bench:lighthouse', { good: 'every page within its budget', faults });
} finally {
  await front.close();
  await scriptFree.close();
  await endTree(browser, 'SIGTERM');
  await end();
}

/** The runs with and without scripts alternate, so both see the same load. */
async function measure(path: string) {
  const ours: Awaited<ReturnType<typeof score>>[] = [];
  const theirs: typeof ours = [];
  for (let run = 0; run < Number(values.runs); run += 1) {
    ours.push(await score(front.origin + path));
    theirs.push(await score(scriptFree.origin + path));
  }
  return {
    scores: CATEGORIES.map((name) => median(ours.map((run) => run.scores[name]))),
    metrics: medians(ours),
    reference: medians(theirs),
    failed: new Set(ours.flatMap((run) => run.failed)),
  };
}

function median(measured: readonly number[]): number {
  return quantile(measured, 0.5);
}

function medians(runs: readonly { metrics: Metrics }[]): Metrics {
  return Object.fromEntries(METRICS.map((name) => [name, median(runs.map(({ metrics }) => metrics[name]))])) as Metrics;
}

async function score(url: string) {
  const result = await lighthouse(url, {
    port: debugPort,
    output: 'json',
    logLevel: 'error',
    // Throttles for real, because Lighthouse's simulation assumes that a paint waits for every script before it.
    throttlingMethod: 'devtools',
    onlyCategories: [...CATEGORIES],
  });
  const { categories, audits } = result!.lhr;
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
    ) as Scores,
    metrics: Object.fromEntries(METRICS.map((name) => [name, audits[name]?.numericValue ?? Number.NaN])) as Metrics,
    failed: CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} (${audits[id]?.displayValue ?? audits[id]?.title})`),
  };
}

async function anEventPath(): Promise<string> {
  const { events } = (await (await fetch(`${upstream}/api/home`)).json()) as { events: { slug: string }[] };
  return `/events/${events[0]!.slug}`;
}

function startChromium(): ChildProcess {
  const profile = [`--user-data-dir=${join(folder, 'profile')}`, '--remote-debugging-port=0'];
  const flags = ['--headless', ...FLAGS, '--disable-component-update', ...profile, 'about:blank'];
  return spawn(findChromium(), flags, { ...OWN_TREE, stdio: 'ignore' });
}

/** The browser chooses the port of its debugger and writes it into its profile. */
async function portOf(opened: ChildProcess): Promise<number> {
  const file = join(folder, 'profile', 'DevToolsActivePort');
  for (let tries = 0; tries < 200 && opened.exitCode === null; tries += 1) {
    if (existsSync(file)) return Number(readFileSync(file, 'utf8').split('\n')[0]);
    await setTimeout(100);
  }
  throw new Error('Chromium did not open its debugging port.');
}
