import type { Role } from './accounts.ts';
import { call, signIn } from './client.ts';
import type { DemoEvent } from './events.ts';
import type { World } from './trade.ts';

type Line = readonly [who: Role, says: string];

const SAID: readonly Line[] = [
  ['organizer', 'Doors are open. Bring your student ID, the line moves fast.'],
  ['student', 'On the Red Line, ten minutes out. Is the coat check cash only?'],
  ['organizer', 'Cards are fine, $3 an item.'],
  ['friend', 'The red lamp is real and everyone looks amazing in it.'],
  ['classmate', 'Anyone selling one more? My roommate wants to come.'],
  ['seller', 'Two of mine just went on sale, first row above.'],
  ['roommate', 'Got in by name, took about four seconds.'],
  ['classmate', 'Selling outside for cash, message me.'],
  ['friend', 'Please don’t buy outside, it’s the same price here.'],
  ['student', 'Which floor is the disco?'],
  ['friend', 'Downstairs, left of the bar.'],
];
const GOES_ON: readonly Line[] = [
  ['friend', 'They are playing it. They are actually playing it.'],
  ['classmate', 'Still a line at the coat check, about five people.'],
  ['student', 'Meet at the lamp at midnight?'],
  ['roommate', 'Yes. Somebody save a chair.'],
  ['organizer', 'The second room opens in ten minutes.'],
  ['friend', 'Water is free at the back bar, by the way.'],
];
const BETWEEN_MS = 20_000;

export async function talk(world: World, event: DemoEvent): Promise<void> {
  const sent: { id: string; says: string }[] = [];
  for (const [who, says] of SAID) {
    const mentions = says.includes('Cards are fine') ? [world.cast.student.id] : [];
    sent.push({ ...(await say(world, { event, line: [who, says], mentions })), says });
  }
  const offer = sent.find(({ says }) => says.includes('outside for cash'))!;
  await call(world.servers, world.cast.friend, {
    path: `/api/events/${event.slug}/messages/${offer.id}/reports`,
    body: { reason: 'scam', note: 'Sells tickets outside, for cash.' },
  });
}

export function keepTalking(world: World, event: DemoEvent): { stop: () => void } {
  let at = 0;
  const timer = setInterval(() => {
    const line = GOES_ON[at++ % GOES_ON.length]!;
    void sayAgain(world, { event, line }).catch((error: unknown) => console.error('The chat is silent.', error));
  }, BETWEEN_MS);
  return { stop: () => clearInterval(timer) };
}

const say = ({ servers, cast }: World, { event, line, mentions = [] }: Saying) =>
  call(servers, cast[line[0]], {
    path: `/api/events/${event.slug}/messages`,
    body: { body: line[1], client_id: crypto.randomUUID(), mentions },
  });

interface Saying {
  event: DemoEvent;
  line: Line;
  mentions?: readonly string[];
}

/** Signs the person in again first, because a demo may run for longer than an access token is valid. */
async function sayAgain(world: World, saying: Saying): Promise<void> {
  const [who] = saying.line;
  const person = await signIn(world.servers, world.cast[who].email);
  await say({ ...world, cast: { ...world.cast, [who]: person } }, saying);
}
