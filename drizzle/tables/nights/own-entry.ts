import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { ownsAddress } from '../people/trade-rights.ts';
import { toldStatus } from '../trade/told-status.ts';
import { waitlist } from './waitlist.ts';

/**
 * SQL condition: the entry is this person's, and they were not told that it is declined. An entry without an account
 * counts if its address is the person's own. `email_key` is in lower case.
 */
export function isOwnEntry({ user_id, email_key, now }: { user_id: string; email_key: string; now: Date }) {
  const isOwnAddress = and(
    isNull(waitlist.applicant_id),
    eq(waitlist.email_key, email_key),
    ownsAddress(user_id, email_key),
  );
  return and(ne(toldStatus(waitlist, now), 'declined'), or(isOwnAddress, eq(waitlist.applicant_id, user_id)));
}
