/** The words in titles that decide the order. Only whole words match, whatever their case. */
interface HomeOrder {
  headline_act: string;
  launch_party: string;
  goes_last: readonly string[];
}

interface Event {
  title: string;
  start_at: Date;
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', weekday: 'short' });

/**
 * Orders events: first the headline act (Friday, Saturday, then other days), then a Thursday launch party, then other
 * events by date, and last the titles with a word of `goes_last`.
 */
export function orderHome<N extends Event>(events: readonly N[], order: HomeOrder): N[] {
  return events
    .map((event) => ({ event, rank: rankOf(event, order) }))
    .toSorted((a, b) => a.rank - b.rank || a.event.start_at.getTime() - b.event.start_at.getTime())
    .map(({ event }) => event);
}

function rankOf({ title, start_at }: Event, order: HomeOrder): number {
  if (order.goes_last.some((word) => hasWord(title, word))) return 5;
  const isHeadline = hasWord(title, order.headline_act);
  if (!isHeadline && !hasWord(title, order.launch_party)) return 4;
  const weekday = WEEKDAY.format(start_at);
  if (isHeadline) return weekday === 'Fri' ? 0 : weekday === 'Sat' ? 1 : 2;
  return weekday === 'Thu' ? 3 : 4;
}

function hasWord(text: string, words: string): boolean {
  if (!words) return false;
  const pattern = patterns.get(words) ?? patternOf(words);
  patterns.set(words, pattern);
  return pattern.test(text);
}

/** The words come from the Worker's variables, so there are few patterns. */
const patterns = new Map<string, RegExp>();

function patternOf(words: string): RegExp {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu');
}
