import * as v from 'valibot';
import { IngestEvent, MAX_INGEST_ITEMS } from '../../../../worker/contract/nights/ingest.ts';
import { HOUR, WEEK } from '../../../../worker/contract/time/durations.ts';

const FOUR_HOURS_MS = 4 * HOUR;

export function sampleDelivery({ now, origin }: { now: Date; origin: string }): string {
  const start = new Date(now.getTime() + WEEK);
  return JSON.stringify(
    {
      event_name: 'Webhook Test Night',
      venue_name: 'The Test Room',
      venue_address: '1 Sample Street, Boston, MA',
      start_at: start.toISOString(),
      end_at: new Date(start.getTime() + FOUR_HOURS_MS).toISOString(),
      age_policy: '21+',
      description: 'A delivery sent from the webhook tester.',
      image_url: `${origin}/og.png`,
      price_min: 25,
      price_max: 50,
      source: 'webhook-tester',
      external_id: `test-${start.toISOString().slice(0, 10)}`,
    },
    null,
    2,
  );
}

export function problemsOf(text: string): string[] {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (error) {
    return [`This isn’t valid JSON: ${(error as Error).message}`];
  }
  const events = Array.isArray(payload) ? (payload as unknown[]) : [payload];
  if (events.length > MAX_INGEST_ITEMS)
    return [`At most ${MAX_INGEST_ITEMS} events at once; this array holds ${events.length}.`];
  return events.flatMap((event, at) => {
    const { issues = [] } = v.safeParse(IngestEvent, event);
    return issues.map(({ message }) => (Array.isArray(payload) ? `Event ${at + 1}: ${message}` : message));
  });
}
