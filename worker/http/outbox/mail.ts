import { html } from 'hono/html';
import { longDate } from '../../contract/time/event-time.ts';
import { displayCity } from '../../contract/nights/places.ts';

const STOP = 'Turn these emails off';
const SIGNED = 'Vouch: real names, real nights';

export interface MailEvent {
  title: string;
  slug: string;
  start_at: Date;
  venue: { name: string; city: string };
}

/** The subject says the outcome. Readers can enter `code` instead of following the link of `step`. */
export interface Mail {
  subject: string;
  text: string;
  event?: MailEvent | null;
  /** Set instead of `event` if the mail is about several events. */
  events?: readonly MailEvent[];
  /** `link` is a web URL or a `mailto:` URL. */
  step: { label: string; link: string } | null;
  code?: string;
  footer?: string;
  /** The URL of the page that turns off mails of this kind. */
  stop?: string;
}

/**
 * Escapes user input, and keeps the subject on one line. If `name` is null or empty, the greeting is "Hi,". If
 * `name` is undefined, there is no greeting.
 */
export async function renderMail({ name, ...mail }: Mail & { name?: string | null }) {
  const subject = mail.subject.replaceAll(/\s+/g, ' ');
  const greeting = name === undefined ? null : name ? `Hi ${name},` : 'Hi,';
  const { text, step, code, footer, stop } = mail;
  const parts = [
    greeting,
    text,
    ...eventsOf(mail).map((event) => [event.title, ...factsOf(event)].join('\n')),
    step && `${step.label}:\n${step.link.replace(/^mailto:([^?]*).*$/, '$1')}`,
    code && step && 'Or enter this code:',
    code,
    footer,
    stop && `${STOP}:\n${stop}`,
    SIGNED,
  ];
  return {
    subject,
    text: parts.filter(Boolean).join('\n\n'),
    html: await htmlOf({ ...mail, subject, greeting }),
  };
}

const eventsOf = ({ event, events = event ? [event] : [] }: Mail) => events;

/** The date and place of an event, in New York time. */
const factsOf = ({ start_at, venue }: MailEvent) => [
  longDate(start_at.toISOString()),
  `${venue.name}, ${displayCity(venue.city)}`,
];

const NARROW = "'Archivo','Arial Narrow',Impact,sans-serif";
const TITLE = `margin:0;padding:16px 20px;border-bottom:2px dashed #d8d3c8;font:800 26px/1.05 ${NARROW}`;
const LAST_LINE = 'margin:24px 0 0;padding-top:16px;border-top:1px solid #d8d3c8;color:#57534b;font-size:14px';

/** Renders a mail in the colors of the site's light mode. Mail programs ignore styles that are not inline. */
async function htmlOf(mail: Mail & { greeting: string | null }): Promise<string> {
  const { subject, greeting, text, step, code, footer, stop } = mail;
  const stubs = eventsOf(mail).map(
    (event) =>
      html`<div style="margin:24px 0;border:1px solid #d8d3c8;border-radius:10px;background:#fffdf8">
        <p style="${TITLE}">${event.title}</p>
        <p style="margin:0;padding:12px 20px 16px">
          ${factsOf(event).map((fact) => html`<span style="display:block">${fact}</span>`)}
        </p>
      </div>`,
  );
  const button =
    step &&
    html`<p style="margin:24px 0">
      <a
        href="${step.link}"
        style="display:inline-block;padding:14px 22px;border-radius:10px;background:#e6ff3f;color:#0b0b0d;font-weight:700;text-decoration:none"
        >${step.label}</a
      >
    </p>`;
  const digits =
    code &&
    html`${step && html`<p style="margin:0 0 8px">Or enter this code:</p>`}
      <p style="margin:0 0 24px;font-size:30px;letter-spacing:6px;font-weight:700">${code}</p>`;
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${subject}</title>
      </head>
      <body
        style="margin:0;padding:24px;background:#f4f1ea;color:#0b0b0d;font:16px/1.5 'Archivo',system-ui,-apple-system,'Segoe UI',sans-serif;overflow-wrap:anywhere"
      >
        <div style="max-width:520px;margin:0 auto">
          <p style="margin:0 0 24px;font:900 28px/1 ${NARROW};letter-spacing:-1px">vouch</p>
          <h1 style="margin:0 0 16px;font:800 24px/1.15 ${NARROW}">${subject}</h1>
          ${greeting && html`<p style="margin:0 0 12px">${greeting}</p>`}
          <p style="margin:0;white-space:pre-line">${text}</p>
          ${stubs} ${button} ${digits}
          ${footer && html`<p style="margin:0 0 16px;color:#57534b;font-size:14px">${footer}</p>`}
          ${stop && html`<p style="margin:0 0 16px;font-size:14px"><a href="${stop}" style="color:#57534b">${STOP}</a></p>`}
          <p style="${LAST_LINE}">${SIGNED}</p>
        </div>
      </body>
    </html>`;
  return page.toString();
}
