import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { PushEndpointInput, PushSubscriptionInput } from '../../../contract/talk/push.ts';
import { body } from '../../../http/answers/body.ts';
import { invalid } from '../../../http/answers/errors.ts';
import { signedIn, signedInWhileOn } from '../../../http/security/guards.ts';
import { readPushKeys } from '../../../http/security/push-keys.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { otherKeys, pushNotSetUp } from './push.errors.ts';
import { maySendTo } from './push-endpoints.ts';
import { forgetSubscription, saveSubscription } from './subscriptions.db.ts';

const limited = limitActor('form', 'push');

export const pushRoutes = new Hono<AppEnv>()
  .get('/my/push', signedInWhileOn('push'), describeRoute({ summary: 'The key a browser subscribes with' }), (c) => {
    const [newest] = readPushKeys(c.env.VAPID_KEYS) ?? [];
    if (!newest) throw pushNotSetUp();
    return c.json({ server_key: newest.public_key });
  })
  .put(
    '/my/push',
    signedInWhileOn('push'),
    limited,
    describeRoute({ summary: 'Turn on push messages for this browser; a repeat changes nothing' }),
    body(PushSubscriptionInput),
    async (c) => {
      const subscription = c.req.valid('json');
      const isKnown = readPushKeys(c.env.VAPID_KEYS)?.some(({ public_key }) => public_key === subscription.server_key);
      if (!isKnown) throw invalid({ server_key: 'server_key isn’t one of our keys.' });
      if (!maySendTo(c.env, subscription.endpoint))
        throw invalid({ endpoint: 'endpoint isn’t a push service we know.' });
      if (!(await saveSubscription(c.get('db'), { actor: c.get('actor'), subscription, now: c.get('now') })))
        throw otherKeys();
      return c.json({ is_on: true });
    },
  )
  .delete(
    '/my/push',
    signedIn,
    limited,
    describeRoute({ summary: 'Turn off push messages for this browser' }),
    body(PushEndpointInput),
    async (c) => {
      await forgetSubscription(c.get('db'), {
        user_id: c.get('actor').user_id,
        endpoint: c.req.valid('json').endpoint,
      });
      return c.json({ is_on: false });
    },
  );
