import { isPublicAt } from '../../../contract/nights/events/event-phase.ts';
import { type Mail, renderMail } from '../../../http/outbox/mail.ts';
import type { Notice } from '../../../http/outbox/notices.ts';
import { OWN_ID, sealMessage } from '../../../http/outbox/sealed-message.ts';
import type { ManagedEvent } from '../events/admin-events.db.ts';

type Places = Pick<Env, 'SITE_URL' | 'AUTH_PEPPER'>;

/** People did not ask for this mail, so its footer says why they get it. */
export function messageMail(
  body: string,
  { event, now, SITE_URL }: { event: ManagedEvent; now: Date } & Pick<Env, 'SITE_URL'>,
): Mail {
  return {
    subject: `News about ${event.title}`,
    text: body,
    event,
    step: isPublicAt(event, now) ? { label: 'See the night', link: `${SITE_URL}/events/${event.slug}` } : null,
    footer: `The organizer of ${event.title} wrote this. You’re getting it because you joined the waitlist for this night.`,
    stop: `${SITE_URL}/waitlist-mails-off?mail=${OWN_ID}`,
  };
}

/** The greeting has no name, so one text serves every recipient. */
export async function sealedMessageMail(
  body: string,
  { event, now, env }: { event: ManagedEvent; now: Date; env: Places },
) {
  const mail = await renderMail({ ...messageMail(body, { event, now, SITE_URL: env.SITE_URL }), name: null });
  return sealMessage(env.AUTH_PEPPER, {
    ...mail,
    unsubscribe: `${env.SITE_URL}/api/waitlist/messages/stop?mail=${OWN_ID}`,
  });
}

export function messageNotice(body: string, { event, now }: { event: ManagedEvent; now: Date }): Omit<Notice, 'cause'> {
  const path = isPublicAt(event, now) ? `/events/${event.slug}` : '/my-nights';
  return { kind: 'waitlist', title: `News about ${event.title}`, body: body.replaceAll(/\s+/g, ' '), path };
}
