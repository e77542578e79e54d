import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDevVars } from '../../../worker/local/settings/dev-vars.ts';
import { live } from './acting.ts';
import { makeCast, prepareState } from './cast.ts';
import { disturb } from './disturbing.ts';
import { feed } from './feeding.ts';
import { emptyHistory } from './history.ts';
import { listen } from './listening.ts';
import { CONDITIONS, openOutside, SERVICES } from './outside.ts';
import { readStored } from './read-stored.ts';
import { comeToRest, hearTheRest } from './resting.ts';
import { reckon, type Reckoning, type Stored } from './reckon.ts';
import { makeServer, type Server } from './server.ts';
import { watchPages } from './watching-pages.ts';
import { CLOSING_MS, isOver, type World } from './world.ts';

const FEEDS = 3;
const LISTENERS_PER_EVENT = 2;
/** How long an outside service stays well, down, slow or flaky before the next random choice, in ms. */
const CONDITION_MS = 6000;
export interface Use {
  seconds: number;
  kills: number;
  people: number;
  port: number;
  state: string;
  random: () => number;
}

export interface Result {
  world: World;
  server: Server;
  stored: Stored;
  reckoning: Reckoning;
}

export async function runUse({ seconds, kills, people, port, state, random }: Use): Promise<Result> {
  const secrets = ensureDevVars();
  const cast = makeCast(people);
  await prepareState(state, cast);
  const [apiKey, secret] = [secrets['STRIPE_SECRET_KEY']!, secrets['STRIPE_WEBHOOK_SECRET']!];
  const outside = await openOutside({ port: port + 1, app: `http://127.0.0.1:${port}`, apiKey, secret, random });
  const server = makeServer({ port, state, variables: variablesFor(port + 1) });
  await server.start();
  const ends = Date.now() + seconds * 1000;
  const world: World = {
    origin: server.origin,
    outside,
    cast,
    history: emptyHistory(),
    random,
    ends,
    closes: ends + CLOSING_MS,
    is_heard: false,
    broken: new Map(),
    answered: 0,
    unanswered: 0,
    fault: null,
    waits: { usual: [], stalled: [] },
  };
  const source = { secret: secrets['INGEST_SECRETS']!.split(',')[0]! };
  const listeners = cast.events.flatMap((event) =>
    Array.from({ length: LISTENERS_PER_EVENT }, () => listen(world, event)),
  );
  await Promise.all([
    disturb(world, { server, kills, seconds }),
    watchPages(world),
    changeConditions(world),
    ...cast.people.map((person) => live(world, person)),
    ...Array.from({ length: FEEDS }, (_, at) => feed(world, { ...source, source: `soak-feed-${at}` })),
  ]);
  await hearTheRest(world);
  await Promise.all(listeners);
  await comeToRest(world, { server, state });
  await server.measure();
  await server.kill();
  server.kills -= 1;
  await outside.close();
  const stored = readStored(state, outside);
  return { world, server, stored, reckoning: reckon(world.history, stored) };
}

/** Settings of the server. Its limits are high, because all simulated people share one IP address. */
const variablesFor = (outside: number) => ({
  CARRIER: `http://127.0.0.1:${outside}`,
  STRIPE_API_BASE: `http://127.0.0.1:${outside}`,
  SMS_SENDER: 'twilio',
  SMS_FROM: '+16175550000',
  TWILIO_ACCOUNT_SID: 'soak',
  TWILIO_AUTH_TOKEN: 'soak',
  AUTH_RATE_LIMIT_SCALE: '1000',
  AUTH_SEND_GAP_S: '1',
  MAIL_PER_DAY: '10000000',
  SMS_PER_DAY: '10000000',
});

async function changeConditions(world: World): Promise<void> {
  const { outside, random } = world;
  while (!isOver(world)) {
    for (const service of SERVICES) {
      const worse = CONDITIONS[1 + Math.floor(random() * (CONDITIONS.length - 1))]!;
      outside.setCondition(service, random() < 0.5 ? 'well' : worse);
    }
    await sleep(Math.min(CONDITION_MS, Math.max(0, world.ends - Date.now())));
  }
  for (const service of SERVICES) outside.setCondition(service, 'well');
}
