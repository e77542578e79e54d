import { OPEN_END_MS } from '../../../../drizzle/open-end.ts';

export function isPublicAt(event: { is_published: boolean; publish_at: Date | null }, now: Date): boolean {
  return event.is_published && (event.publish_at === null || event.publish_at <= now);
}

export type EventPhase = 'upcoming' | 'on_now' | 'over';

/** `now` is in UTC ms. Dates are ISO 8601 UTC. */
export function eventPhase(event: { start_at: string; end_at: string | null }, now: number): EventPhase {
  const start = Date.parse(event.start_at);
  if (start > now) return 'upcoming';
  return (event.end_at ? Date.parse(event.end_at) : start + OPEN_END_MS) > now ? 'on_now' : 'over';
}
