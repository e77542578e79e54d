import { waitlistRow } from '../../../drizzle/seed/rows.ts';
import { waitlist } from '../../../drizzle/tables/nights/waitlist.ts';
import { USUAL_FEES } from '../../../worker/contract/trade/fees.ts';
import { refusalEnd } from '../../../worker/contract/trade/offers/offer-window.ts';
import { askForCard, endOwnCard } from '../../../worker/features/trade/kept-cards/kept-cards.db.ts';
import { settleKeptCard } from '../../../worker/features/trade/kept-cards/settle-kept-card.ts';
import { offerFirst } from '../../../worker/features/trade/offers/first-refusal.db.ts';
import { stopWanting, wantTickets } from '../../../worker/features/trade/wanted/wanted.db.ts';
import { attempt, pick, type Row, some, someOf } from './choices.ts';
import { limitNow } from './check-kept-cards.ts';
import { addListing, type World } from './world.ts';

const HOUR_MS = 3_600_000;

export async function actInSearch(world: World): Promise<void> {
  const draw = world.random();
  if (draw < 0.25) return lookForSome(world);
  if (draw < 0.35) return askForPage(world);
  if (draw < 0.6) return giveCard(world);
  if (draw < 0.88) return listOne(world);
  if (draw < 0.92) return changePrice(world);
  return draw < 0.96 ? takeBack(world) : endSearch(world);
}

interface Own {
  event_id: string;
  user_id: string;
}

const search = (world: World, where = '1') =>
  some(world, `SELECT * FROM waitlist w WHERE wanted_until > ${world.clock.ms} AND ${where}`);

const hasCard = "EXISTS (SELECT 1 FROM kept_cards c WHERE c.wanted_id = w.wanted_id AND c.status = 'kept')";

const ownOf = (row: Row): Own => ({ event_id: String(row['event_id']), user_id: String(row['applicant_id']) });

/** Runs a step that can change a kept card's price limit, then records the limit, even if the step was killed. */
async function change(world: World, own: Own, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } finally {
    world.limits.push({ ...own, at_ms: world.clock.ms, most_cents: limitNow(world, own) });
  }
}

const say = (world: World, own: Own) =>
  change(world, own, () =>
    wantTickets(world.app.db, {
      ...own,
      places: world.random() < 0.7 ? 1 : 2,
      most_cents: 2500 + Math.floor(world.random() * 9000),
      until: new Date(world.clock.ms + (1 + world.random() * 48) * HOUR_MS),
      now: world.now(),
    }),
  );

export async function lookForSome(world: World): Promise<void> {
  const own = { event_id: pick(world, world.events)!, user_id: pick(world, world.buyers)! };
  const email = `${own.user_id}@vouch.test`;
  const entry = { id: crypto.randomUUID(), event_id: own.event_id, applicant_id: own.user_id, email, email_key: email };
  await world.app.db
    .insert(waitlist)
    .values(waitlistRow({ ...entry, created_at: world.now() }))
    .onConflictDoNothing();
  await say(world, own);
  if (world.random() < 0.8) await askForPageOf(world, own);
}

async function changePrice(world: World): Promise<void> {
  const row = search(world);
  if (row) await say(world, ownOf(row));
}

const settleOne = ({ app: { env, provider }, ...world }: World, id: string) =>
  settleKeptCard(env, id, { now: world.now(), provider });

async function askForPage(world: World): Promise<void> {
  const row = search(world, `NOT ${hasCard}`);
  if (row) await askForPageOf(world, ownOf(row));
}

async function askForPageOf(world: World, own: Own): Promise<void> {
  const asked: { id?: string | null } = {};
  await change(world, own, async () => {
    asked.id = await askForCard(world.app.db, { ...own, now: world.now() });
  });
  if (asked.id) await settleOne(world, asked.id);
}

async function giveCard(world: World): Promise<void> {
  const card = some(world, "SELECT * FROM kept_cards WHERE status = 'asked' AND session_id IS NOT NULL");
  if (!card) return;
  const given = world.random();
  const kind = given < 0.65 ? 'ok' : given < 0.95 ? 'refused_later' : 'declined';
  attempt(() => world.fake.act.keepCard(String(card['session_id']), { card: kind }));
  if (world.random() < 0.7) await settleOne(world, String(card['id']));
}

async function takeBack(world: World): Promise<void> {
  const row = someOf(
    world,
    `SELECT w.* FROM waitlist w JOIN kept_cards c ON c.wanted_id = w.wanted_id WHERE c.status <> 'ended'`,
  );
  if (!row) return;
  const own = ownOf(row);
  const ended: string[] = [];
  await change(world, own, async () => void ended.push(...(await endOwnCard(world.app.db, own))));
  for (const id of ended) await settleOne(world, id);
}

async function endSearch(world: World): Promise<void> {
  const row = search(world);
  if (!row) return;
  const own = ownOf(row);
  await change(world, own, () => stopWanting(world.app.db, own));
}

async function listOne(world: World): Promise<void> {
  const row = search(world, world.random() < 0.7 ? hasCard : '1');
  if (!row) return;
  const seller_id = pick(world, world.sellers)!;
  const { event_id } = ownOf(row);
  const listing_id = await addListing(world, { event_id, seller_id, quantity: 1 + Math.floor(world.random() * 3) });
  if (world.random() < 0.3) return;
  const event = world.database.prepare('SELECT start_at, end_at FROM events WHERE id = ?').get(event_id)!;
  const end_at = event['end_at'] === null ? null : new Date(Number(event['end_at']));
  const until = refusalEnd({ now: world.now(), start_at: new Date(Number(event['start_at'])), end_at });
  if (!until) return;
  const wanted_id = String(row['wanted_id']);
  const { db } = world.app;
  await db.batch([offerFirst(db, { listing_id, wanted_id, fees: USUAL_FEES, until, now: world.now() })]);
}
