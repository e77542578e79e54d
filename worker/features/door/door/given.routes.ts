import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { GivenToken, GiveTicket } from '../../../contract/door/given.ts';
import { body } from '../../../http/answers/body.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { randomSecret, sha256Hex } from '../../../http/security/crypto.ts';
import { wakeNotices } from '../../../http/outbox/notices.ts';
import { signedIn, signedInWhileOn } from '../../../http/security/guards.ts';

const whileOn = signedInWhileOn('squads');
const seldom = limitActor('form', 'given');
const often = limitActor('read', 'given');
const load = () => import('./given.db.ts');
const loadReads = () => import('./find-given.db.ts');

/**
 * The SQL of each route checks the rights to the ticket. While the launch switch `squads` is off, buyers can still take
 * tickets back, and friends can still return them.
 */
export const givenRoutes = new Hono<AppEnv>()
  .get(
    '/ticket-requests/:id/given',
    signedIn,
    often,
    describeRoute({ summary: 'The tickets of your request that you gave to friends' }),
    async (c) => {
      const asked = { request_id: c.req.param('id'), user_id: c.get('actor').user_id, now: c.get('now') };
      c.header('Cache-Control', 'no-store');
      return c.json(await (await loadReads()).listGiven(c.get('db'), asked));
    },
  )
  .post(
    '/ticket-requests/:id/given',
    whileOn,
    seldom,
    describeRoute({ summary: 'Give one of your tickets to a friend, by a link or by name' }),
    body(GiveTicket),
    async (c) => {
      const token = randomSecret();
      const { position, vouch_id = null } = c.req.valid('json');
      const id = await (
        await load()
      ).giveTicket(c.get('db'), {
        request_id: c.req.param('id'),
        position,
        vouch_id,
        token,
        token_hash: await sha256Hex(token),
        user_id: c.get('actor').user_id,
        now: c.get('now'),
      });
      if (vouch_id) await wakeNotices(c.env);
      c.header('Cache-Control', 'no-store');
      // Browsers never send the fragment to a server.
      return c.json({ id, url: `${c.env.SITE_URL}/with#${token}` }, 201);
    },
  )
  .delete(
    '/given/:id',
    signedIn,
    seldom,
    describeRoute({ summary: 'Take back a ticket that you gave to a friend; a repeat changes nothing' }),
    async (c) => {
      const asked = { id: c.req.param('id'), user_id: c.get('actor').user_id, now: c.get('now') };
      await (await load()).takeBack(c.get('db'), asked);
      return c.json({ id: asked.id });
    },
  )
  .get(
    '/my/given',
    signedIn,
    often,
    describeRoute({ summary: 'The tickets that friends gave you, for nights that are not over' }),
    async (c) => {
      const asked = { user_id: c.get('actor').user_id, now: c.get('now') };
      c.header('Cache-Control', 'no-store');
      return c.json({ tickets: await (await loadReads()).listFromFriends(c.get('db'), asked) });
    },
  )
  .post(
    '/my/given/look',
    whileOn,
    often,
    describeRoute({ summary: 'See which ticket a link gives you' }),
    body(GivenToken),
    async (c) => {
      const token_hash = await sha256Hex(c.req.valid('json').token);
      const asked = { token_hash, user_id: c.get('actor').user_id, now: c.get('now') };
      c.header('Cache-Control', 'no-store');
      return c.json(await (await loadReads()).findGiven(c.get('db'), asked));
    },
  )
  .post(
    '/my/given/accept',
    whileOn,
    seldom,
    describeRoute({ summary: 'Accept a ticket by its link, and use up the link; a repeat changes nothing' }),
    body(GivenToken),
    async (c) => {
      const token_hash = await sha256Hex(c.req.valid('json').token);
      const asked = { token_hash, user_id: c.get('actor').user_id, now: c.get('now') };
      const held = await (await load()).acceptGiven(c.get('db'), asked);
      await wakeNotices(c.env);
      return c.json(held);
    },
  )
  .post(
    '/ticket-requests/:id/given/back',
    signedIn,
    seldom,
    describeRoute({ summary: 'Return a ticket to the friend who gave it to you; a repeat changes nothing' }),
    async (c) => {
      const asked = { request_id: c.req.param('id'), user_id: c.get('actor').user_id, now: c.get('now') };
      await (await load()).passBack(c.get('db'), asked);
      await wakeNotices(c.env);
      return c.json({ request_id: asked.request_id });
    },
  );
