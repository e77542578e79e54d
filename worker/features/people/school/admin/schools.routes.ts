import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../../context.ts';
import { AddSchool, EditSchool, type SchoolForm } from '../../../../contract/people/admin-schools.ts';
import { stampOf } from '../../../../http/security/audit.ts';
import { body } from '../../../../http/answers/body.ts';
import { requireRole } from '../../../../http/security/guards.ts';
import { type Mail, renderMail } from '../../../../http/outbox/mail.ts';
import { dispatch, outboxInsert } from '../../../../http/outbox/outbox.ts';
import { schoolAddedMail, schoolDeclinedMail } from '../school.mails.ts';
import { addSchool, declineAsk, editSchool, findAnsweredAsks, findAsk, findSchool, findSchools } from './schools.db.ts';

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
      const { mails, answered } = await answersOf(c, form);
      const also = mails.map(({ statement }) => statement);
      await addSchool(c.get('db'), { id, form, answered, stamp: stampOf(c), also });
      dispatch(
        c,
        mails.map((mail) => mail.id),
      );
      return c.json(await findSchool(c.get('db'), { id }), 201);
    },
  )
  .put('/:id', describeRoute({ summary: 'Change a school and its mail domains' }), body(EditSchool), async (c) => {
    const form = c.req.valid('json');
    const id = c.req.param('id');
    await findSchool(c.get('db'), { id });
    const { mails, answered } = await answersOf(c, form);
    const also = mails.map(({ statement }) => statement);
    await editSchool(c.get('db'), { id, form, answered, stamp: stampOf(c), also });
    dispatch(
      c,
      mails.map((mail) => mail.id),
    );
    return c.json(await findSchool(c.get('db'), { id }));
  })
  .post(
    '/asks/:id/decline',
    describeRoute({ summary: 'Decline a school that a student asked for, with a mail' }),
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

/** Returns the open requests for a domain of this school, and the statements for the mails to their students. */
async function answersOf(c: Context<AppEnv>, { name, domains }: SchoolForm) {
  const asks = await findAnsweredAsks(c.get('db'), { domains: domains.map(({ domain }) => domain) });
  const mail = schoolAddedMail({ school: name, site: c.env.SITE_URL });
  const mails = (await Promise.all(asks.map((ask) => mailTo(c, ask, mail)))).flat();
  return { mails, answered: asks.map(({ id }) => id) };
}

/** Returns the statement for a mail to a person, or nothing if the account has no address. */
async function mailTo(c: Context<AppEnv>, { email, name }: { email: string | null; name: string | null }, mail: Mail) {
  if (!email) return [];
  return [await outboxInsert(c, { channel: 'email', recipient: email, ...(await renderMail({ ...mail, name })) })];
}
