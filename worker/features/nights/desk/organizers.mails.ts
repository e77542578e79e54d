import type { Mail } from '../../../http/outbox/mail.ts';
import type { ManagedEvent } from '../events/admin-events.db.ts';

export function coOrganizerMail(event: ManagedEvent, site: string): Mail {
  return {
    subject: `You’re a co-organizer of ${event.title}`,
    text: 'You can now manage this night: edit and publish it, write to its waitlist, keep its guest list and see its numbers. If you’d rather not, leave under “Organizers” on the night’s desk.',
    event,
    step: { label: 'Open the desk', link: `${site}/admin/events/${event.id}` },
    footer: 'You’re getting this email because the organizer of the night or an admin added you.',
  };
}

export function doorStaffMail(event: ManagedEvent, site: string): Mail {
  return {
    subject: `You’re on the door at ${event.title}`,
    text: 'Open the door on your phone while you’re online. After that it works offline all night: it scans the passes of ticket buyers and finds guests by name.',
    event,
    step: { label: 'Open the door', link: `${site}/door/${event.slug}` },
    footer: 'You’re getting this email because an organizer of the night added you.',
  };
}
