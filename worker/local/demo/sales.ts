import type { HandoverKind } from '../../../drizzle/handover-vocabulary.ts';
import type { Role } from './accounts.ts';
import { call, post } from './client.ts';
import type { Coming, Events } from './events.ts';
import { intentOf, list, move, pay, picture, reaches, request, type Sale, upload, type World } from './trade.ts';

type Step = (world: World, sale: Sale) => Promise<unknown>;

interface Story {
  buyer: Role;
  seller: Role;
  at: Coming;
  kind: HandoverKind;
  is_instant: boolean;
  steps: readonly Step[];
}

const answered: Step = (world, sale) => reaches(world, sale, ({ status }) => status !== 'authorized');
const end =
  (by: 'seller' | 'buyer', to: 'accept' | 'decline' | 'cancel'): Step =>
  async (world, sale) => {
    await move(world, sale[by], { id: sale.id, to });
    await answered(world, sale);
  };
const [accept, decline, cancel] = [end('seller', 'accept'), end('seller', 'decline'), end('buyer', 'cancel')];
const deliver: Step = async (world, { id, seller }) => {
  const proof_file_id = await upload(world, seller, { purpose: 'proof', bytes: await picture() });
  await move(world, seller, { id, to: 'delivered', body: { proof_file_id } });
};
const receive: Step = (world, { id, buyer }) => move(world, buyer, { id, to: 'received' });
const report: Step = async (world, { id, buyer }) => {
  const file_id = await upload(world, buyer, { purpose: 'evidence', bytes: await picture() });
  const text = 'The transfer never arrived. The picture shows my empty wallet.';
  await move(world, buyer, { id, to: 'problem', body: { kind: 'not_delivered', text, file_id } });
};
const answer: Step = async (world, { id, seller }) => {
  const text = 'I sent it an hour ago. The picture shows the transfer.';
  await move(world, seller, { id, to: 'problem/answer', body: { text } });
};
const decide =
  (to: 'failed' | 'replaced' | 'received', note: string): Step =>
  async (world, sale) => {
    await call(world.servers, world.cast.admin, { path: `/api/admin/handovers/${sale.id}`, body: { to, note } });
    await reaches(world, sale, ({ handover }) => handover?.status === (to === 'received' ? to : 'failed'));
  };
const reject = decide('received', 'The seller’s picture shows the transfer.');
const refund = decide('failed', 'The platform confirms that nothing was sent.');
const replace = decide('replaced', 'Other tickets are on sale.');
const dispute: Step = async (world, { id }) =>
  post(world.servers, '/control', { act: 'dispute', id: await intentOf(world, id) });

/** Does nothing, because the card is authorized before the first step. A story without any step would not be paid. */
const authorize: Step = () => Promise.resolve();

const transfer = { kind: 'transfer', is_instant: true } as const;
const asked = { kind: 'transfer', is_instant: false } as const;
const byName = { kind: 'name_list', is_instant: true } as const;

/** One sale in each state in which a sale can stay. `unpaid` lasts 15 minutes, like the hold of the tickets. */
export const STORIES = {
  unpaid: { buyer: 'student', seller: 'reseller', at: 'weekend', ...asked, steps: [] },
  authorized: { buyer: 'friend', seller: 'seller', at: 'weekend', ...asked, steps: [authorize] },
  due: { buyer: 'student', seller: 'seller', at: 'tomorrow', ...asked, steps: [accept] },
  name_due: { buyer: 'classmate', seller: 'seller', at: 'tomorrow', ...byName, steps: [authorize] },
  delivered: { buyer: 'student', seller: 'seller', at: 'full', ...transfer, steps: [deliver] },
  received: { buyer: 'classmate', seller: 'seller', at: 'full', ...transfer, steps: [deliver, receive] },
  problem: { buyer: 'friend', seller: 'reseller', at: 'tomorrow', ...transfer, steps: [deliver, report, answer] },
  rejected: { buyer: 'classmate', seller: 'reseller', at: 'tomorrow', ...transfer, steps: [deliver, report, reject] },
  refunded: { buyer: 'friend', seller: 'reseller', at: 'full', ...transfer, steps: [deliver, report, refund] },
  replaced: { buyer: 'roommate', seller: 'reseller', at: 'tomorrow', ...transfer, steps: [deliver, report, replace] },
  disputed: { buyer: 'roommate', seller: 'seller', at: 'tonight', ...byName, steps: [dispute] },
  declined: { buyer: 'classmate', seller: 'reseller', at: 'weekend', ...asked, steps: [decline] },
  cancelled: { buyer: 'roommate', seller: 'reseller', at: 'weekend', ...asked, steps: [cancel] },
  expired: { buyer: 'classmate', seller: 'reseller', at: 'full', ...asked, steps: [] },
} satisfies Record<string, Story>;

export type State = keyof typeof STORIES;

/** Just below the prices of the other tickets, so that each request reaches the listing that was made for it. */
const PRICE = 38;

export async function makeSales(world: World, events: Events): Promise<Record<State, Sale>> {
  const sales: [State, Sale][] = [];
  const paths: (() => Promise<void>)[] = [];
  for (const [state, story] of Object.entries(STORIES) as [State, Story][]) {
    const { buyer, seller, kind, is_instant, steps } = story;
    const event = events[story.at];
    await list(world, { seller, event, kind, is_instant, price: PRICE });
    const begun = await request(world, { buyer, event });
    const sale = { id: begun.id, buyer, seller };
    sales.push([state, sale]);
    if (steps.length === 0) continue;
    await pay(world, buyer, begun);
    if (is_instant) await answered(world, sale);
    paths.push(async () => {
      for (const step of steps) await step(world, sale);
    });
  }
  // A seller whose tickets failed may not list more, so all listings are made before the first story runs. An answer
  // becomes final only after ten seconds. The stories run in parallel, so that these waits do not add up.
  await Promise.all(paths.map((path) => path()));
  return Object.fromEntries(sales) as Record<State, Sale>;
}
