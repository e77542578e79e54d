import { CONFIRM_HOURS } from '../../../contract/nights/waitlist.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import type { PlaceToConfirm } from './confirm-place.db.ts';

/** The mail to an address that somebody entered on a waitlist. Only the button of `link` makes the place count. */
export function confirmMail(
  { event_id, ...row }: Pick<PlaceToConfirm, 'event_id' | 'event' | 'venue'>,
  link: string,
): Mail {
  // Without an event the joined columns are null one by one.
  const event = event_id !== null && row.event && row.venue ? { ...row.event, venue: row.venue } : null;
  return {
    subject: event ? `Confirm your place: ${event.title}` : 'Confirm your place on the waitlist',
    text: `Somebody put this address on ${event ? 'the waitlist of this night' : 'our waitlist'}. If that was you, press the button. Your place counts from then on.`,
    ...(event && { event }),
    step: { label: 'Confirm your place', link },
    footer: `If that was not you, ignore this mail. We send no other, and delete the entry after ${CONFIRM_HOURS} hours.`,
  };
}
