import * as v from 'valibot';
import { DAY, MINUTE, WEEK } from '../time/durations.ts';

/** Limits on vouches and on the links that people accept them with. */
export const VOUCH_LIMITS = {
  /** The most people that one person can vouch for at a time. */
  live: 12,
  /** The most vouches that one person can give in `month_ms`, including revoked ones. */
  monthly: 3,
  month_ms: 30 * DAY,
  /** A person without a finished deal can vouch once their account is this old. */
  account_age_ms: 14 * DAY,
  /** The most open links of one person, and how long each works. */
  links: 5,
  link_ms: WEEK,
  /** How long vouches are frozen after the voucher, or somebody they vouched for, has lost a fraud case. */
  freeze_ms: 90 * DAY,
} as const;

/** How long a listing is open only to the seller's mutuals, if the seller wants that. */
export const MUTUALS_FIRST_MS = 30 * MINUTE;

/** The most names, and the most events, that are listed for two people. */
export const MOST_NAMED = 5;

/**
 * `POST /api/my/vouches`: the finished deal after which the buyer vouches for the seller, or the seller for the buyer.
 */
export const VouchAfterDeal = v.object({
  request_id: v.pipe(
    v.string('request_id must be text.'),
    v.nonEmpty('request_id must not be empty.'),
    v.maxLength(64, 'That isn’t a request.'),
  ),
});

const BROKEN_LINK = 'That link is incomplete. Open it again from the message you got it in.';

/** `POST /api/my/vouch-links/look` and `/accept`: the secret part of a personal link. */
export const VouchToken = v.object({
  token: v.pipe(v.string(BROKEN_LINK), v.regex(/^[A-Za-z0-9_-]{43}$/, BROKEN_LINK)),
});

/**
 * `PUT /api/my/mutuals`: whether the person wants to be counted as a mutual, and whether friends see which nights the
 * person goes to. A missing field stays unchanged.
 */
export const ShowMutuals = v.object({
  shows_mutuals: v.optional(v.boolean('shows_mutuals must be true or false.')),
  shows_going: v.optional(v.boolean('shows_going must be true or false.')),
});
export type ShowMutuals = v.InferOutput<typeof ShowMutuals>;

/** What a viewer has in common with another person. */
export interface Mutuals {
  /** How many things they have in common in all. */
  count: number;
  /** Whether the viewer vouches for the other person. */
  vouches: boolean;
  /**
   * Names of people the viewer vouches for and who vouch for the other person, at most `MOST_NAMED`. Null means a
   * person without a name.
   */
  friends: (string | null)[];
  /** Titles of events that both received tickets for, newest first, at most `MOST_NAMED`. */
  events: string[];
}
