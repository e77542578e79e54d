import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv } from '../../../context.ts';
import { AskForWallet } from '../../../contract/trade/wallet.ts';
import { query } from '../../../http/answers/body.ts';
import { signedIn } from '../../../http/security/guards.ts';
import { limitActor } from '../../../http/limits/rate-limit.ts';

const often = limitActor('read', 'wallet');

// The wallet code is loaded on its first call, because the Worker's startup time is limited.
export const walletRoutes = new Hono<AppEnv>()
  .get(
    '/ticket-requests/:id/wallet/apple',
    signedIn,
    often,
    describeRoute({ summary: 'A paid ticket for Apple Wallet' }),
    query(AskForWallet),
    async (c) => {
      const { applePass } = await import('./apple-pass.ts');
      const file = await applePass(c.env, askedOf(c, c.req.valid('query').ticket));
      return c.body(file, 200, {
        'Content-Type': 'application/vnd.apple.pkpass',
        'Content-Disposition': 'attachment; filename="ticket.pkpass"',
        'Cache-Control': 'no-store',
      });
    },
  )
  .get(
    '/ticket-requests/:id/wallet/google',
    signedIn,
    often,
    describeRoute({ summary: 'The link that adds a paid ticket to Google Wallet' }),
    query(AskForWallet),
    async (c) => {
      const { googleLink } = await import('./google-link.ts');
      c.header('Cache-Control', 'no-store');
      return c.json(await googleLink(c.env, askedOf(c, c.req.valid('query').ticket)));
    },
  );

const askedOf = (c: Context<AppEnv, '/ticket-requests/:id/wallet'>, ticket: number) => ({
  db: c.get('db'),
  id: c.req.param('id'),
  buyer_id: c.get('actor').user_id,
  ticket,
  now: c.get('now'),
});
