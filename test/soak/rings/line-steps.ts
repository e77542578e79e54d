import { askAs, once, payFor, personOf } from './asking.ts';
import { ask, type Asked } from './serve.ts';
import { clock } from './edge.ts';
import { DAY_MS, rows, type World } from './world.ts';
import type { Name } from './names.ts';

const entryOf = ({ event_id }: World, name: string, email: string) => ({
  event_id,
  places: 1,
  name,
  email,
  phone: '617 555 0100',
  instagram: 'student',
  school: 'Boston University',
});

/** A signed-out visitor joins the waitlist under invented addresses. */
export async function ghosts(world: World, { count }: { count: number }): Promise<Asked | undefined> {
  let joined: Asked | undefined;
  for (let at = 0; at < count; at++) {
    const email = `nobody${world.ghosts.size}@invented.test`;
    world.ghosts.add(email);
    joined = await ask(world.env, '/api/waitlist', { json: entryOf(world, 'Nobody', email) });
  }
  return joined;
}

export const waitInLine = (world: World, { who }: { who: Name }): Promise<Asked> =>
  askAs(world, who, '/api/waitlist', { json: entryOf(world, who, personOf(world, who).email) });

export interface Looking {
  who: Name;
  count: number;
  /** If set, the person gives this test card, and offers are then taken automatically. */
  card?: 'ok' | 'refused_later';
}

/** Joins the waitlist and publishes for a day how many tickets the person looks for. */
export async function lookFor(world: World, { who, count, card }: Looking): Promise<Asked> {
  await waitInLine(world, { who });
  const json = { places: count, most_each: 100, until: new Date(clock.ms + DAY_MS).toISOString() };
  const shown = await askAs(world, who, `/api/my/events/${world.event_id}/wanted`, { method: 'PUT', json });
  if (card && shown.status === 200) await giveCard(world, { who, card });
  return shown;
}

async function giveCard(world: World, { who, card }: { who: Name; card: NonNullable<Looking['card']> }): Promise<void> {
  const { body } = await askAs(world, who, `/api/my/events/${world.event_id}/wanted/card`, { method: 'PUT' });
  const url = body['page_url'];
  const session = typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : '';
  if (world.fake.state().sessions.get(session)?.view.status !== 'open') return;
  world.fake.act.keepCard(session, { card, fingerprint: `card of ${who}` });
  await world.fake.pump();
}

/**
 * Returns the API path for listing tickets. If the person `through` has a search for tickets, it is the path of that
 * search. Otherwise it is the usual path.
 */
export function listingPath(world: World, through: Name | undefined): string {
  const [entry] = through
    ? rows<{ wanted_id: string | null }>(
        world,
        'SELECT wanted_id FROM waitlist WHERE event_id = ? AND applicant_id = ? AND wanted_id IS NOT NULL',
        world.event_id,
        personOf(world, through).id,
      )
    : [];
  return entry ? `/api/wanted/${entry.wanted_id}/listings` : '/api/listings';
}

export async function takeOffer(world: World, { who, pays }: { who: Name; pays: boolean }): Promise<Asked | undefined> {
  const id = offerTo(world, who);
  if (id === undefined) return undefined;
  const taken = await askAs(world, who, `/api/my/offers/${id}/take`, { json: {}, headers: once() });
  if (taken.status === 201 && pays) await payFor(world, String(taken.body['id']), who);
  return taken;
}

export async function passOffer(world: World, { who }: { who: Name }): Promise<Asked | undefined> {
  const id = offerTo(world, who);
  return id === undefined ? undefined : askAs(world, who, `/api/my/offers/${id}/pass`, { method: 'POST' });
}

function offerTo(world: World, who: Name): string | undefined {
  const { id, email } = personOf(world, who);
  const [offer] = rows<{ id: string }>(
    world,
    `SELECT offer.id FROM waitlist_offers offer JOIN waitlist entry ON entry.id = offer.entry_id
    WHERE offer.status = 'open' AND (entry.applicant_id = ? OR entry.email_key = ?)`,
    id,
    email,
  );
  return offer?.id;
}

export function heldByGhosts(world: World): number {
  if (world.ghosts.size === 0) return 0;
  const held = rows<{ email: string; quantity: number }>(
    world,
    `SELECT entry.email, offer.quantity FROM waitlist_offers offer JOIN waitlist entry ON entry.id = offer.entry_id
      WHERE offer.status = 'open'`,
  );
  return held.filter(({ email }) => world.ghosts.has(email)).reduce((sum, { quantity }) => sum + quantity, 0);
}
