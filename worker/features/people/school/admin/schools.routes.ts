import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../../context.ts';
import { AddSchool, EditSchool, type SchoolForm } from '../../../../contract/people/admin-schools.ts';
import { stampOf } from '../../../../http/security/audit.ts';
import { body } from '../../../../http/answers/body.ts';
import { requireRole } from '../../../../http/security/guards.ts';
import { type Mail, renderMail } from '../../../../http/outbox/mail.ts';
import { dispatch, outboxInsert, outboxInsertTo } from '../../../../http/outbox/outbox.ts';
import { schoolAddedMail, schoolDeclinedMail } from '../school.mails.ts';
import {
  addSchool,
  answerAsks,
  declineAsk,
  editSchool,
  findAnsweredAsks,
  findAsk,
  findSchool,
  findSchools,
  openAsker,
} from './schools.db.ts';
import type { Statement } from '../../../../http/database/batch.ts';

export const adminSchoolRoutes = new Hono<AppEnv>()
  .basePath('/admin/schools')
  .use(requireRole('admin'))
  .get(
    '/',
    describeRoute({ summary: 'Every school with its mail domains, and the schools that students asked for' }),
    async (c) => c.json(await findSchools(c.get('db'))),
  )
  .post(
    '/',
    describeRoute({ summary: 'Add a school; students who asked for it get a mail' }),
    body(AddSchool),
    async (c) => {
      const form = c.req.valid('json');
      const id = crypto.randomUUID();
      await answering(c, form, (answers) => addSchool(c.get('db'), { id, form, stamp: stampOf(c), ...answers }));
      return c.json(await findSchool(c.get('db'), { id }), 201);
    },
  )
  .put('/:id', describeRoute({ summary: 'Change a school and its mail domains' }), body(EditSchool), async (c) => {
    const form = c.req.valid('json');
    const id = c.req.param('id');
    await findSchool(c.get('db'), { id });
    await answering(c, form, (answers) => editSchool(c.get('db'), { id, form, stamp: stampOf(c), ...answers }));
    return c.json(await findSchool(c.get('db'), { id }));
  })
  .post(
    '/asks/:id/decline',
    describeRoute({ summary: 'Decline a school that a student asked for, and tell the student by mail' }),
    async (c) => {
      const id = c.req.param('id');
      const { name, domain, email, display_name } = await findAsk(c.get('db'), { id });
      const mails = await mailTo(
        c,
        { email, name: display_name },
        schoolDeclinedMail({ name, domain, site: c.env.SITE_URL }),
      );
      const is_new = await declineAsk(c.get('db'), {
        id,
        stamp: stampOf(c),
        also: mails.map(({ statement }) => statement),
      });
      if (is_new)
        dispatch(
          c,
          mails.map((mail) => mail.id),
        );
      return c.json({ id, status: 'declined' as const });
    },
  );

type Answers = { answered: string[]; also: Statement[] };

const MOST_ROUNDS = 10;

/**
 * Saves a school and answers students who asked for one of its domains. The transaction of `save` answers up to 100 of
 * them. Later transactions answer up to 900 more.
 */
async function answering(c: Context<AppEnv>, form: SchoolForm, save: (answers: Answers) => Promise<void>) {
  let write = save;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const asks = await findAnsweredAsks(c.get('db'), { domains: form.domains.map(({ domain }) => domain) });
    if (round > 0 && asks.length === 0) return;
    const mail = schoolAddedMail({ school: form.name, site: c.env.SITE_URL });
    const mails = await Promise.all(
      asks.map(async ({ id, name }) =>
        outboxInsertTo(c, { to: openAsker(id), ...(await renderMail({ ...mail, name })) }),
      ),
    );
    await write({ answered: asks.map(({ id }) => id), also: mails.map(({ statement }) => statement) });
    dispatch(
      c,
      mails.map(({ id }) => id),
    );
    write = (answers) => answerAsks(c.get('db'), { stamp: stampOf(c), ...answers });
  }
}

async function mailTo(c: Context<AppEnv>, { email, name }: { email: string | null; name: string | null }, mail: Mail) {
  if (!email) return [];
  return [await outboxInsert(c, { channel: 'email', recipient: email, ...(await renderMail({ ...mail, name })) })];
}
