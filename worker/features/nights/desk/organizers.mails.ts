import type { Mail } from '../../../http/outbox/mail.ts';
import type { ManagedEvent } from '../events/admin-events.db.ts';

/** The mail to a new co-organizer of an event. */
export function coOrganizerMail(event: ManagedEvent, site: string): Mail {
  return {
    subject: `You are a co-organizer of ${event.title}`,
    text: 'You can now manage this night: change and publish it, write to its waitlist, keep its guest list and see its numbers. If you do not want that, leave it under "Organizers" at its desk.',
    event,
    step: { label: 'Open the desk', link: `${site}/admin/events/${event.id}` },
    footer: 'You get this mail because the organizer of the night or an admin named you.',
  };
}

/** The mail to a person who was invited to the door of an event. */
export function doorStaffMail(event: ManagedEvent, site: string): Mail {
  return {
    subject: `You let people in at ${event.title}`,
    text: 'Open the door on your phone while you have a connection. It then works without one all night: it reads the passes of ticket buyers, and finds guests by name.',
    event,
    step: { label: 'Open the door', link: `${site}/door/${event.slug}` },
    footer: 'You get this mail because an organizer of the night named you.',
  };
}
