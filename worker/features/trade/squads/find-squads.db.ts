import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { named } from '../../../../drizzle/tables/columns.ts';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { squads } from '../../../../drizzle/tables/trade/squads.ts';
import type { SquadCardStatus } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { dollars } from '../../../contract/trade/money.ts';
import type { SquadState, SquadView, SquadWhy } from '../../../contract/trade/squads.ts';
import { homeUntil, isHome } from './home.db.ts';
import { isOpen } from './squad.db.ts';
import { squadNotFound } from './squads.errors.ts';

const MOST_LISTED = 20;

interface Reader {
  user_id: string;
  now: Date;
}

interface Mate {
  id: string;
  user_id: string;
  name: string | null;
  status: SquadCardStatus;
  url: string | null;
  request: string | null;
  answer: string | null;
  declined_at: number | null;
  left_at: number | null;
  asked_until: number | null;
  expires_at: number | null;
  total_cents: number | null;
  is_charged: number;
  is_home: number;
}

const matesFor = ({ user_id, now }: Reader) =>
  sql<Mate[]>`(select json_group_array(json_object('id', card.id, 'user_id', card.user_id,
    'name', person.display_name, 'status', card.status, 'url', card.session_url,
    'request', asked.status, 'declined_at', asked.declined_at, 'left_at', card.left_at, 'answer', asked.answer,
    'asked_until', asked.asked_until, 'expires_at', asked.expires_at,
    'is_home', ${isHome({ reader: user_id, now })}, 'is_charged', coalesce(paid.status = 'captured', 0),
    'total_cents', paid.tickets_cents + paid.buyer_fee_cents))
  from (select * from squad_cards as one where one.squad_id = ${squads.id} and (one.status = 'used'
      or one.left_at is null and one.status in ('awaiting', 'authorized')) order by one.created_at, one.id) as card
  join profiles as person on person.id = card.user_id
  left join ticket_requests as asked on asked.id = card.id left join payments as paid on paid.request_id = card.id)`
    .mapWith((text: string) => JSON.parse(text) as Mate[])
    .as('mates');

const squadsWhere = (db: Db, { where, user_id, now }: Reader & { where: SQL | undefined }) =>
  db
    .select({
      squad: squads,
      was_in: sql<boolean>`exists (select 1 from squad_cards as card where card.squad_id = ${squads.id}
        and card.user_id = ${user_id})`
        .mapWith(Boolean)
        .as('was_in'),
      captain: sql<string | null>`${profiles.display_name}`.as('captain'),
      mates: matesFor({ user_id, now }),
      home_until: homeUntil(now).as('home_until'),
      event: named('event', {
        id: events.id,
        slug: events.slug,
        title: events.title,
        start_at: events.start_at,
        end_at: events.end_at,
        image_url: events.image_url,
        cancelled_at: events.cancelled_at,
      }),
      venue: named('venue', { name: venues.name, city: venues.city }),
      is_open: isOpen(now),
    })
    .from(squads)
    .innerJoin(events, eq(events.id, squads.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .innerJoin(profiles, eq(profiles.id, squads.captain_id))
    .where(where)
    .orderBy(desc(squads.created_at))
    .limit(MOST_LISTED);

type Row = Awaited<ReturnType<typeof squadsWhere>>[number];

/** Finds a squad. The caller checks that the reader has its link or a place in it. Throws `squads.not_found`. */
export async function findSquad(db: Db, { id, ...reader }: Reader & { id: string }): Promise<Seen> {
  const [row] = await squadsWhere(db, { where: eq(squads.id, id), ...reader });
  if (!row) throw squadNotFound();
  return seen(row, reader);
}

/** Newest first. Leaves out squads whose night is over, unless friends are still asked whether they got home. */
export async function findOwnSquads(db: Db, reader: Reader): Promise<Seen[]> {
  const isIn = sql`(${squads.captain_id} = ${reader.user_id} or exists (select 1 from squad_cards as own
    where own.squad_id = ${squads.id} and own.user_id = ${reader.user_id}
      and (own.status = 'used' or own.left_at is null)))`;
  const where = and(isIn, sql`(not ${isOver(reader.now)} or ${homeUntil(reader.now)} is not null)`);
  return (await squadsWhere(db, { where, ...reader })).map((row) => seen(row, reader));
}

/** Only the captain and people who have or had a card in the squad know the link. */
type Seen = Omit<SquadView, 'link'> & { knows_link: boolean };

function seen(row: Row, { user_id, now }: Reader): Seen {
  const { squad, event, venue } = row;
  const own = row.mates.find((mate) => mate.user_id === user_id) ?? null;
  const is_captain = squad.captain_id === user_id;
  const is_member = is_captain || own !== null;
  const { state, why } = stateOf(row);
  // Only friends with a ticket are asked whether they got home, and only they see the answers.
  const home_until = own?.status === 'used' && own.left_at === null ? row.home_until : null;
  return {
    id: squad.id,
    knows_link: is_captain || row.was_in,
    state,
    why,
    captain: row.captain ?? 'A friend',
    places: squad.places,
    most_total: dollars(squad.most_cents),
    pay_by: squad.pay_by.toISOString(),
    answer_by: state === 'asking' ? answerBy(row.mates, now) : null,
    home_until: home_until === null ? null : new Date(home_until).toISOString(),
    joined: row.mates.length,
    authorized: row.mates.filter(({ status }) => status !== 'awaiting').length,
    mates: is_member
      ? row.mates.map(({ id, name, status, user_id: mate, is_home }) => ({
          id,
          name: name ?? 'A friend',
          is_captain: mate === squad.captain_id,
          is_you: mate === user_id,
          is_authorized: status !== 'awaiting',
          is_home: home_until !== null && is_home === 1,
        }))
      : [],
    you: {
      is_captain,
      card: own === null ? null : (own.status as 'awaiting' | 'authorized' | 'used'),
      card_url: own?.status === 'awaiting' && state === 'gathering' ? own.url : null,
      request_id: own?.request ? own.id : null,
      total: dollars(own?.total_cents ?? null),
    },
    event: {
      id: event.id,
      slug: event.slug,
      title: event.title,
      start_at: event.start_at.toISOString(),
      end_at: event.end_at?.toISOString() ?? null,
      venue: venue.name,
      city: venue.city,
      image_url: event.image_url,
      is_open: row.is_open,
    },
  };
}

function stateOf({ squad, mates: all, event }: Row): { state: SquadState; why: SquadWhy | null } {
  if (squad.status === 'gathering') return { state: 'gathering', why: null };
  if (squad.status === 'ended') return { state: 'ended', why: squad.ended_because };
  const ends = all.map(({ request }) => request);
  if (ends.every((end) => end === 'accepted')) return { state: 'in', why: null };
  if (ends.every((end) => end === 'accepted' || end === 'pending')) return { state: 'asking', why: null };
  if (event.cancelled_at) return { state: 'ended', why: 'event' };
  if (all.some(({ is_charged }) => is_charged === 1)) return { state: 'ended', why: 'card' };
  if (all.some(({ left_at }) => left_at !== null)) return { state: 'ended', why: 'friend' };
  // Either a seller declined or was late, or a card lapsed or was refused.
  const isOfSeller = all.some(({ request, declined_at }) => request === 'expired' || declined_at !== null);
  return { state: 'ended', why: isOfSeller ? 'seller' : 'card' };
}

function answerBy(all: readonly Mate[], now: Date): string | null {
  const open = all.filter(
    ({ request, answer, expires_at }) =>
      request === 'pending' && !(answer === 'accepted' && (expires_at ?? 0) <= now.getTime()),
  );
  const ends = open.map(({ asked_until, expires_at }) => asked_until ?? expires_at ?? 0);
  return ends.length > 0 ? new Date(Math.min(...ends)).toISOString() : null;
}
