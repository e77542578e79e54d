import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import type { KeptCardView } from '../../../contract/trade/offers/wanted.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';
import { log, traceOf } from '../../../http/log.ts';
import { signedIn, signedInWhileOn } from '../../../http/security/guards.ts';
import { cardPageClosed, searchEnded } from './kept-cards.errors.ts';

const load = () => import('./kept-cards.db.ts');

export const keptCardRoutes = new Hono<AppEnv>()
  .get(
    '/my/events/:id/wanted/card',
    signedIn,
    limitActor('read', 'wanted-card'),
    describeRoute({
      summary: 'Whether your card is used at once when you are offered tickets that you look for',
    }),
    async (c) => {
      const { claimCardCheck, findOwnCard } = await load();
      const [db, now, search] = [c.get('db'), c.get('now'), searchOf(c)];
      let found = await findOwnCard(db, search);
      if (found.card?.status === 'asked' && (await claimCardCheck(db, { id: found.card.id, now }))) {
        await move(c, found.card.id);
        found = await findOwnCard(db, search);
      }
      c.header('Cache-Control', 'no-store');
      return c.json({ state: stateOf(found.card), is_possible: found.is_possible } satisfies KeptCardView);
    },
  )
  .put(
    '/my/events/:id/wanted/card',
    signedInWhileOn('squads'),
    limitActor('form', 'wanted-card'),
    describeRoute({
      summary: 'Open the provider’s page where you enter a card for the tickets that you look for',
    }),
    async (c) => {
      const { askForCard, findOwnCard } = await load();
      const [db, search] = [c.get('db'), searchOf(c)];
      let card: Awaited<ReturnType<typeof findOwnCard>>['card'] = null;
      // If the page for an earlier card has closed, the first try ends that card. The second try opens a new page.
      for (let tries = 0; tries < 2 && !card; tries++) {
        const id = await askForCard(db, search);
        if (!id) throw searchEnded();
        await move(c, id);
        ({ card } = await findOwnCard(db, search));
      }
      if (card?.status === 'kept') return c.json({ state: stateOf(card), page_url: null });
      if (!card?.session_url) throw cardPageClosed();
      return c.json({ state: stateOf(card), page_url: card.session_url });
    },
  )
  // No launch switch closes this route: people can always take their card back.
  .delete(
    '/my/events/:id/wanted/card',
    signedIn,
    limitActor('read', 'wanted-card-end'),
    describeRoute({ summary: 'Take your card back; the provider deletes it' }),
    async (c) => {
      const { endOwnCard } = await load();
      for (const id of await endOwnCard(c.get('db'), searchOf(c))) c.executionCtx.waitUntil(move(c, id));
      return c.json({ state: 'off' as const });
    },
  );

const searchOf = (c: Context<AppEnv>) => ({
  event_id: c.req.param('id')!,
  user_id: c.get('actor').user_id,
  now: c.get('now'),
});

const stateOf = (card: { status: 'asked' | 'kept' | 'ended' } | null) =>
  card === null ? ('off' as const) : card.status === 'kept' ? ('on' as const) : ('asked' as const);

/** Settles a kept card. If the provider does not answer, the cron job settles the card later. */
async function move(c: Context<AppEnv>, id: string): Promise<void> {
  const { settleKeptCard } = await import('./settle-kept-card.ts');
  await settleKeptCard(c.env, id, { now: c.get('now') }).catch((error: unknown) =>
    log('warn', 'a kept card was not checked', { card: id, error: traceOf(error) }),
  );
}
