import { MINUTE } from '../../../contract/time/durations.ts';

/** How long a mail waits for its reader to see the notification about the same news, in ms. */
const WAITS_MS = 2 * MINUTE;

/** The notification about the news of a mail, and what its reader has set. */
export interface NoticeOfMail {
  created_at: Date;
  seen_at: Date | null;
  /** Null if the news has no deadline. */
  expires_at: Date | null;
  /** The reader gets it at once, by a push message or on an open page. */
  reaches: boolean;
  /** The reader wants no mails of this kind. */
  is_unwanted: boolean;
}

/**
 * What becomes of a mail that has a notification: it is sent now, looked at again later, or not needed. A person who
 * wants no mails of a kind still gets those with a deadline.
 */
export function mailTurn(notice: NoticeOfMail | undefined, now: Date): 'send' | 'unneeded' | { later: Date } {
  if (!notice) return 'send';
  if (notice.seen_at || (notice.is_unwanted && !notice.expires_at)) return 'unneeded';
  const later = new Date(notice.created_at.getTime() + WAITS_MS);
  return notice.reaches && now < later ? { later } : 'send';
}
