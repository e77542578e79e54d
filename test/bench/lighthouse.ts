import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import lighthouse from 'lighthouse';
import { findChromium } from '../support/chromium.ts';

/** Scores pages of a running server as on a mid-range phone, by the median of three runs. Usage: lighthouse.ts [origin] [path …] */
const [origin = 'http://127.0.0.1:8787', ...given] = process.argv.slice(2);
const RUNS = 3;
const DEBUG_PORT = 9333;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const paths = given.length > 0 ? given : ['/', '/events', await anEventPath()];
const profile = mkdtempSync(join(tmpdir(), 'vouch-lighthouse-'));
const browser = startChromium(profile);
try {
  await ready();
  for (const path of paths) {
    const runs: Awaited<ReturnType<typeof score>>[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await score(origin + path));
    const line = CATEGORIES.map((name) => `${name} ${median(runs.map((run) => run.scores[name]))}`);
    const metrics = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const;
    const measured = metrics.map((name) => `${name} ${median(runs.map((run) => run.metrics[name] ?? 0)).toFixed(3)}`);
    console.log(`${path}\n  ${line.join(' · ')}\n  ${measured.join(' · ')}`);
    for (const failed of new Set(runs.flatMap((run) => run.failed))) console.log(`  below full: ${failed}`);
  }
} finally {
  browser.kill('SIGTERM');
  await setTimeout(500);
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

async function anEventPath(): Promise<string> {
  const { events } = (await (await fetch(`${origin}/api/home`)).json()) as { events: { slug: string }[] };
  return `/events/${events[0]!.slug}`;
}

function startChromium(dir: string): ChildProcess {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const rest = ['--disable-component-update', '--disable-sync', `--user-data-dir=${dir}`, `--remote-debugging-port=${DEBUG_PORT}`];
  return spawn(findChromium(), [...flags, ...rest, 'about:blank'], { stdio: 'ignore' });
}

async function ready(): Promise<void> {
  const asked = Date.now();
  while (!(await fetch(`http://127.0.0.1:${DEBUG_PORT}/json/version`).catch(() => null))?.ok) {
    if (Date.now() - asked > 20_000) throw new Error('Chromium did not open its debugging port.');
    await setTimeout(100);
  }
}

async function score(url: string) {
  const result = await lighthouse(url, { port: DEBUG_PORT, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] });
  const { categories, audits } = result!.lhr;
  return {
    scores: Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])) as Record<
      (typeof CATEGORIES)[number],
      number
    >,
    metrics: Object.fromEntries(Object.entries(audits).map(([name, audit]) => [name, audit.numericValue])),
    failed: CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} (${audits[id]?.displayValue ?? audits[id]?.title})`),
  };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
