import { encodeBase64 } from '@oslojs/encoding';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { AuthOneTimeCode } from '../../../../drizzle/tables/auth-codes.ts';
import { sha256 } from '../../../http/crypto.ts';
import { completesChange, halfOf } from '../accounts/change-email.ts';
import { findUser } from '../accounts/users.db.ts';
import type { AuthEnv } from '../auth-env.ts';
import { findLink } from './codes.db.ts';
import { textsOfEmailChange, textsOfLink, type ConfirmTexts } from './confirm-texts.ts';
import type { Link } from './follow-link.ts';
import { isSignUpBrowser } from './own-browser.ts';

const STYLE =
  'body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#111827;background:#fff}' +
  'main{max-width:420px}h1{font-size:22px;line-height:1.3;margin:0 0 12px;overflow-wrap:anywhere}p{margin:0 0 24px}' +
  'label{display:block;margin:0 0 16px}input{display:block;box-sizing:border-box;width:100%;min-height:48px;margin:4px 0 0;padding:0 12px;font:inherit}form+p{margin-top:24px}' +
  'button{min-height:48px;padding:0 24px;border:0;border-radius:8px;background:#111827;color:#fff;font:inherit;font-weight:600;cursor:pointer}' +
  'button:focus-visible{outline:3px solid #2563eb;outline-offset:2px}' +
  '@media (prefers-color-scheme:dark){body{background:#0b0d12;color:#f3f4f6}button{background:#f3f4f6;color:#111827}}';

/**
 * The page that a mail's link opens for people. It names the account, and its button posts the link. It runs no script and uses nothing up.
 * A browser that did not sign up is asked for the password of the sign-up.
 */
export async function confirmPage(
  c: Context<AuthEnv>,
  link: Link,
  { status = 200, error }: { status?: 200 | 403; error?: string } = {},
): Promise<Response> {
  const code = await findLink(c.get('db'), { token: link.token, now: c.get('now') });
  const { title, heading, text, button } = await textsOf(c, { link, code });
  const asksPassword = Boolean(code?.sign_up?.password_hash) && !(await isSignUpBrowser(c, code?.sign_up?.browser ?? null));
  const fields = Object.entries(link).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
  c.header('Cache-Control', 'no-store');
  // The form says where it was sent from, and no other site learns the token.
  c.header('Referrer-Policy', 'same-origin');
  c.header('X-Robots-Tag', 'noindex');
  c.header('Content-Security-Policy', await policyFor(link.redirect_to));
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          ${raw(`<style>${STYLE}</style>`)}
        </head>
        <body>
          <main>
            <h1>${heading}</h1>
            <p>${text}</p>
            ${asksPassword ? passwordForm({ fields, button, error }) : plainForm({ fields, button })}
          </main>
        </body>
      </html>`,
    status,
  );
}

/** A link of an email change names both addresses of the account. */
async function textsOf(c: Context<AuthEnv>, { link, code }: { link: Link; code: AuthOneTimeCode | undefined }): Promise<ConfirmTexts> {
  if (link.type !== 'email_change' || !code) return textsOfLink(link.type, code);
  const record = await findUser(c.get('db'), { id: code.user_id });
  if (!record?.user.new_email) return textsOfLink(link.type, undefined);
  const completes = completesChange(c, { user: record.user, half: halfOf(code) });
  return textsOfEmailChange(record.user, { address: code.address, completes });
}

type Markup = ReturnType<typeof html>;

function plainForm({ fields, button }: { fields: Markup[]; button: string }): Markup {
  return html`<form method="post" action="/auth/v1/verify">
    ${fields}
    <button type="submit">${button}</button>
  </form>`;
}

/** Two forms, so that the way without the password does not ask for it. */
function passwordForm({ fields, button, error }: { fields: Markup[]; button: string; error: string | undefined }): Markup {
  return html`${error ? html`<p role="alert">${error}</p>` : ''}
    <form method="post" action="/auth/v1/verify">
      ${fields}
      <label
        >The password you chose when you signed up <input type="password" name="password" autocomplete="current-password" required
      /></label>
      <button type="submit">${button}</button>
    </form>
    <p>You did not sign up, or do not know the password? Then set a new one. The other one will not work.</p>
    <form method="post" action="/auth/v1/verify">
      ${fields}<input type="hidden" name="forget" value="yes" />
      <button type="submit">Set a new password</button>
    </form>`;
}

/** Allows the page's own style, and a form whose answer may redirect to where the link leads: browsers check redirects too. */
async function policyFor(redirectTo: string): Promise<string> {
  const hash = encodeBase64(await sha256(STYLE));
  const { origin, protocol } = new URL(redirectTo);
  const target = origin === 'null' ? protocol : origin;
  return `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' ${target}; base-uri 'none'; frame-ancestors 'none'`;
}
