import { Hono } from 'hono';
import * as v from 'valibot';
import { emailOf } from '../accounts/addresses.ts';
import { optionalMetadata } from '../base/metadata.ts';
import { userJson } from '../accounts/user-json.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { prepareMessage, sendMessages } from '../codes/send-code.ts';
import { authBody } from '../base/inputs.ts';
import { requestedRedirect } from '../base/redirect.ts';
import { GenerateLink, generateLink } from './generate-link.ts';
import { invitedUser } from './link-users.ts';

const Invite = v.object({
  email: v.string('An email address is required'),
  data: optionalMetadata('data must be an object'),
});

export const adminLinkRoutes = new Hono<AuthEnv>()
  .post('/invite', async (c) => {
    const { email: raw, data } = await authBody(c, Invite);
    const email = emailOf(raw);
    const { record, statements } = await invitedUser(c, { email, data });
    const message = await prepareMessage(c, {
      user_id: record.user.id,
      kind: 'confirmation',
      address: email,
      purpose: 'invite',
      type: 'invite',
      redirect_to: requestedRedirect(c),
    });
    await sendMessages(c, [message], statements);
    return c.json(userJson({ ...record, user: { ...record.user, confirmation_sent_at: c.get('now') } }));
  })
  .post('/admin/generate_link', async (c) => c.json(await generateLink(c, await authBody(c, GenerateLink))));
