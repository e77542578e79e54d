import * as v from 'valibot';
import type { SquadEnd } from '../../../drizzle/vocabulary.ts';
import { KEEPING_DAYS } from '../talk/keeping-times.ts';
import { DAY, MINUTE } from '../time/durations.ts';
import { DOLLARS_AND_CENTS, isWholeCents } from './tickets.ts';

/** The time in which all cards of a squad must be authorized, in ms. */
export const SQUAD_MS = 30 * MINUTE;
/** For how long after the end of a night its squads are asked who got home, in ms. Then the answers are deleted. */
export const HOME_MS = KEEPING_DAYS.home * DAY;
/** Including the captain's place. */
export const SQUAD_PLACES = { least: 2, most: 8 } as const;
/** Per person and night. */
export const MOST_PLANS = 10;
/** Rows of `squad_cards` per person and night. A person gets a new row each time they join a squad. */
export const MOST_CARDS = 20;
/** The most that one ticket may cost, in dollars. */
export const MOST_EACH = 1000;

const PLACES = `Choose ${SQUAD_PLACES.least} to ${SQUAD_PLACES.most} places, in whole numbers.`;
const places = v.pipe(
  v.number(PLACES),
  v.integer(PLACES),
  v.minValue(SQUAD_PLACES.least, PLACES),
  v.maxValue(SQUAD_PLACES.most, PLACES),
);

/**
 * `most_total` is the most that one ticket may cost, in dollars with fees. `again` is the id of an ended squad of the
 * captain. The friends in that squad are notified of the new one.
 */
export const PlanSquad = v.object(
  {
    event_id: v.pipe(v.string('event_id must be text.'), v.nonEmpty('event_id must not be empty.'), v.maxLength(64)),
    places,
    most_total: v.pipe(
      v.number(DOLLARS_AND_CENTS),
      v.minValue(1, 'Name at least $1.'),
      v.maxValue(MOST_EACH, `A ticket of a squad costs at most $${MOST_EACH}.`),
      v.check(isWholeCents, DOLLARS_AND_CENTS),
    ),
    again: v.optional(v.pipe(v.string('again is the id of a squad.'), v.uuid('again is the id of a squad.'))),
  },
  'The squad must be a JSON object.',
);

/** `PATCH /api/my/squads/{id}`: lowers the number of places, but not below the number of people in the squad. */
export const LowerPlaces = v.object({ places });

const INCOMPLETE = 'That link is incomplete. Open it again from the message you got it in.';

export const SquadToken = v.object({
  token: v.pipe(v.string(INCOMPLETE), v.regex(/^[\w-]{20,64}\.[0-9a-f]{64}$/, INCOMPLETE)),
});

/** `gathering`: cards are missing. `asking`: sellers must answer. `in`: all are charged. `ended`: nobody pays. */
export type SquadState = 'gathering' | 'asking' | 'in' | 'ended';

/** `seller`: a seller declined or did not answer. `card`: a card could not be charged. */
export type SquadWhy = SquadEnd | 'seller' | 'card';

export interface SquadMate {
  /** The id of the card. */
  id: string;
  name: string;
  is_captain: boolean;
  is_you: boolean;
  is_authorized: boolean;
  is_home: boolean;
}

/** Money is in dollars, times are ISO. */
export interface SquadView {
  id: string;
  /** Only for the captain and for people who have or had a card in the squad. Null for everybody else. */
  link: string | null;
  state: SquadState;
  why: SquadWhy | null;
  captain: string;
  places: number;
  most_total: number;
  pay_by: string;
  /** While sellers are asked: the earliest deadline for an answer. Null once every seller has accepted. */
  answer_by: string | null;
  /** The time until which the reader can say that they got home. Null if they cannot say so now. */
  home_until: string | null;
  joined: number;
  authorized: number;
  /** Empty for people who are not in the squad. */
  mates: SquadMate[];
  you: {
    is_captain: boolean;
    card: 'awaiting' | 'authorized' | 'used' | null;
    card_url: string | null;
    /** Null until tickets are held. */
    request_id: string | null;
    total: number | null;
  };
  event: {
    id: string;
    slug: string;
    title: string;
    start_at: string;
    end_at: string | null;
    venue: string;
    city: string;
    image_url: string | null;
    is_open: boolean;
  };
}
