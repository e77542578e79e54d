import type { Context } from 'hono';
import { html } from 'hono/html';
import type { AuthOneTimeCode } from '../../../../../drizzle/tables/people/auth-codes.ts';
import { completesChange, halfOf } from './change-email.ts';
import { findUser } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { findLink } from './codes.db.ts';
import { textsOfEmailChange, textsOfLink, type ConfirmTexts } from './confirm-texts.ts';
import type { Link } from './follow-link.ts';
import { linkPage, type Markup } from '../base/link-page.ts';
import { isSignUpBrowser } from './own-browser.ts';

/**
 * The page that a mail's link opens for people. It names the account, and its button posts the link. It runs no script
 * and uses nothing up. A browser that did not sign up is asked for the password of the sign-up.
 */
export async function confirmPage(
  c: Context<AuthEnv>,
  link: Link,
  { status = 200, error }: { status?: 200 | 403; error?: string } = {},
): Promise<Response> {
  const code = await findLink(c.get('db'), { token: link.token, now: c.get('now') });
  const { title, heading, text, button } = await textsOf(c, { link, code });
  const asksPassword =
    Boolean(code?.sign_up?.password_hash) && !(await isSignUpBrowser(c, code?.sign_up?.browser ?? null));
  const fields = Object.entries(link).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const forms = asksPassword ? passwordForm({ fields, button, error }) : plainForm({ fields, button });
  return linkPage(c, { status, redirect_to: link.redirect_to, title, heading, text, forms });
}

/** A link of an email change names both addresses of the account. */
async function textsOf(
  c: Context<AuthEnv>,
  { link, code }: { link: Link; code: AuthOneTimeCode | undefined },
): Promise<ConfirmTexts> {
  if (link.type !== 'email_change' || !code) return textsOfLink(link.type, code);
  const record = await findUser(c.get('db'), { id: code.user_id });
  if (!record?.user.new_email) return textsOfLink(link.type, undefined);
  const completes = completesChange(c, { user: record.user, half: halfOf(code) });
  return textsOfEmailChange(record.user, { address: code.address, completes });
}

function plainForm({ fields, button }: { fields: Markup[]; button: string }): Markup {
  return html`<form method="post" action="/auth/v1/verify">
    ${fields}
    <button type="submit">${button}</button>
  </form>`;
}

/** Two forms, so that the way without the password does not ask for it. */
function passwordForm({
  fields,
  button,
  error,
}: {
  fields: Markup[];
  button: string;
  error: string | undefined;
}): Markup {
  return html`${error ? html`<p role="alert">${error}</p>` : ''}
    <form method="post" action="/auth/v1/verify">
      ${fields}
      <label
        >The password you chose when you signed up
        <input type="password" name="password" autocomplete="current-password" required
      /></label>
      <button type="submit">${button}</button>
    </form>
    <p>You did not sign up, or do not know the password? Then set a new one. The other one will not work.</p>
    <form method="post" action="/auth/v1/verify">
      ${fields}<input type="hidden" name="forget" value="yes" />
      <button type="submit" class="quiet">Set a new password</button>
    </form>`;
}
