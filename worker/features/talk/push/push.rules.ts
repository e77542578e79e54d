import type { Notification } from '../../../../drizzle/tables/talk/notifications.ts';
import { endOfQuiet, type QuietHours } from '../../../contract/talk/quiet-hours.ts';
import { DAY } from '../../../contract/time/durations.ts';

/** News that waited longer than this is no longer worth a push message. The list in the app still shows it. */
const STALE_MS = DAY;
/** A claim is repeated if a run dies. After this many claims the news is left to the list. */
const MOST_TRIES = 5;

export type DueNotice = Pick<Notification, 'seen_at' | 'expires_at' | 'created_at' | 'is_urgent' | 'push_tries'>;

/** What becomes of a due notification: it is pushed now, at a later instant, or not at all. */
export type PushTurn = 'push' | 'drop' | { later: Date };

/** Decides by the settings of its reader: `wants` says whether they want push messages of its kind. */
export function pushTurn(
  notice: DueNotice,
  { wants, quiet, now }: { wants: boolean; quiet: QuietHours | null; now: Date },
): PushTurn {
  const isOver = notice.expires_at !== null && notice.expires_at <= now;
  const isStale = now.getTime() - notice.created_at.getTime() > STALE_MS;
  if (!wants || notice.seen_at !== null || isOver || isStale || notice.push_tries > MOST_TRIES) return 'drop';
  const end = quiet && !notice.is_urgent ? endOfQuiet(quiet, now) : null;
  if (!end) return 'push';
  return notice.expires_at !== null && notice.expires_at <= end ? 'drop' : { later: end };
}
