import { Webhook } from 'standardwebhooks';
import { ask, codeOf } from './ask.ts';
import type { Person } from './cast.ts';
import { begin } from './history.ts';
import { isOver, pause, type World } from './world.ts';

const EVERY_MS = 3000;
const EVENTS_AT_ONCE = 10;

export async function feed(world: World, { secret, source }: { secret: string; source: string }): Promise<void> {
  const program: Person = { id: source, email: '', phone: '', is_seller: false, cookies: new Map(), session: null };
  while (!isOver(world)) {
    await deliver(world, program, secret);
    await pause(world, EVERY_MS);
  }
}

async function deliver(world: World, program: Person, secret: string): Promise<void> {
  const writes = Array.from({ length: EVENTS_AT_ONCE }, () =>
    begin(world.history, { kind: 'event', key: `soak-${crypto.randomUUID()}` }),
  );
  const events = writes.map(({ key }) => ({
    event_name: `Night ${key}`,
    venue_name: 'Soak Feed Hall',
    venue_address: '1 Door Street, Boston, MA',
    start_at: new Date(world.ends + 60 * 86_400_000).toISOString(),
    external_id: key,
    source: program.id,
  }));
  const id = `msg_${crypto.randomUUID()}`;
  const body = JSON.stringify(events);
  // If the server is killed, the delivery stays marked as running for a while. During that time, a repeat gets 409.
  while (!isOver(world)) {
    const answer = await ask(
      world,
      program,
      () => signed({ secret, id, body }),
      () => writes.forEach((write) => (write.tries += 1)),
    );
    if (answer?.status !== 409) {
      const results = (answer?.body['results'] ?? []) as { id?: string; error?: string }[];
      writes.forEach((write, at) => {
        write.id = results[at]?.id ?? null;
        write.refused = results[at]?.error ?? (answer && answer.status >= 300 ? codeOf(answer) : null);
      });
      return;
    }
    await pause(world, EVERY_MS);
  }
}

function signed({ secret, id, body }: { secret: string; id: string; body: string }) {
  const now = new Date();
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  return { method: 'POST', path: '/functions/v1/ingest-events', headers, body } as const;
}
