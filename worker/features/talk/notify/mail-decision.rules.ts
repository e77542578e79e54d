import { MINUTE } from '../../../contract/time/durations.ts';

/** How long a mail waits for its recipient to see the notification, in ms. */
const WAITS_MS = 2 * MINUTE;
/** In ms. While an attempt to send a message has no result, no other attempt starts for this long. */
export const ATTEMPT_MS = MINUTE / 2;
/** In ms. If a message is overdue by this much, the queue has lost it, so the cron job queues it again. */
export const OVERDUE_MS = 5 * MINUTE;

export const MOST_ATTEMPTS = 8;
const FIRST_RETRY_S = 15;
const LAST_RETRY_S = 3600;

/** The notification about the same news as a mail, with the recipient's settings. */
export interface NoticeOfMail {
  created_at: Date;
  seen_at: Date | null;
  /** Null if the news has no deadline. */
  expires_at: Date | null;
  /** The recipient gets the notification immediately, by push or on an open page. */
  reaches: boolean;
  is_unwanted: boolean;
}

/** `attempts` counts the attempts that began. */
interface PendingMessage {
  attempts: number;
  last_error: string | null;
  /**
   * From this time on, the cron job queues the message again. If the queue itself retries the message, this is
   * `OVERDUE_MS` after that retry is due. Null only before the first attempt.
   */
  retry_at: Date | null;
  expires_at: Date | null;
  notice: NoticeOfMail | undefined;
}

/** A message is `taken` if an attempt may still be running, or if its next attempt is due within `ATTEMPT_MS`. */
export type Decision = 'send' | 'unneeded' | 'taken' | { later: Date } | { dead: string };

/** `only` lists addresses, numbers and domains (`@vouch.test`) with commas between them, or is empty for everybody. */
export function maySendTo(only: string, recipient: string): boolean {
  const allowed = only
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  const to = recipient.toLowerCase();
  return allowed.length === 0 || allowed.includes(to) || allowed.includes(to.slice(to.lastIndexOf('@')));
}

/**
 * If the news has a deadline and the person has not seen it, a mail goes out even if the person turned off this kind of
 * news.
 */
export function decideMessage(
  { attempts, last_error, retry_at, expires_at, notice }: PendingMessage,
  now: Date,
): Decision {
  const wait = retry_at ? retry_at.getTime() - OVERDUE_MS - now.getTime() : 0;
  if (wait > 0 && wait <= ATTEMPT_MS) return 'taken';
  if (expires_at && expires_at <= now) return { dead: 'It expired before it could be sent.' };
  // The last attempt had no result, for example because its Worker was stopped, so the message is still pending.
  if (attempts >= MOST_ATTEMPTS) return { dead: last_error ?? 'No attempt ended.' };
  if (!notice) return 'send';
  if (notice.seen_at || (notice.is_unwanted && !notice.expires_at)) return 'unneeded';
  const later = new Date(notice.created_at.getTime() + WAITS_MS);
  return notice.reaches && now < later ? { later } : 'send';
}

/** Returns the wait before the next attempt, in seconds. */
export const retryDelay = (attempts: number): number =>
  Math.min(LAST_RETRY_S, FIRST_RETRY_S * 4 ** Math.max(0, attempts - 1));
