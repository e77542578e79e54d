import { html } from 'hono/html';

const SIGNED = 'Vouch: real names, real nights';

/** The content of a mail: a subject and a paragraph. */
export interface Mail {
  subject: string;
  text: string;
}

/** Renders a mail as text and HTML. User input is escaped and the subject stays on one line. Without a name the greeting names nobody. */
export async function renderMail({ subject: said, text, name }: Mail & { name: string | null }) {
  const subject = said.replaceAll(/\s+/g, ' ');
  const greeting = name ? `Hi ${name},` : 'Hi,';
  return {
    subject,
    text: [greeting, text, SIGNED].join('\n\n'),
    html: await htmlOf({ subject, greeting, text }),
  };
}

async function htmlOf({ subject, greeting, text }: { subject: string; greeting: string; text: string }): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px;background:#ffffff;color:#111827;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
        <p>${greeting}</p>
        <p>${text}</p>
        <p>${SIGNED}</p>
      </body>
    </html>`;
  return page.toString();
}
