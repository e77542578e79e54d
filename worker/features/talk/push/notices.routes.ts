import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { NoticeSettingsInput, NOTICES_PAGE, ReadNotices, SeenNotices } from '../../../contract/talk/notices.ts';
import { nextCursor } from '../../../contract/paging.ts';
import { body, query } from '../../../http/answers/body.ts';
import { signedInWhileOn } from '../../../http/security/guards.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { tellPerson } from '../../../rooms/ask-person.ts';
import { findNotices, findSettings, markSeen, saveSettings } from './notices.db.ts';

const often = limitActor('read', 'notifications');
const whileOn = signedInWhileOn('push');

export const noticeRoutes = new Hono<AppEnv>()
  .get(
    '/my/notifications',
    whileOn,
    often,
    describeRoute({ summary: 'Your notifications, the newest first, and the number of unread ones' }),
    query(ReadNotices),
    async (c) => {
      const { page, unread } = await findNotices(c.get('db'), {
        user_id: c.get('actor').user_id,
        cursor: c.req.valid('query').cursor,
      });
      c.header('Cache-Control', 'no-store');
      const next_cursor = nextCursor(page, NOTICES_PAGE, ({ created_at: at, id }) => ({ at, id }));
      return c.json({ notifications: page, unread, next_cursor });
    },
  )
  .post(
    '/my/notifications/seen',
    whileOn,
    often,
    describeRoute({ summary: 'Mark notifications as read; a repeat changes nothing' }),
    body(SeenNotices),
    async (c) => {
      const { user_id } = c.get('actor');
      const unread = await markSeen(c.get('db'), { user_id, seen: c.req.valid('json'), now: c.get('now') });
      c.executionCtx.waitUntil(tellPerson(c.env, { user_id, unread }));
      return c.json({ unread });
    },
  )
  .get(
    '/my/notification-settings',
    whileOn,
    often,
    describeRoute({ summary: 'Your quiet hours, and the kinds of news you have turned off' }),
    async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(await findSettings(c.get('db'), c.get('actor')));
    },
  )
  .put(
    '/my/notification-settings',
    whileOn,
    limitActor('form', 'notification-settings'),
    describeRoute({ summary: 'Replace your quiet hours and the kinds you have turned off' }),
    body(NoticeSettingsInput),
    async (c) => {
      const settings = c.req.valid('json');
      await saveSettings(c.get('db'), { user_id: c.get('actor').user_id, ...settings });
      return c.json(settings);
    },
  );
