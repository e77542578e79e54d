import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quantile } from '../load.ts';
import { inPhone } from './open-page.ts';
import { startOwnServer } from '../own-server.ts';
import { writeSection } from '../performance-page.ts';

/** Scrolls through 2,000 events on a phone's screen and prints how long the frames took. */
const events = Number(process.argv[2] ?? 2000);
const slowdown = Number(process.env['SLOWDOWN'] ?? 4);
/** Pixels per frame of a hard flick: 18,000 pixels a second. */
const STEP = 300;

const { origin, folder, env, end } = await startOwnServer();
try {
  const file = join(folder, 'events.json');
  writeFileSync(file, JSON.stringify(Array.from({ length: events }, (_, at) => anEvent(at))));
  execFileSync(process.execPath, ['worker/local/ingest.ts', file, '--url', origin], { env, stdio: 'ignore' });
  const { frames, cards, height } = await scroll();
  console.log(
    `${cards} cards, ${Math.round(height / 1000)} thousand pixels, ${frames.length} frames, processor slowed ${slowdown} times`,
  );
  // If the list slows down as it grows, the last quarter of the frames takes longer.
  const quarter = Math.floor(frames.length / 4);
  for (const [name, part] of Object.entries({
    all: frames,
    'first quarter': frames.slice(0, quarter),
    'last quarter': frames.slice(-quarter),
  })) {
    const [median, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(part, share).toFixed(1));
    console.log(
      `${name.padEnd(14)} median ${median} ms · p95 ${p95} · p99 ${p99} · longest ${Math.max(...part).toFixed(1)}`,
    );
  }
  const slow = frames.filter((frame) => frame > 50).length;
  console.log(`frames over 50 ms: ${slow}`);
  const [first, last] = [frames.slice(0, quarter), frames.slice(-quarter)].map((part) => quantile(part, 0.95));
  writeSection({
    title: 'Scrolling',
    command: 'npm run bench:scroll',
    figures: [
      {
        what: `A list of ${events} events, last quarter: p95 of a frame`,
        figure: `${last!.toFixed(1)} ms`,
        reference: `first quarter: ${first!.toFixed(1)} ms`,
        ratio: (last! / first!).toFixed(2),
      },
      {
        what: 'Frames over 50 ms',
        figure: String(slow),
        reference: `all frames: ${frames.length}`,
        ratio: (slow / frames.length).toFixed(2),
      },
    ],
    text: `The processor was slowed ${slowdown} times.`,
  });
} finally {
  await end();
}

function anEvent(at: number) {
  return {
    event_name: `Night ${at}: ${['Low End', 'Disco', 'Garage', 'Amapiano'][at % 4]} ${at % 37}`,
    venue_name: `Room ${at % 60}`,
    venue_address: `${at % 60} Kent Avenue, ${at % 2 ? 'Boston, MA' : 'New York, NY'}`,
    start_at: new Date(Date.now() + (1 + at / 8) * 86_400_000).toISOString(),
    description: 'Two rooms, one line at the door, records only.',
    price_min: 15 + (at % 60),
    source: 'bench',
    external_id: String(at),
  };
}

/** Returns the milliseconds between consecutive frames. */
function scroll() {
  return inPhone(async (context) => {
    const page = await context.newPage();
    await page.goto(`${origin}/events`, { waitUntil: 'networkidle' });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return page.evaluate(async (step) => {
      const frames: number[] = [];
      let last = await new Promise<number>(requestAnimationFrame);
      for (let still = 0; still < 30;) {
        const before = scrollY;
        scrollBy({ top: step, behavior: 'instant' });
        const now = await new Promise<number>(requestAnimationFrame);
        frames.push(now - last);
        last = now;
        still = scrollY === before ? still + 1 : 0;
      }
      return { frames, cards: document.querySelectorAll('main article').length, height: document.body.scrollHeight };
    }, STEP);
  });
}
