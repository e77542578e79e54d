import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { StopMessages, WaitlistToken } from '../../../contract/trade/offers/offers.ts';
import { emailKey } from '../../../contract/people/people.ts';
import { JoinAgain, JoinWaitlist } from '../../../contract/nights/waitlist.ts';
import { body, query } from '../../../http/answers/body.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { actorOf, signedIn } from '../../../http/security/guards.ts';
import { wakeAfter } from '../../../http/outbox/outbox.ts';
import { limit, limitActor, limitAddress } from '../../../http/limits/rate-limit.ts';
import { clientNetwork } from '../../../http/answers/request.ts';
import { takeFromNetwork } from '../../../http/limits/send-ceiling.ts';
import { joinWaitlist } from './waitlist.db.ts';

export const waitlistRoutes = new Hono<AppEnv>()
  .post(
    '/waitlist/messages/stop',
    limitAddress('form', 'waitlist-stop'),
    describeRoute({ summary: 'Turn off organizers’ mails about an event, with the id from the link in such a mail' }),
    query(StopMessages),
    async (c) => {
      const { stopMessages } = await import('./stop-messages.db.ts');
      const [message_id = '', entry_id = ''] = c.req.valid('query').mail.split(':');
      await stopMessages(c.get('db'), { message_id, entry_id });
      return c.json({ wants: false });
    },
  )
  .post(
    '/waitlist/confirm',
    limitAddress('form', 'waitlist-confirm'),
    describeRoute({ summary: 'Confirm a place on a waitlist, with the token from the link in the mail' }),
    query(WaitlistToken),
    async (c) => {
      const [{ idOfToken }, { confirmPlace }] = await Promise.all([
        import('../../../http/shared/link-token.ts'),
        import('./confirm-place.db.ts'),
      ]);
      const entry_id = await idOfToken(c.env.AUTH_PEPPER, { link: 'confirm', ...c.req.valid('query') });
      if (!entry_id || !(await confirmPlace(c.get('db'), { entry_id, now: c.get('now') }))) throw notFound();
      return c.json({ confirmed: true });
    },
  )
  .post(
    '/waitlist/again',
    signedIn,
    limitActor('form', 'waitlist'),
    describeRoute({ summary: 'Join the waitlist of an event with the account’s latest form, if there is one' }),
    body(JoinAgain),
    async (c) => {
      const { findKeptForm } = await import('./kept-form.db.ts');
      const [db, { user_id, email }] = [c.get('db'), c.get('actor')];
      const form = await findKeptForm(db, { user_id });
      if (!form || email === null) return c.json({ is_joined: false });
      const entry = { ...form, ...c.req.valid('json'), email };
      await joinWaitlist(db, { entry, sender_id: user_id, may_mail: false, now: c.get('now') });
      return c.json({ is_joined: true });
    },
  )
  .post(
    '/waitlist',
    limit('form', 'waitlist'),
    describeRoute({ summary: 'Join the waitlist of an event, or of the product' }),
    body(JoinWaitlist),
    async (c) => {
      const entry = c.req.valid('json');
      const actor = await actorOf(c);
      const now = c.get('now');
      const isOwn = emailKey(actor?.email ?? '') === emailKey(entry.email);
      const may_mail =
        !isOwn && (await takeFromNetwork(c.env, { channel: 'email', network: clientNetwork(c), now })) === 0;
      await joinWaitlist(c.get('db'), { entry, sender_id: actor?.user_id ?? null, may_mail, now });
      if (may_mail) wakeAfter(c, 0);
      // The response repeats the input, so it does not reveal earlier entries.
      return c.json({ ...entry, event_id: entry.event_id ?? null, status: 'pending' as const }, 201);
    },
  );
