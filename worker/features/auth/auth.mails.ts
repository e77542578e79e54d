import { html } from 'hono/html';

/** What a mail of the auth service is for. */
export type MailPurpose =
  | 'confirmation'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

interface MailTexts {
  subject: string;
  why: string;
  button: string;
}

const TEXTS: Record<MailPurpose, MailTexts> = {
  confirmation: { subject: 'Confirm your Vouch account', why: 'Confirm this address to finish signing up.', button: 'Confirm my address' },
  magiclink: { subject: 'Your Vouch sign-in link', why: 'Use this to sign in.', button: 'Sign in' },
  recovery: { subject: 'Reset your Vouch password', why: 'Use this to choose a new password.', button: 'Choose a new password' },
  invite: { subject: 'You are invited to Vouch', why: 'Accept the invitation to open your account.', button: 'Accept the invitation' },
  email_change_current: {
    subject: 'Confirm your new Vouch address',
    why: 'Your account is about to move to another address. Confirm it from this one first.',
    button: 'Confirm the change',
  },
  email_change_new: {
    subject: 'Confirm your new Vouch address',
    why: 'Confirm that this address is yours, so that your account can move to it.',
    button: 'Confirm this address',
  },
  reauthentication: { subject: 'Your Vouch code', why: 'Enter this code to confirm that it is you.', button: '' },
};

const FOOTER = 'If you did not ask for this, you can leave it unread: nothing changes without it.';

/** A mail in plain text and HTML, with its code and, unless it is null, its link. */
export async function composeMail({ purpose, code, link }: { purpose: MailPurpose; code: string; link: string | null }) {
  const { subject, why, button } = TEXTS[purpose];
  const text = [why, ...(link ? [`${button}:\n${link}`, 'Or enter this code:'] : []), code, FOOTER, 'Vouch: real names, real nights'].join(
    '\n\n',
  );
  return { subject, text, html: await htmlOf({ subject, why, button, code, link }) };
}

/** The text message that carries a code. */
export function composeSms(code: string): string {
  return `${code} is your Vouch code. We never ask for it by phone or message.`;
}

async function htmlOf({ subject, why, button, code, link }: MailTexts & { code: string; link: string | null }): Promise<string> {
  const action =
    link &&
    html`<p style="margin:24px 0">
        <a
          href="${link}"
          style="display:inline-block;padding:14px 22px;border-radius:8px;background:#111827;color:#ffffff;font-weight:600;text-decoration:none"
          >${button}</a
        >
      </p>
      <p style="margin:0 0 8px">Or enter this code:</p>`;
  const mail = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px;background:#ffffff;color:#111827;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
        <div style="max-width:480px;margin:0 auto">
          <h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${subject}</h1>
          <p style="margin:0">${why}</p>
          ${action}
          <p style="margin:16px 0;font-size:30px;letter-spacing:6px;font-weight:700">${code}</p>
          <p style="margin:24px 0 0;color:#6b7280;font-size:14px">${FOOTER}</p>
        </div>
      </body>
    </html>`;
  return mail.toString();
}
