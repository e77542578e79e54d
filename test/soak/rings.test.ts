import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { historyOf } from './rings/choose.ts';
import { judge } from './rings/judge.ts';
import { takeNote } from './rings/notes.ts';
import { play, shrink } from './rings/play.ts';
import { sayHistory, sayVerdict } from './rings/say.ts';
import { type Step, take } from './rings/steps.ts';
import { rest } from './rings/waiting.ts';
import { makeWorld, rows, type World } from './rings/world.ts';

// Node cannot import the WebAssembly of the password hash. No account in these tests has a password.
vi.mock('../../worker/features/people/auth/password/password-hash.ts', () => ({
  hashPassword: () => '',
  isPassword: async () => false,
  isDated: () => false,
}));

/** `npm run soak:rings` plays more seeds. With these few, everything that a verdict counts in `met` happens too. */
const SEEDS = { from: 133, count: 120 };
/** Everything that a verdict counts in `met` must happen at least this often. Otherwise it is not tested. */
const LEAST_MET = 1;
const LONG_MS = 300_000;

beforeAll(() => {
  for (const level of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
});

afterAll(() => void vi.restoreAllMocks());

const soldToHonestBuyer: Step[] = [
  { do: 'list', who: 'seller', kind: 'file', price: 'face', count: 1, at_once: true, good: true },
  { do: 'buy', who: 'honest buyer', count: 1, pays: true },
];

test(
  'in every generated history, no ring of accounts gains money and no honest person loses money',
  { timeout: LONG_MS },
  async () => {
    const found: string[] = [];
    const met: Record<string, number> = {};
    for (let seed = SEEDS.from; seed < SEEDS.from + SEEDS.count; seed++) {
      const history = historyOf(seed);
      const verdict = await play(history);
      for (const [what, count] of Object.entries(verdict.met)) met[what] = (met[what] ?? 0) + count;
      if (verdict.gained_cents <= 0 && verdict.lost.length === 0) continue;
      const short = await shrink(history, verdict);
      found.push([`seed ${seed}: ${sayVerdict(short.verdict)}`, ...sayHistory(short.history)].join('\n'));
    }
    expect(found).toEqual([]);
    expect(Object.entries(met).filter(([, count]) => count < LEAST_MET)).toEqual([]);
  },
);

async function ended(history: readonly Step[]): Promise<World> {
  const world = await makeWorld();
  for (const step of history) await take(world, step);
  await rest(world);
  return world;
}

test('the price of a good ticket that the ring sells does not count as a gain', async () => {
  expect(await play(soldToHonestBuyer)).toMatchObject({ gained_cents: 0, lost: [] });
});

test('the judge sees a seller who is paid for a worthless ticket', async () => {
  const world = await ended(soldToHonestBuyer);
  world.good.clear();
  expect(judge(world)).toMatchObject({ gained_cents: 4000, lost: ['honest buyer ends with $43.70 too little'] });
});

test('the judge sees an honest seller who is not paid, although the buyer has the tickets', async () => {
  const world = await ended([
    { do: 'list', who: 'honest seller', kind: 'transfer', price: 'face', count: 1, at_once: true, good: true },
    { do: 'buy', who: 'buyer', count: 1, pays: true },
  ]);
  expect(judge(world).lost).toEqual([]);
  world.fake.state().transfers.clear();
  expect(judge(world).lost).toEqual(['honest seller ends with $40.00 too little']);
});

test('a charge of more than twice the face value is recorded as a wrong', async () => {
  const world = await makeWorld();
  const [list, buy] = soldToHonestBuyer;
  await take(world, list);
  for (const id of world.most.keys()) world.most.set(id, 3999);
  await take(world, buy);
  takeNote(world);
  expect([...world.wrongs]).toEqual(['honest buyer was charged more than twice the face value']);
});

test('the judge accepts that a buyer is refunded because the seller did not answer the buyer’s problem', async () => {
  const history: Step[] = [
    { do: 'list', who: 'honest seller', kind: 'file', price: 'face', count: 1, at_once: true, good: true },
    { do: 'buy', who: 'buyer', count: 1, pays: true },
    { do: 'wait', until: 'half an hour before the doors' },
    { do: 'fall silent', who: 'honest seller' },
    { do: 'open', who: 'buyer' },
    { do: 'complain', who: 'buyer', kind: 'did_not_work' },
    { do: 'wait', until: 'three hours' },
  ];
  expect(await play(history)).toMatchObject({ gained_cents: 0, lost: [], met: { 'paid back': 1 } });
  const present = history.filter((step) => step.do !== 'fall silent');
  expect(await play(present)).toMatchObject({ lost: [], met: { 'paid back': 0, 'paid out': 1 } });
});

test('a refused step is not counted, such as buying tickets that are offered to the waitlist', async () => {
  const history: Step[] = [
    { do: 'wait in line', who: 'buyer' },
    ...soldToHonestBuyer,
    { do: 'wait', until: 'a minute' },
    { do: 'take the offer', who: 'buyer', pays: true },
  ];
  const { met } = await play(history);
  expect(met).toMatchObject({ offered: 1, charged: 1, 'step: buy': 0, 'step: take the offer': 1 });
});

test('a played history leaves no ticket requests behind, and playing it again gives the same verdict', async () => {
  const history: Step[] = [
    { do: 'wait in line', who: 'waiting student' },
    ...soldToHonestBuyer,
    { do: 'wait', until: 'two days after the night' },
  ];
  expect(await play(history)).toEqual(await play(history));
  expect(rows(await makeWorld(), "SELECT id FROM ticket_requests WHERE event_id = 'night'")).toEqual([]);
});
