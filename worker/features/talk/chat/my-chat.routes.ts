import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { ReportMessage } from '../../../contract/talk/chat.ts';
import { body } from '../../../http/answers/body.ts';
import { signedIn } from '../../../http/security/guards.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';

const often = limitActor('read', 'chat-people');

/** Each route loads its code when the route is first called. */
export const myChatRoutes = new Hono<AppEnv>()
  .get(
    '/my/chats/:slug',
    signedIn,
    often,
    describeRoute({ summary: 'Whether you manage a chat, and the people you block' }),
    async (c) => {
      const { findMyChat } = await import('./blocks.db.ts');
      c.header('Cache-Control', 'no-store');
      return c.json(
        await findMyChat(c.get('db'), { slug: c.req.param('slug'), actor: c.get('actor'), now: c.get('now') }),
      );
    },
  )
  .get(
    '/my/blocks',
    signedIn,
    often,
    describeRoute({ summary: 'The people you block, the newest block first' }),
    async (c) => {
      const { findBlocked } = await import('./blocks.db.ts');
      c.header('Cache-Control', 'no-store');
      return c.json({ people: await findBlocked(c.get('db'), c.get('actor')) });
    },
  )
  .put(
    '/my/blocks/:user_id',
    signedIn,
    often,
    describeRoute({ summary: 'Block a person; a repeat changes nothing' }),
    async (c) => {
      const { blockPerson } = await import('./blocks.db.ts');
      const user_id = c.req.param('user_id');
      await blockPerson(c.get('db'), { user_id: c.get('actor').user_id, blocked_id: user_id, now: c.get('now') });
      return c.json({ user_id, is_blocked: true });
    },
  )
  .delete('/my/blocks/:user_id', signedIn, often, describeRoute({ summary: 'Unblock a person' }), async (c) => {
    const { unblockPerson } = await import('./blocks.db.ts');
    const user_id = c.req.param('user_id');
    await unblockPerson(c.get('db'), { user_id: c.get('actor').user_id, blocked_id: user_id });
    return c.json({ user_id, is_blocked: false });
  })
  .post(
    '/events/:slug/messages/:id/reports',
    signedIn,
    limitActor('form', 'chat-reports'),
    describeRoute({ summary: 'Report a message to our staff; a repeat changes nothing' }),
    body(ReportMessage),
    async (c) => {
      const { reportMessage } = await import('./report-message.ts');
      const { id, slug } = c.req.param();
      const isNew = await reportMessage(c, { slug, id, report: c.req.valid('json') });
      return c.json({ message_id: id }, isNew ? 201 : 200);
    },
  );
