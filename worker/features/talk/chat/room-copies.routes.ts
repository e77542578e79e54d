import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { CopyRoom, RefillRoom } from '../../../contract/staff/room-copies.ts';
import { body, limitBody, query } from '../../../http/answers/body.ts';
import { invalid } from '../../../http/answers/errors.ts';
import { serviceKeyOnly } from '../../../http/security/service-key.ts';
import { roomOf } from '../../../rooms/ask-room.ts';

/** A page of rows with the longest messages, with room for escapes. */
const MAX_BYTES = 8_388_608;

/** What `npm run backup` and `npm run restore` ask the chat rooms for. Only the service key may. */
export const roomCopyRoutes = new Hono<AppEnv>()
  .basePath('/rooms/:event/rows')
  .use(serviceKeyOnly)
  .get(
    '/',
    describeRoute({ summary: 'One page of the rows of a chat room, for a backup: with the service key' }),
    query(CopyRoom),
    async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(await roomOf(c.env, c.req.param('event')).copyRows(c.req.valid('query')));
    },
  )
  .put(
    '/',
    limitBody(MAX_BYTES),
    describeRoute({ summary: 'Put rows of a backup back into a chat room: with the service key' }),
    body(RefillRoom),
    async (c) => {
      const isTaken = await roomOf(c.env, c.req.param('event')).refillRows(c.req.valid('json'));
      if (!isTaken) throw invalid({ rows: 'The room does not take these rows.' });
      return c.body(null, 204);
    },
  );
