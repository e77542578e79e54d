import * as v from 'valibot';
import { DAY, MINUTE, WEEK } from '../time/durations.ts';

/** The limits of vouches and of the links with which they are accepted. */
export const VOUCH_LIMITS = {
  /** The most people for whom one person vouches at a time. */
  live: 12,
  /** The most vouches that one person gives in `month_ms`, those that were revoked included. */
  monthly: 3,
  month_ms: 30 * DAY,
  /** A person without a finished deal vouches once their account is this old. */
  account_age_ms: 14 * DAY,
  /** The most open links of one person, and how long each works. */
  links: 5,
  link_ms: WEEK,
  /** For this long after a lost case of fraud, no vouch of the people who vouched for that person counts. */
  freeze_ms: 90 * DAY,
} as const;

/** How long a listing is open to mutuals of its seller only, if the seller wants that. */
export const FIRST_OFFER_MS = 30 * MINUTE;

/** The most names and events that are listed of what two people have in common. */
export const MOST_NAMED = 5;

/** `POST /api/my/vouches`: the finished deal after which one side vouches for the other. */
export const VouchAfterDeal = v.object({
  request_id: v.pipe(
    v.string('request_id must be text.'),
    v.nonEmpty('request_id must not be empty.'),
    v.maxLength(64, 'That is not a request.'),
  ),
});

const BROKEN_LINK = 'That is not a whole link. Open it again from the message in which you got it.';

/** `POST /api/my/vouch-links/look` and `/accept`: the secret part of a personal link. */
export const VouchToken = v.object({
  token: v.pipe(v.string(BROKEN_LINK), v.regex(/^[A-Za-z0-9_-]{43}$/, BROKEN_LINK)),
});

/** `PUT /api/my/mutuals`: whether the person wants to be counted as a mutual. */
export const ShowMutuals = v.object({ shows_mutuals: v.boolean('shows_mutuals is true or false.') });

/** What a person has in common with somebody else. */
export interface Mutuals {
  /** How many things they have in common in all. */
  count: number;
  /** Whether the person vouches for them. */
  vouches: boolean;
  /**
   * The names of people for whom the person vouches and who vouch for them, at most `MOST_NAMED`. A person without a
   * name is null.
   */
  friends: (string | null)[];
  /** The titles of events for which both received tickets, the newest first, at most `MOST_NAMED`. */
  events: string[];
}
