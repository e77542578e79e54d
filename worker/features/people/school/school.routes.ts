import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { AskForSchool, ProveSchool, SchoolCode } from '../../../contract/people/school.ts';
import { body } from '../../../http/answers/body.ts';
import { signedIn, signedInWhileOn } from '../../../http/security/guards.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';

// Loads on demand, to keep the Worker's startup small.
const inbox = () => import('./school-inbox.ts');

export const schoolRoutes = new Hono<AppEnv>()
  .basePath('/my/school')
  .use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  })
  .get(
    '/',
    signedInWhileOn('school'),
    limitActor('read', 'school'),
    describeRoute({ summary: 'Your badge, when your code expires, and the schools you asked staff to add' }),
    async (c) => c.json(await (await inbox()).readSchool(c)),
  )
  .post(
    '/',
    signedInWhileOn('school'),
    limitActor('form', 'school'),
    describeRoute({ summary: 'Send a code to your school inbox' }),
    body(ProveSchool),
    async (c) => {
      const { sendSchoolCode, readSchool } = await inbox();
      await sendSchoolCode(c, c.req.valid('json').email);
      return c.json(await readSchool(c), 202);
    },
  )
  .post(
    '/code',
    signedInWhileOn('school'),
    limitActor('form', 'school-code'),
    describeRoute({ summary: 'Prove with the code from the mail that the school inbox is yours' }),
    body(SchoolCode),
    async (c) => {
      const { enterSchoolCode, readSchool } = await inbox();
      await enterSchoolCode(c, c.req.valid('json').code);
      return c.json(await readSchool(c));
    },
  )
  // A badge can be given up even while the launch switch `school` is off.
  .delete('/', signedIn, limitActor('form', 'school'), describeRoute({ summary: 'Give the badge up' }), async (c) => {
    const { endBadge, readSchool } = await inbox();
    await endBadge(c);
    return c.json(await readSchool(c));
  })
  .post(
    '/asks',
    signedInWhileOn('school'),
    limitActor('form', 'school-asks'),
    describeRoute({ summary: 'Ask staff to add your school' }),
    body(AskForSchool),
    async (c) => {
      const { askToAdd, readSchool } = await inbox();
      await askToAdd(c, c.req.valid('json'));
      return c.json(await readSchool(c), 201);
    },
  );
