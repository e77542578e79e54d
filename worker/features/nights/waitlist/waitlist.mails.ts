import { CONFIRM_HOURS } from '../../../contract/nights/waitlist.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import type { PlaceToConfirm } from './confirm-place.db.ts';

/** Asks a person to confirm a place on a waitlist. The place counts once the person has confirmed it at `link`. */
export function confirmMail(
  { event_id, ...row }: Pick<PlaceToConfirm, 'event_id' | 'event' | 'venue'>,
  link: string,
): Mail {
  // A place on the waitlist of Vouch itself belongs to no event.
  const event = event_id !== null && row.event && row.venue ? { ...row.event, venue: row.venue } : null;
  return {
    subject: event ? `Confirm your place: ${event.title}` : 'Confirm your place on the waitlist',
    text: `Someone put this address on ${event ? 'the waitlist for this night' : 'our waitlist'}. If that was you, confirm your place. It counts from then on.`,
    ...(event && { event }),
    step: { label: 'Confirm your place', link },
    footer: `If that wasn’t you, ignore this email. We won’t send another one, and we’ll delete the entry after ${CONFIRM_HOURS} hours.`,
  };
}
