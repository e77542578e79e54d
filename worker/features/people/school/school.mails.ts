import { eventDateParts } from '../../../contract/time/event-time.ts';
import { newYorkDate } from '../../../contract/time/new-york-time.ts';
import { SCHOOL_CODE_MINUTES } from '../../../contract/people/school.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import type { Notice } from '../../../http/outbox/notices.ts';

export const codeMail = ({ code, school }: { code: string; school: string }): Mail => ({
  subject: 'Your Vouch code',
  text: `Enter this code on your account page to show that this ${school} inbox is yours. It works for ${SCHOOL_CODE_MINUTES} minutes. Don’t share it. Somebody else could use your inbox as their proof.`,
  step: null,
  code,
  footer: 'If you didn’t ask for this, you can ignore this email. Nothing will change.',
});

export const endsSoonMail = ({ lapses_at, site }: { lapses_at: Date; site: string }): Mail => ({
  subject: 'Your school badge ends soon',
  text: `Your school badge ends on ${dayOf(lapses_at)}. If you’re still a student, verify your school inbox again. It takes a minute.`,
  step: { label: 'Verify my inbox again', link: `${site}/account#school` },
});

/** `id` is the id of the proof. */
export const soonNotice = ({ id, lapses_at }: { id: string; lapses_at: Date }): Notice => ({
  kind: 'account',
  title: 'Your school badge ends soon',
  body: `It ends on ${dayOf(lapses_at)}. Verify your school inbox again to keep it.`,
  path: '/account#school',
  cause: `school:${id}:ends`,
  expires_at: lapses_at,
});

export const lapsedNotice = (now: Date): Notice => ({
  kind: 'account',
  title: 'Your school badge has ended',
  body: 'If you’re still a student, verify your school inbox again.',
  path: '/account#school',
  cause: `school:${newYorkDate(now)}:ended`,
});

export const schoolAddedMail = ({ school, site }: { school: string; site: string }): Mail => ({
  subject: `${school} is on Vouch now`,
  text: `You asked us to add ${school}. You can now verify your inbox there.`,
  step: { label: 'Verify my inbox', link: `${site}/account#school` },
});

export const schoolDeclinedMail = ({ name, domain, site }: { name: string; domain: string; site: string }): Mail => ({
  subject: `We couldn’t add ${name}`,
  text: `You asked us to add ${name} with the email domain ${domain}. We couldn’t confirm that these inboxes belong to its students. If you have another school inbox, use that one, or write to us.`,
  step: { label: 'Go to my account', link: `${site}/account#school` },
});

/** Like "September 15, 2027", in New York. */
function dayOf(instant: Date): string {
  const { month, day, year } = eventDateParts(instant.toISOString());
  return `${month} ${day}, ${year}`;
}
