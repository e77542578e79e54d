import type { OutboxPurpose } from '../../../drizzle/vocabulary.ts';

/** The most urgent lane comes first. */
export const LANES = ['codes', 'trade', 'nights', 'news'] as const;
export type Lane = (typeof LANES)[number];

/**
 * The lane `trade` has messages about money or a deadline. The lane `nights` has mails about changes of an event. Only
 * such mails are `is_shared`.
 */
export function laneOf({ purpose, is_shared }: { purpose: OutboxPurpose; is_shared: boolean }): Lane {
  if (purpose === 'account') return 'codes';
  if (purpose === 'money') return 'trade';
  return is_shared ? 'nights' : 'news';
}

/** The cron job queues at most this many messages of a lane in a minute. */
export const RATES: Record<Lane, number> = { codes: 5000, trade: 5000, nights: 1000, news: 500 };

/** The shares of a UTC day's messages (`MAIL_PER_DAY`, `SMS_PER_DAY`), in percent. */
export const SHARES = { sign_ups: 10, codes: 10, trade: 20, nights: 30, news: 30 } as const;
export type Share = keyof typeof SHARES;

/**
 * The shares that each kind of message may use, in order. Codes for new addresses (`sign_ups`) never use the share
 * `codes`, so that strangers cannot keep people from signing in. Codes for existing accounts use the share `codes` only
 * after the shares listed before it.
 */
export const MAY_USE = {
  sign_ups: ['sign_ups', 'news'],
  codes: ['sign_ups', 'news', 'codes', 'nights'],
  trade: ['trade', 'news', 'nights'],
  nights: ['nights', 'news'],
  news: ['news'],
} as const satisfies Record<Share, readonly Share[]>;
