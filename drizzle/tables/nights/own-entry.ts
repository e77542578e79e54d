import { and, ne } from 'drizzle-orm';
import { isOwnForm } from '../people/trade-rights.ts';
import { toldStatus } from '../trade/told-status.ts';
import { waitlist } from './waitlist.ts';

/** SQL condition: the waitlist entry is the person's own, and the person has not been told that it was declined. */
export function isOwnEntry({ user_id, email_key, now }: { user_id: string; email_key: string; now: Date }) {
  return and(ne(toldStatus(waitlist, now), 'declined'), isOwnForm(waitlist, { user_id, email_key }));
}
