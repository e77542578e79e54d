import { Hono, type Context } from 'hono';
import { describeRoute } from 'hono-openapi';
import type * as v from 'valibot';
import type { AppEnv } from '../../../context.ts';
import { newYorkDate } from '../../../contract/time/new-york-time.ts';
import { nextCursor, type PageCursor } from '../../../contract/paging.ts';
import {
  ListApplications,
  ListWaitlist,
  ReviewApplication,
  ReviewApplications,
  ReviewEntries,
  ReviewEntry,
  UndoDecisions,
} from '../../../contract/staff/reviews.ts';
import { stampOf, writeAudited } from '../../../http/security/audit.ts';
import { body, query } from '../../../http/answers/body.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { wakeAfter } from '../../../http/outbox/outbox.ts';
import { tellPages } from '../../../rooms/tell-pages.ts';
import { decideMany, decideOne } from './decide.db.ts';
import { EXPORT_PAGE, type ExportRow, streamCsv } from './export-csv.ts';
import { findApplication, findApplications, findEntry, findWaitlist } from './find-reviews.db.ts';
import { APPLICATION_QUEUE, type Queue, WAITLIST_QUEUE } from './queues.db.ts';
import { undoDecisions } from './undo-decisions.db.ts';

const endOf = (last: { created_at: Date; id: string }): PageCursor => ({ at: last.created_at, id: last.id });

export const waitlistReviewRoutes = new Hono<AppEnv>()
  .basePath('/admin/waitlist')
  .use(requireRole('admin'))
  .get(
    '/',
    describeRoute({ summary: 'Waitlist entries, the newest first; ?format=csv returns all matches as a file' }),
    query(ListWaitlist),
    async (c) => {
      const { format, ...wanted } = c.req.valid('query');
      if (format === 'csv') {
        return file(c, WAITLIST_QUEUE, (cursor) =>
          findWaitlist(c.get('db'), { ...wanted, now: c.get('now'), cursor, limit: EXPORT_PAGE }),
        );
      }
      const entries = await findWaitlist(c.get('db'), { ...wanted, now: c.get('now') });
      return c.json({ entries, next_cursor: nextCursor(entries, wanted.limit, endOf) });
    },
  )
  .patch('/:id', describeRoute({ summary: 'Decide on an entry, or change its note' }), body(ReviewEntry), async (c) => {
    const { updated_at, ...decision } = c.req.valid('json');
    const item = { id: c.req.param('id'), updated_at };
    await follow(c, await decideOne(c.get('db'), { desk: deskOf(c, WAITLIST_QUEUE), item, decision }));
    return c.json(await findEntry(c.get('db'), { id: item.id, now: c.get('now') }));
  })
  .post(
    '/status',
    describeRoute({ summary: 'Make the same decision about several entries; if one is refused, none changes' }),
    body(ReviewEntries),
    async (c) => c.json(await decideAll(c, WAITLIST_QUEUE, c.req.valid('json'))),
  )
  .post(
    '/undo',
    describeRoute({ summary: 'Undo decisions before people are told about them; if one is too late, none is undone' }),
    body(UndoDecisions),
    async (c) => c.json({ undone: await undo(c, WAITLIST_QUEUE, c.req.valid('json')) }),
  );

export const applicationReviewRoutes = new Hono<AppEnv>()
  .basePath('/admin/reseller-applications')
  .use(requireRole('admin'))
  .get(
    '/',
    describeRoute({ summary: 'Applications, the newest first; ?format=csv returns all matches as a file' }),
    query(ListApplications),
    async (c) => {
      const { format, ...wanted } = c.req.valid('query');
      if (format === 'csv') {
        return file(c, APPLICATION_QUEUE, (cursor) =>
          findApplications(c.get('db'), { ...wanted, now: c.get('now'), cursor, limit: EXPORT_PAGE }),
        );
      }
      const applications = await findApplications(c.get('db'), { ...wanted, now: c.get('now') });
      return c.json({ applications, next_cursor: nextCursor(applications, wanted.limit, endOf) });
    },
  )
  .patch(
    '/:id',
    describeRoute({ summary: 'Decide on an application, or change its note' }),
    body(ReviewApplication),
    async (c) => {
      const { updated_at, ...decision } = c.req.valid('json');
      const item = { id: c.req.param('id'), updated_at };
      await follow(c, await decideOne(c.get('db'), { desk: deskOf(c, APPLICATION_QUEUE), item, decision }));
      return c.json(await findApplication(c.get('db'), { id: item.id, now: c.get('now') }));
    },
  )
  .post(
    '/status',
    describeRoute({ summary: 'Make the same decision about several applications; if one is refused, none changes' }),
    body(ReviewApplications),
    async (c) => c.json(await decideAll(c, APPLICATION_QUEUE, c.req.valid('json'))),
  )
  .post(
    '/undo',
    describeRoute({ summary: 'Undo decisions before people are told about them; if one is too late, none is undone' }),
    body(UndoDecisions),
    async (c) => c.json({ undone: await undo(c, APPLICATION_QUEUE, c.req.valid('json')) }),
  );

const deskOf = (c: Context<AppEnv>, queue: Queue) => ({
  queue,
  accounts: c.get('accounts'),
  stamp: stampOf(c),
});

async function decideAll(
  c: Context<AppEnv>,
  queue: Queue,
  { items, status }: v.InferOutput<typeof ReviewEntries | typeof ReviewApplications>,
) {
  const undo_until = await follow(c, await decideMany(c.get('db'), { desk: deskOf(c, queue), items, status }));
  return { changed: items.length, undo_until };
}

function undo(c: Context<AppEnv>, queue: Queue, decisions: v.InferOutput<typeof UndoDecisions>): Promise<number> {
  return undoDecisions(c.get('db'), { queue, stamp: stampOf(c), ...decisions });
}

/**
 * Plans the mail about the decision and tells open pages. Returns the time until which the decision can be undone, or
 * null if no mail follows.
 */
async function follow(
  c: Context<AppEnv>,
  { undo_until, changed }: Awaited<ReturnType<typeof decideOne>>,
): Promise<Date | null> {
  if (undo_until) wakeAfter(c, undo_until.getTime() - c.get('now').getTime());
  await tellPages(c, changed);
  return undo_until;
}

/** Logs the export, because the file holds personal data. */
async function file<R extends ExportRow & { id: string }>(
  c: Context<AppEnv>,
  queue: Queue,
  read: (cursor: PageCursor | undefined) => Promise<R[]>,
): Promise<Response> {
  const filters = Object.fromEntries(new URL(c.req.url).searchParams);
  const act = { action: `${queue.kind}.export`, target_type: queue.kind, target_id: '*', before: null, after: filters };
  await writeAudited(c.get('db'), { stamp: stampOf(c), changes: [{ run: null, ...act }] });
  return c.body(
    streamCsv<R>((last) => read(last && endOf(last))),
    200,
    {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${queue.kind}-${newYorkDate(c.get('now'))}.csv"`,
    },
  );
}
