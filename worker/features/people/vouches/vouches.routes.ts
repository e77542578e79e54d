import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { ShowMutuals, VouchAfterDeal, VouchToken } from '../../../contract/people/vouches.ts';
import { body } from '../../../http/answers/body.ts';
import { randomSecret, sha256Hex } from '../../../http/security/crypto.ts';
import { signedInWhileOn } from '../../../http/security/guards.ts';
import { wakeNotices } from '../../../http/outbox/notices.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { mutualsOfEvent, mutualsOfRequests } from './find-in-common.ts';
import { acceptVouch, vouchAfterDeal } from './give-vouch.db.ts';
import { endLinks, findLink, findVouches, revokeVouch, setShown, storeLink } from './vouches.db.ts';

const whileOn = signedInWhileOn('vouches');
const often = limitActor('read', 'vouches');
const seldom = limitActor('form', 'vouches');

export const vouchRoutes = new Hono<AppEnv>()
  .get(
    '/my/vouches',
    whileOn,
    often,
    describeRoute({ summary: 'The vouches you gave and got, and how many more you may give' }),
    async (c) => {
      const { refusal, limits, ...found } = await findVouches(c.get('db'), {
        user_id: c.get('actor').user_id,
        now: c.get('now'),
      });
      c.header('Cache-Control', 'no-store');
      const { live = 0, lately = 0, links = 0 } = limits ?? {};
      return c.json({ ...found, live, lately, open_links: links, refusal: refusal?.message ?? null });
    },
  )
  .post(
    '/my/vouches',
    whileOn,
    seldom,
    describeRoute({ summary: 'Vouch for the other side of a request whose tickets were received' }),
    body(VouchAfterDeal),
    async (c) => {
      const { user_id } = c.get('actor');
      const vouch = await vouchAfterDeal(c.get('db'), { ...c.req.valid('json'), user_id, now: c.get('now') });
      await wakeNotices(c.env);
      return c.json(vouch, 201);
    },
  )
  .delete(
    '/my/vouches/:id',
    whileOn,
    seldom,
    describeRoute({ summary: 'Revoke a vouch; nobody is notified' }),
    async (c) => {
      const id = c.req.param('id');
      await revokeVouch(c.get('db'), { id, user_id: c.get('actor').user_id, now: c.get('now') });
      return c.json({ id });
    },
  )
  .post(
    '/my/vouch-links',
    whileOn,
    seldom,
    describeRoute({ summary: 'Make a link that one person can use to accept your vouch' }),
    async (c) => {
      const token = randomSecret();
      const { user_id } = c.get('actor');
      const { expires_at } = await storeLink(c.get('db'), {
        token_hash: await sha256Hex(token),
        user_id,
        now: c.get('now'),
      });
      c.header('Cache-Control', 'no-store');
      // The token is in the fragment, which browsers do not send when they open the link.
      return c.json({ url: `${c.env.SITE_URL}/vouch#${token}`, expires_at }, 201);
    },
  )
  .delete('/my/vouch-links', whileOn, seldom, describeRoute({ summary: 'End your open vouch links' }), async (c) => {
    await endLinks(c.get('db'), c.get('actor'));
    return c.json({ open_links: 0 });
  })
  .post(
    '/my/vouch-links/look',
    whileOn,
    often,
    describeRoute({ summary: 'See who vouches through this link' }),
    body(VouchToken),
    async (c) => {
      const token_hash = await sha256Hex(c.req.valid('json').token);
      c.header('Cache-Control', 'no-store');
      return c.json(await findLink(c.get('db'), { token_hash, user_id: c.get('actor').user_id, now: c.get('now') }));
    },
  )
  .post(
    '/my/vouch-links/accept',
    whileOn,
    seldom,
    describeRoute({ summary: 'Accept the vouch of a link, which uses up the link' }),
    body(VouchToken),
    async (c) => {
      const token_hash = await sha256Hex(c.req.valid('json').token);
      const { id, isNew } = await acceptVouch(c.get('db'), {
        token_hash,
        user_id: c.get('actor').user_id,
        now: c.get('now'),
      });
      if (isNew) await wakeNotices(c.env);
      return c.json({ id }, isNew ? 201 : 200);
    },
  )
  .put(
    '/my/mutuals',
    whileOn,
    seldom,
    describeRoute({ summary: 'Say whether you are counted as a mutual, and whether friends see where you go' }),
    body(ShowMutuals),
    async (c) => {
      return c.json(await setShown(c.get('db'), { user_id: c.get('actor').user_id, ...c.req.valid('json') }));
    },
  )
  .get(
    '/my/mutuals',
    whileOn,
    often,
    describeRoute({ summary: 'What you have in common with the buyers and sellers of your ticket requests' }),
    async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(await mutualsOfRequests(c.get('db'), { user_id: c.get('actor').user_id, now: c.get('now') }));
    },
  )
  .get(
    '/my/events/:slug/mutuals',
    whileOn,
    often,
    describeRoute({ summary: 'What you have in common with the sellers of an event' }),
    async (c) => {
      c.header('Cache-Control', 'no-store');
      const asked = { slug: c.req.param('slug'), user_id: c.get('actor').user_id, now: c.get('now') };
      return c.json(await mutualsOfEvent(c.get('db'), asked));
    },
  );
