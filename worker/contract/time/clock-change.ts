import { HOUR } from './durations.ts';
import { fromNewYork, newYorkWallClock } from './new-york-time.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2}T(\d{2}):(\d{2}))(?::\d{2})?$/;

/**
 * Returns `skipped` for a New York time (`yyyy-mm-ddThh:mm`) that the clocks skip in spring, and `twice` for a time
 * that occurs twice in fall. Returns null for any other text.
 */
export function clockChangeAt(text: string): 'skipped' | 'twice' | null {
  const [, wallClock] = LOCAL.exec(text.trim()) ?? [];
  const utc = wallClock === undefined ? Number.NaN : Date.parse(`${wallClock}Z`);
  if (wallClock === undefined || Number.isNaN(utc)) return null;
  const instant = fromNewYork(utc);
  if (newYorkWallClock(new Date(instant)) !== wallClock) return 'skipped';
  return newYorkWallClock(new Date(instant + HOUR)) === wallClock ? 'twice' : null;
}

export function clockChangeSentence(text: string): string | null {
  const change = clockChangeAt(text);
  if (change === null) return null;
  const time = spoken(text);
  return change === 'skipped'
    ? `${time} doesn’t exist that night: the clocks go forward an hour. Choose a time before 2:00 AM or from 3:00 AM on.`
    : `${time} occurs twice that night, because the clocks go back an hour. The first one counts.`;
}

/** Like "2:30 AM". */
function spoken(text: string): string {
  const [, , hour = '0', minute = '00'] = LOCAL.exec(text.trim()) ?? [];
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}
