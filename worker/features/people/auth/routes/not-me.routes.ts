import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { AuthEnv } from '../base/auth-env.ts';
import { destinationOf, redirectTo, textOf, type Link } from '../codes/follow-link.ts';
import { linkPage } from '../base/link-page.ts';
import { isFromElsewhere } from '../../../../http/answers/own-page.ts';
import { verifyLinkToken } from '../codes/verify-code.ts';
import { limitRequest } from '../base/limits.ts';
import { findNoticeOf, secureAccount } from '../changes/secure-account.ts';

/** The link "This wasn't me" in a notice. GET only shows a page. */
export const notMeRoutes = new Hono<AuthEnv>()
  .get('/not-me', (c) => notMePage(c, { token: c.req.query('token') ?? '' }))
  .post('/not-me', async (c) => {
    const token = textOf(await c.req.parseBody(), 'token');
    // Another site sent this form, so our page first asks the person.
    if (isFromElsewhere(c)) return notMePage(c, { token, status: 403 });
    const link: Link = { token, type: 'recovery', redirect_to: `${c.get('config').site_url}/reset-password` };
    return redirectTo(c, link, async () => {
      await limitRequest(c, 'verify');
      const recovery = { ...link, token: await secureAccount(c, token) };
      return destinationOf(c, { link: recovery, verified: await verifyLinkToken(c, recovery) });
    });
  });

/** The page names the account, so that a stranger's link cannot trick a person into the stranger's account. */
async function notMePage(
  c: Context<AuthEnv>,
  { token, status = 200 }: { token: string; status?: 200 | 403 },
): Promise<Response> {
  const { notice } = await findNoticeOf(c, token);
  return linkPage(c, {
    status,
    redirect_to: c.get('config').site_url,
    title: 'This wasn’t me',
    heading: notice
      ? `Did somebody else change the account ${notice.address}?`
      : 'Did somebody else change your account?',
    text: 'The button below signs out every device, including the other person’s, and removes every way to sign in that was added since we sent the mail. It also signs you in to this account on this device, so that you can choose a new password. If you got several of these mails, start with the oldest. If this is not your account, close this page.',
    forms: html`<form method="post" action="/auth/v1/not-me">
      <input type="hidden" name="token" value="${token}" />
      <button type="submit">This wasn’t me</button>
    </form>`,
  });
}
