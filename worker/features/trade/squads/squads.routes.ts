import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { cents } from '../../../contract/trade/money.ts';
import { CHECK_AGAIN_MS } from '../../../contract/trade/payment-times.ts';
import { LowerPlaces, PlanSquad, SquadToken, type SquadView } from '../../../contract/trade/squads.ts';
import { body } from '../../../http/answers/body.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { log, traceOf } from '../../../http/log.ts';
import { wakeNotices } from '../../../http/outbox/notices.ts';
import { signedIn, signedInWhileOn } from '../../../http/security/guards.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { idOfToken, linkToken } from '../../../http/shared/link-token.ts';
import { squadNotFound } from './squads.errors.ts';

const whileOn = signedInWhileOn('squads');
const seldom = limitActor('form', 'squads');
const often = limitActor('read', 'squads');
const load = () => import('./squad-places.db.ts');
const loadReads = () => import('./find-squads.db.ts');

/** While the switch `squads` is off, nobody can plan or join a squad, but members can still see and leave theirs. */
export const squadRoutes = new Hono<AppEnv>()
  .post(
    '/my/squads',
    whileOn,
    seldom,
    describeRoute({ summary: 'Plan a squad for a night and join it; a repeat returns the squad' }),
    body(PlanSquad),
    async (c) => {
      const { most_total, ...plan } = c.req.valid('json');
      const id = crypto.randomUUID();
      const { planSquad } = await import('./plan-squad.db.ts');
      const made = await planSquad(c.get('db'), {
        ...plan,
        ...actorOf(c),
        id,
        most_cents: cents(most_total),
        fees: feesOf(c.env),
        path: await pathOf(c, id),
      });
      if (plan.again) await wakeNotices(c.env);
      await ask(c, made);
      return c.json(await viewOf(c, made), 201);
    },
  )
  .get(
    '/my/squads',
    signedIn,
    often,
    describeRoute({
      summary: 'The squads that you planned or are in, until the night and the question "Got home?" are over',
    }),
    async (c) => {
      const own = await (await loadReads()).findOwnSquads(c.get('db'), actorOf(c));
      c.header('Cache-Control', 'no-store');
      return c.json({ squads: await Promise.all(own.map((squad) => withLink(c, squad))) });
    },
  )
  .post(
    '/my/squads/look',
    signedIn,
    often,
    describeRoute({ summary: 'How the squad of a link stands now, checked with the provider' }),
    body(SquadToken),
    async (c) => {
      const id = await idOf(c, c.req.valid('json').token);
      if (await (await load()).claimSquadLook(c.get('db'), { id, now: c.get('now'), every: CHECK_AGAIN_MS }))
        await ask(c, id);
      c.header('Cache-Control', 'no-store');
      return c.json(await viewOf(c, id));
    },
  )
  .post(
    '/my/squads/join',
    whileOn,
    seldom,
    describeRoute({ summary: 'Take a place in the squad of a link; a repeat changes nothing' }),
    body(SquadToken),
    async (c) => {
      const id = await idOf(c, c.req.valid('json').token);
      await (await load()).joinSquad(c.get('db'), { id, ...actorOf(c) });
      await ask(c, id);
      return c.json(await viewOf(c, id));
    },
  )
  .delete(
    '/my/squads/:id/cards/:card_id',
    signedIn,
    seldom,
    describeRoute({ summary: 'Leave a squad, or free the place of a friend whose card is missing' }),
    async (c) => {
      const { id, card_id } = c.req.param();
      await (await load()).freePlace(c.get('db'), { id, card_id, ...actorOf(c) });
      await ask(c, id);
      return c.json({ id });
    },
  )
  .patch(
    '/my/squads/:id',
    signedIn,
    seldom,
    describeRoute({ summary: 'Lower the number of places of your squad, but not below the number of people in it' }),
    body(LowerPlaces),
    async (c) => {
      const id = c.req.param('id');
      await (await load()).lowerPlaces(c.get('db'), { ...c.req.valid('json'), ...actorOf(c), id });
      await ask(c, id);
      return c.json(await viewOf(c, id));
    },
  )
  .delete(
    '/my/squads/:id',
    signedIn,
    seldom,
    describeRoute({ summary: 'Call off your squad, so that nobody pays; a repeat changes nothing' }),
    async (c) => {
      const id = c.req.param('id');
      await (await load()).callOff(c.get('db'), { id, ...actorOf(c) });
      await wakeNotices(c.env);
      await ask(c, id);
      return c.json({ id });
    },
  )
  .put(
    '/my/squads/:id/home',
    signedIn,
    seldom,
    describeRoute({ summary: 'Tell the friends of a squad that you got home; a repeat changes nothing' }),
    (c) => answerHome(c, true),
  )
  .delete(
    '/my/squads/:id/home',
    signedIn,
    seldom,
    describeRoute({ summary: 'Take back that you got home; a repeat changes nothing' }),
    (c) => answerHome(c, false),
  );

type Asked = Context<AppEnv>;

const actorOf = (c: Asked) => ({ user_id: c.get('actor').user_id, now: c.get('now') });

/** Settles the squad. If the provider does not answer, the cron tries again. */
async function ask(c: Asked, id: string): Promise<void> {
  const { settleSquad } = await import('./settle-squad.ts');
  await settleSquad(c.env, id, { now: c.get('now') }).catch((error: unknown) =>
    log('warn', 'a squad was not checked', { id, error: traceOf(error) }),
  );
}

async function answerHome(c: Asked, is_home: boolean) {
  const id = c.req.param('id')!;
  const { answerHome: write } = await import('./home.db.ts');
  await write(c.get('db'), { id, is_home, ...actorOf(c) });
  return c.json(await viewOf(c, id));
}

async function viewOf(c: Asked, id: string): Promise<SquadView> {
  return withLink(c, await (await loadReads()).findSquad(c.get('db'), { id, ...actorOf(c) }));
}

async function withLink(
  c: Asked,
  { knows_link, ...squad }: Omit<SquadView, 'link'> & { knows_link: boolean },
): Promise<SquadView> {
  return { ...squad, link: knows_link ? `${c.env.SITE_URL}${await pathOf(c, squad.id)}` : null };
}

/** The path of a squad's link. The token is in the fragment, so browsers never send it to a server. */
const pathOf = async (c: Asked, id: string) =>
  `/squad/${id}#${await linkToken(c.env.AUTH_PEPPER, { link: 'squad', id })}`;

async function idOf(c: Asked, token: string): Promise<string> {
  const id = await idOfToken(c.env.AUTH_PEPPER, { link: 'squad', token });
  if (id === null) throw squadNotFound();
  return id;
}
