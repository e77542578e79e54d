import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDevVars } from '../../../worker/local/settings/dev-vars.ts';
import { live } from './acting.ts';
import { makeCast, prepareState } from './cast.ts';
import { feed } from './feeding.ts';
import { emptyHistory } from './history.ts';
import { listen } from './listening.ts';
import { CONDITIONS, openOutside, SERVICES } from './outside.ts';
import { readStored } from './read-stored.ts';
import { comeToRest, hearTheRest } from './resting.ts';
import { reckon, type Reckoning, type Stored } from './reckon.ts';
import { makeServer, type Server } from './server.ts';
import { isOver, type World } from './world.ts';

/** How long people go on trying after the end, so that what they began gets its answer. */
const CLOSING_MS = 20_000;
const FEEDS = 3;
const LISTENERS_PER_EVENT = 2;
/** The last part of a run without a kill, in which memory has time to find its plateau. */
const UNDISTURBED = 0.3;
/** How long a service outside stays as it is, in ms. */
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

/** Lets people use the server while it is killed, waits until all is quiet, and reckons. */
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
  };
  const source = { secret: secrets['INGEST_SECRETS']!.split(',')[0]! };
  const listeners = cast.events.flatMap((event) =>
    Array.from({ length: LISTENERS_PER_EVENT }, () => listen(world, event)),
  );
  await Promise.all([
    killNowAndThen(world, { server, kills, seconds }),
    changeConditions(world),
    ...cast.people.map((person) => live(world, person)),
    ...Array.from({ length: FEEDS }, (_, at) => feed(world, { ...source, source: `soak-feed-${at}` })),
  ]);
  await hearTheRest(world);
  await Promise.all(listeners);
  await comeToRest(world, { server, state });
  await server.kill();
  server.kills -= 1;
  await outside.close();
  const stored = readStored(state, outside);
  return { world, server, stored, reckoning: reckon(world.history, stored) };
}

/** No limit of a person or of a day stops a crowd behind one address. */
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

/**
 * Kills at random moments, one in each equal part of the disturbed time. The time without a server does not count, so a
 * busy machine, on which it starts slowly, has people do as much.
 */
async function killNowAndThen(
  world: World,
  { server, kills, seconds }: { server: Server; kills: number; seconds: number },
): Promise<void> {
  const part = (seconds * 1000 * (1 - UNDISTURBED)) / Math.max(1, kills);
  for (let done = 1; done <= kills; done += 1) {
    await sleep(part * (0.7 + world.random() * 0.3));
    const killed = Date.now();
    await server.kill();
    await server.start();
    world.ends += Date.now() - killed;
    world.closes = world.ends + CLOSING_MS;
    console.info(`killed ${done} of ${kills}`);
  }
}

/** Each service outside is well half of the time. At the end all are. */
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
