import * as v from 'valibot';
import { DOLLARS_AND_CENTS, isWholeCents, Places } from '../tickets.ts';
import { MOST_EACH } from '../squads.ts';
import { wholeDollars } from '../whole-dollars.ts';

const UNTIL = 'Choose until when you are looking.';

/** `PUT /api/my/events/{id}/wanted`. `most_each` is in dollars a ticket, with fees. `until` is an ISO time. */
export const WantTickets = v.object(
  {
    places: Places,
    most_each: v.pipe(
      v.number(DOLLARS_AND_CENTS),
      v.minValue(1, 'Name at least $1.'),
      v.maxValue(MOST_EACH, `Name at most $${MOST_EACH}.`),
      v.check(isWholeCents, DOLLARS_AND_CENTS),
    ),
    until: v.pipe(
      v.string(UNTIL),
      v.isoTimestamp(UNTIL),
      v.transform((text) => new Date(text)),
      v.check((time) => !Number.isNaN(time.getTime()), UNTIL),
    ),
  },
  'The request must be a JSON object.',
);

/** A search for tickets. `most_each` is in dollars a ticket, with fees. Times are ISO. */
export interface WantedView {
  id: string;
  /** The first name. */
  name: string | null;
  is_yours: boolean;
  /** True while the person has a ticket request for the event or cannot buy. Others then cannot see the search. */
  rests: boolean;
  places: number;
  most_each: number;
  until: string;
  event: {
    id: string;
    slug: string;
    title: string;
    start_at: string;
    venue: string;
    city: string;
    image_url: string | null;
  };
}

export interface KeptCardView {
  /** `asked`: the person was sent to the card page, but no card is stored yet. `on`: the stored card pays at once. */
  state: 'off' | 'asked' | 'on';
  /** Whether the person can add a card now. */
  is_possible: boolean;
}

export const wantedPath = (id: string) => `/wanted/${id}`;

export const wantedPicturePath = (id: string) => `/og/wanted/${id}.png`;

/** For example, "Looking for 2 · up to $30 each". The price is rounded down to whole dollars. */
export const wantedNote = ({ places, most_each }: Pick<WantedView, 'places' | 'most_each'>) =>
  `Looking for ${places} · up to ${wholeDollars(Math.floor(most_each))}${places === 1 ? '' : ' each'}`;
