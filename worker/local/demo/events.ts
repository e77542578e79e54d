import { datesOf } from '../../contract/nights/events/event-dates.ts';
import { newYorkDate } from '../../contract/time/new-york-time.ts';
import { DAY, HOUR, MINUTE } from '../../contract/time/durations.ts';
import type { Cast } from './accounts.ts';
import { call, type Servers } from './client.ts';

/** A face value in dollars. With the usual band, a ticket costs from $36 to $60. */
export const FACE = 40;

export interface DemoEvent {
  id: string;
  slug: string;
  title: string;
}

const COMING = {
  tonight: { title: 'Lantern Hour', says: 'Soul, disco and a red lamp at the door. It has just begun.' },
  tomorrow: { title: 'Paper Moon Ball', says: 'Swing on two floors. Come in black and white.' },
  weekend: { title: 'Night Bus Karaoke', says: 'Everybody sings once. Doors at ten.' },
  full: { title: 'Rooftop Cinema Social', says: 'A film, then the roof. Sold out: join the waitlist.' },
} as const;

const PAST = [
  { title: 'Brass Band Friday', days: 26 },
  { title: 'Static Sundays', days: 21 },
  { title: 'Campus Radio Live', days: 17 },
  { title: 'Velvet Basement', days: 12 },
  { title: 'Midterm Release', days: 8 },
  { title: 'Slow Waltz Society', days: 5 },
  { title: 'Vinyl Kitchen', days: 2 },
] as const;

export type Coming = keyof typeof COMING;
export type Events = Record<Coming, DemoEvent> & { past: (DemoEvent & { days: number })[] };

/** Makes the events of the demo. The events in `PAST` get a future date at first, so that their tickets can be sold. */
export async function makeEvents(servers: Servers, { organizer }: Cast, now: Date): Promise<Events> {
  const read = { method: 'GET', path: '/api/venues' } as const;
  const { venues } = await call<{ venues: { id: string; name: string }[] }>(servers, organizer, read);
  const rooms = venues.filter(({ name }) => name !== 'Venue TBA');
  let made = 0;
  const make = async (event: { title: string; start_at: string; end_at: string; description?: string }) => {
    const venue_id = rooms[made++ % rooms.length]!.id;
    const body = { ...event, venue_id, ticket_price: FACE, age_policy: '18+' };
    const { id, slug } = await call<DemoEvent>(servers, organizer, { path: '/api/admin/events', body });
    return { id, slug, title: event.title };
  };
  const coming: Partial<Record<Coming, DemoEvent>> = {};
  for (const [key, { title, says }] of Object.entries(COMING))
    coming[key as Coming] = await make({ title, description: says, ...timesOf(key as Coming, now) });
  const past: Events['past'] = [];
  for (const { title, days } of PAST) {
    const start = new Date(now.getTime() + DAY + HOUR);
    const end = new Date(start.getTime() + 5 * HOUR);
    const event = await make({ title, start_at: start.toISOString(), end_at: end.toISOString() });
    past.push({ ...event, days });
  }
  return { ...(coming as Record<Coming, DemoEvent>), past };
}

/** Tonight's event began 45 minutes ago, or at six in the morning if that is later. Later events begin at 10 PM. */
function timesOf(key: Coming, now: Date): { start_at: string; end_at: string } {
  if (key === 'tonight') {
    const start = Math.max(now.getTime() - 45 * MINUTE, datesOf('tonight', now).from);
    return { start_at: new Date(start).toISOString(), end_at: new Date(start + 6 * HOUR).toISOString() };
  }
  const days = { tomorrow: 1, weekend: 4, full: 6 }[key];
  const date = newYorkDate(new Date(now.getTime() + days * DAY));
  return { start_at: `${date}T22:00`, end_at: `${date}T03:00` };
}
