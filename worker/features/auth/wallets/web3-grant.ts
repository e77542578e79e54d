import type { Context } from 'hono';
import { lt } from 'drizzle-orm';
import * as v from 'valibot';
import { authWeb3Messages } from '../../../../drizzle/tables/auth-web3-messages.ts';
import { keyedHash } from '../../../http/crypto.ts';
import type { AuthEnv } from '../auth-env.ts';
import { OAuthError, refuse, malformed } from '../errors.ts';
import { ethereumSigner } from './ethereum-signature.ts';
import { authBody } from '../inputs.ts';
import { limitRequest } from '../limits.ts';
import type { OutsidePerson } from '../accounts/provider-accounts.db.ts';
import { withAccountOf } from '../accounts/provider-sign-in.ts';
import { isAllowedRedirect } from '../redirect.rules.ts';
import { startSession, type SessionBody } from '../sessions/start-session.ts';
import { CHAINS, ISSUE_WINDOW_MS, parseSignInMessage, refuseByClock, type Chain, type SignInMessage } from './sign-in-message.rules.ts';
import { isSolanaSignature } from './solana-signature.ts';

const Web3Grant = v.object({
  chain: v.nullish(v.string()),
  message: v.nullish(v.string()),
  signature: v.nullish(v.pipe(v.string(), v.maxLength(512))),
});

/** `POST /token?grant_type=web3`: signs in the wallet that signed a fresh message for this site, once (contract 1.13). */
export async function web3Grant(c: Context<AuthEnv>): Promise<SessionBody> {
  if (!c.get('config').web3) throw refuse(422, 'web3_provider_disabled', 'Web3 provider is disabled');
  await limitRequest(c, 'web3');
  const { chain, message: text, signature } = await authBody(c, Web3Grant);
  if (!isChain(chain)) throw refuse(400, 'web3_unsupported_chain', 'Unsupported chain');
  if (!text || !signature) throw malformed('message and signature are required');
  const parsed = parseSignInMessage(text, chain);
  if ('refusal' in parsed) throw new OAuthError('invalid_grant', parsed.refusal);
  const { message } = parsed;
  await refuseForeign(c, { message, text, signature });
  await spendMessage(c, { message, text });
  return withAccountOf(c, walletPerson(message), ({ record, statements }) =>
    startSession(c, { record, method: 'web3', identity: 'web3', alongside: statements }),
  );
}

/** A message of another site, out of its time, or not signed by the wallet it names. */
async function refuseForeign(
  c: Context<AuthEnv>,
  { message, text, signature }: { message: SignInMessage; text: string; signature: string },
): Promise<void> {
  if (!isAllowedRedirect(c.get('config'), message.uri.href)) throw new OAuthError('invalid_grant', 'message was signed for another site');
  const late = refuseByClock(message, c.get('now'));
  if (late !== null) throw new OAuthError('invalid_grant', late);
  const { address } = message;
  const isSigned =
    message.chain === 'ethereum'
      ? ethereumSigner(text, signature) === address
      : await isSolanaSignature({ message: text, signature, address });
  if (!isSigned) throw new OAuthError('invalid_grant', 'signature does not match address in message');
}

/** Remembers the message for as long as it could be shown again; a message seen before is refused. */
async function spendMessage(c: Context<AuthEnv>, { message, text }: { message: SignInMessage; text: string }): Promise<void> {
  const [db, now] = [c.get('db'), c.get('now')];
  const hash = await keyedHash(c.env.AUTH_PEPPER, ['web3', message.address, text]);
  const expires_at = new Date(message.issued_at.getTime() + ISSUE_WINDOW_MS + 1);
  const [, spent] = await db.batch([
    db.delete(authWeb3Messages).where(lt(authWeb3Messages.expires_at, now)),
    db
      .insert(authWeb3Messages)
      .values({ hash, address: message.address, expires_at, created_at: now })
      .onConflictDoNothing()
      .returning({ hash: authWeb3Messages.hash }),
  ]);
  if (spent.length === 0) throw new OAuthError('invalid_grant', 'message was used before');
}

function walletPerson({ chain, address, domain, statement, chain_id }: SignInMessage): OutsidePerson {
  const provider_id = `web3:${chain}:${address}`;
  const custom_claims = {
    chain,
    address,
    domain,
    ...(chain_id === null ? {} : { network: chain_id }),
    ...(statement === null ? {} : { statement }),
  };
  const data = { sub: provider_id, provider_id, email_verified: false, phone_verified: false, custom_claims };
  return { provider: 'web3', provider_id, email: null, email_verified: false, data };
}

function isChain(chain: unknown): chain is Chain {
  return CHAINS.includes(chain as Chain);
}
