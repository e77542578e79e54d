import type { Notification } from '../../../../drizzle/tables/talk/notifications.ts';
import { endOfQuiet, type QuietHours } from '../../../contract/talk/quiet-hours.ts';
import { DAY } from '../../../contract/time/durations.ts';

/** Older news appears only in the app's list. */
const STALE_MS = DAY;
/** Each try is counted before it begins, so a try that crashes counts too. */
const MOST_TRIES = 5;

export type DueNotice = Pick<Notification, 'seen_at' | 'expires_at' | 'created_at' | 'is_urgent' | 'push_tries'>;

export type PushDecision = 'push' | 'drop' | { later: Date };

/** Decides whether to push a notification now, later or never. `wants`: the person wants push messages of its kind. */
export function decidePush(
  notice: DueNotice,
  { wants, quiet, now }: { wants: boolean; quiet: QuietHours | null; now: Date },
): PushDecision {
  const isOver = notice.expires_at !== null && notice.expires_at <= now;
  const isStale = now.getTime() - notice.created_at.getTime() > STALE_MS;
  if (!wants || notice.seen_at !== null || isOver || isStale || notice.push_tries > MOST_TRIES) return 'drop';
  const end = quiet && !notice.is_urgent ? endOfQuiet(quiet, now) : null;
  if (!end) return 'push';
  return notice.expires_at !== null && notice.expires_at <= end ? 'drop' : { later: end };
}
