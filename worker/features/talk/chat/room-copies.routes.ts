import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { CopyRoom, RefillRoom } from '../../../contract/staff/room-copies.ts';
import { body, limitBody, query } from '../../../http/answers/body.ts';
import { invalid } from '../../../http/answers/errors.ts';
import { serviceKeyOnly } from '../../../http/security/service-key.ts';
import { roomOf } from '../../../rooms/ask-room.ts';

/** Enough for the longest messages, even if JSON escapes all characters. */
const MAX_BYTES = 8_388_608;

/** For `npm run backup` and `npm run restore`. Needs the service key. */
export const roomCopyRoutes = new Hono<AppEnv>()
  .basePath('/rooms/:event/rows')
  .use(serviceKeyOnly)
  .get(
    '/',
    describeRoute({ summary: 'One page of a chat room’s rows for a backup; needs the service key' }),
    query(CopyRoom),
    async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(await roomOf(c.env, c.req.param('event')).copyRows(c.req.valid('query')));
    },
  )
  .put(
    '/',
    limitBody(MAX_BYTES),
    describeRoute({ summary: 'Restore rows of a backup to a chat room; needs the service key' }),
    body(RefillRoom),
    async (c) => {
      const isTaken = await roomOf(c.env, c.req.param('event')).refillRows(c.req.valid('json'));
      if (!isTaken) throw invalid({ rows: 'The room doesn’t accept these rows.' });
      return c.body(null, 204);
    },
  );
