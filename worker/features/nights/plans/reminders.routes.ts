import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { SetReminders, StopReminders } from '../../../contract/nights/reminders.ts';
import { body, query } from '../../../http/answers/body.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { signedIn } from '../../../http/security/guards.ts';
import { limitActor, limitAddress } from '../../../http/limits/rate-limit.ts';
import { setReminders, wantsReminders } from './reminders.db.ts';
import { idOfToken } from '../../../http/shared/link-token.ts';

export const reminderRoutes = new Hono<AppEnv>()
  .get(
    '/my/reminders',
    signedIn,
    limitActor('read', 'reminders'),
    describeRoute({ summary: 'Whether you want reminder mails' }),
    async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json({ wants: await wantsReminders(c.get('db'), c.get('actor')) });
    },
  )
  .put(
    '/my/reminders',
    signedIn,
    limitActor('form', 'reminders'),
    describeRoute({ summary: 'Turn reminder mails on or off' }),
    body(SetReminders),
    async (c) => {
      const { wants } = c.req.valid('json');
      await setReminders(c.get('db'), { user_id: c.get('actor').user_id, wants, now: c.get('now') });
      return c.json({ wants });
    },
  )
  // Called by a page of the app, and by mail apps for one-click unsubscribe (RFC 8058). The token authorizes the call.
  .post(
    '/reminders/stop',
    limitAddress('form', 'reminders-stop'),
    describeRoute({ summary: 'Turn off reminder mails for the person who got the token in a mail' }),
    query(StopReminders),
    async (c) => {
      const user_id = await idOfToken(c.env.AUTH_PEPPER, { link: 'stop', ...c.req.valid('query') });
      if (!user_id) throw notFound();
      await setReminders(c.get('db'), { user_id, wants: false, now: c.get('now') });
      return c.json({ wants: false });
    },
  );
