import { Hono } from 'hono';
import * as v from 'valibot';
import { AddressFields, limitedAddress } from '../accounts/addresses.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { malformed } from '../base/errors.ts';
import { authBody, optionalText } from '../base/inputs.ts';
import { limitRequest } from '../base/limits.ts';
import { confirmPage } from '../codes/confirm-page.ts';
import { followLink, linkOf, mayFollowAtOnce, openSession } from '../codes/follow-link.ts';
import { postLink } from '../codes/post-link.ts';
import { verifiedAddress, verifyDigits, verifyLinkToken } from '../codes/verify-code.ts';

const Verify = v.object({
  ...AddressFields,
  type: v.string('Verify requires a verification type'),
  token: optionalText(64),
  token_hash: optionalText(256),
});

export const verifyRoutes = new Hono<AuthEnv>()
  /**
   * A GET by an API client uses up the link of a mail, unless the link changes credentials. In every other case the
   * response is a page whose button posts the link.
   */
  .get('/verify', async (c) => {
    const link = linkOf(c, c.req.query());
    return mayFollowAtOnce(c, link) ? followLink(c, link) : confirmPage(c, link);
  })
  .post('/verify', async (c) => {
    if (c.req.header('Content-Type')?.startsWith('application/x-www-form-urlencoded'))
      return postLink(c, await c.req.parseBody());
    const { type, token, token_hash, ...addresses } = await authBody(c, Verify);
    const taken = await limitRequest(c, 'verify', limitedAddress(addresses));
    if (Boolean(token) === Boolean(token_hash)) throw malformed('Verify requires either a token or a token hash');
    if (token_hash && (addresses.email || addresses.phone))
      throw malformed('Only the token_hash and type should be provided');
    const { verified, lacksPassword } = token_hash
      ? { verified: await verifyLinkToken(c, { type, token: token_hash }), lacksPassword: false }
      : await verifyDigits(c, { type, digits: token!, address: verifiedAddress(type, addresses) });
    taken.giveBack();
    if ('half' in verified) return c.json({ msg: verified.half, code: '200' });
    // If the account has no password, because the one from the sign-up was not kept, the type `recovery` makes the app
    // ask for a new one.
    return c.json(await openSession(c, { verified, type: lacksPassword ? 'recovery' : type }));
  });
