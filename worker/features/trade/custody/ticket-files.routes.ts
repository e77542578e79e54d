import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { UploadTicketFile } from '../../../contract/trade/ticket-files.ts';
import { query } from '../../../http/answers/body.ts';
import { signedInWhileOn } from '../../../http/security/guards.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';

/** Mounted before the general body limit, because uploads have a larger one. */
export const ticketFileRoutes = new Hono<AppEnv>().post(
  '/ticket-files',
  signedInWhileOn('handover'),
  limitActor('read', 'ticket-files'),
  describeRoute({
    summary: 'Upload a ticket, a proof of a transfer or a picture of a problem: the body is the file, of at most 8 MB',
  }),
  query(UploadTicketFile),
  async (c) => {
    const { keepUpload } = await import('./keep-file.ts');
    return c.json(await keepUpload(c, c.req.valid('query').purpose), 201);
  },
);
