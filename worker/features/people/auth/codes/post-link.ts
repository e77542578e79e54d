import type { Context } from 'hono';
import type { PendingSignUp } from '../../../../../drizzle/tables/people/auth-codes.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { limitRequest } from '../base/limits.ts';
import { isPassword } from '../password/password-hash.ts';
import { findLink } from './codes.db.ts';
import { confirmPage } from './confirm-page.ts';
import { destinationOf, linkOf, redirectTo, textOf, type Link } from './follow-link.ts';
import { isFromElsewhere } from '../../../../http/answers/own-page.ts';
import { isSignUpBrowser } from './own-browser.ts';
import { verifyLinkToken } from './verify-code.ts';

type SignUpDecision = 'apply' | 'drop' | 'ask';

/**
 * Follows a mailed link that the confirmation page posted. The password and metadata of a sign-up take effect only if
 * the link is followed in the browser that signed up, or if the person enters the password again.
 */
export async function postLink(c: Context<AuthEnv>, fields: Record<string, unknown>): Promise<Response> {
  const link = linkOf(c, fields);
  // Another site posted the link, so our own page asks the person to confirm.
  if (isFromElsewhere(c)) return confirmPage(c, link, { status: 403 });
  return followPosted(c, { link, password: textOf(fields, 'password'), isForgotten: textOf(fields, 'forget') !== '' });
}

interface Posted {
  link: Link;
  password: string;
  isForgotten: boolean;
}

function followPosted(c: Context<AuthEnv>, { link, password, isForgotten }: Posted): Promise<Response> {
  return redirectTo(c, link, async () => {
    await limitRequest(c, 'verify');
    const code = await findLink(c.get('db'), { token: link.token, now: c.get('now') });
    const decision = isForgotten ? 'drop' : await decide(c, { sign_up: code?.sign_up ?? null, password });
    if (decision === 'ask') {
      return confirmPage(c, link, {
        status: 403,
        error: password ? 'That is not the password you signed up with.' : 'Enter your password.',
      });
    }
    const verified = await verifyLinkToken(c, { ...link, dropsSignUp: decision === 'drop' });
    // The person sets a new password instead of the dropped one.
    return destinationOf(c, { link: isForgotten ? { ...link, type: 'recovery' } : link, verified });
  });
}

async function decide(
  c: Context<AuthEnv>,
  { sign_up, password }: { sign_up: PendingSignUp | null; password: string },
): Promise<SignUpDecision> {
  if (!sign_up || (await isSignUpBrowser(c, sign_up.browser))) return 'apply';
  if (sign_up.password_hash === null) return 'drop';
  return password !== '' && (await isPassword(password, sign_up.password_hash)) ? 'apply' : 'ask';
}
