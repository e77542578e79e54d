import * as v from 'valibot';
import { DAY, MINUTE, WEEK } from '../time/durations.ts';

export const VOUCH_LIMITS = {
  /** People that one person can vouch for at a time. */
  live: 12,
  /** Vouches that one person can give within `month_ms`, including revoked ones. */
  monthly: 3,
  month_ms: 30 * DAY,
  /** A person without a finished deal can vouch once their account is this old. */
  account_age_ms: 14 * DAY,
  /** The largest number of open links of one person. */
  links: 5,
  /** How long a link works. */
  link_ms: WEEK,
  /**
   * After a person loses a fraud case, the vouches that this person gave do not count for this long. The same is true
   * of all vouches given by people whose vouch for this person was live during the case.
   */
  freeze_ms: 90 * DAY,
} as const;

/** How long a listing is open only to the seller's mutuals, if the seller wants that. */
export const MUTUALS_FIRST_MS = 30 * MINUTE;

/** A viewer sees the names of at most this many common friends. The same limit holds for common events. */
export const MOST_NAMED = 5;

export const VouchAfterDeal = v.object({
  request_id: v.pipe(
    v.string('request_id must be text.'),
    v.nonEmpty('request_id must not be empty.'),
    v.maxLength(64, 'That isn’t a request.'),
  ),
});

const BROKEN_LINK = 'That link is incomplete. Open it again from the message you got it in.';

export const VouchToken = v.object({
  token: v.pipe(v.string(BROKEN_LINK), v.regex(/^[A-Za-z0-9_-]{43}$/, BROKEN_LINK)),
});

/** A missing field stays unchanged. */
export const ShowMutuals = v.object({
  shows_mutuals: v.optional(v.boolean('shows_mutuals must be true or false.')),
  shows_going: v.optional(v.boolean('shows_going must be true or false.')),
});
export type ShowMutuals = v.InferOutput<typeof ShowMutuals>;

export interface Mutuals {
  /** The number of things in common: the viewer's vouch, all friends and all events, even those that are not listed. */
  count: number;
  /** Whether the viewer vouches for the other person. */
  vouches: boolean;
  /**
   * People whom the viewer vouches for and who vouch for the other person, at most `MOST_NAMED`. Null stands for a
   * person without a name.
   */
  friends: (string | null)[];
  /** Events that both received tickets for, newest first, at most `MOST_NAMED`. */
  events: string[];
}
