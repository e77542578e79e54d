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
 * Returns the page behind a mail's link. The page runs no script and does not use up the link. If the person signed up
 * in another browser, the page asks for the password that they chose there.
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

/** The second form is for people who do not know the password. */
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
    <p>You didn't sign up, or don't know the password? Set a new one. The old one will stop working.</p>
    <form method="post" action="/auth/v1/verify">
      ${fields}<input type="hidden" name="forget" value="yes" />
      <button type="submit" class="quiet">Set a new password</button>
    </form>`;
}
