import type { Context } from 'hono';
import * as v from 'valibot';
import { keyedHash } from '../../../../http/security/crypto.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { OAuthError, refuse, malformed } from '../base/errors.ts';
import { authBody, optionalText } from '../base/inputs.ts';
import { limitRequest } from '../base/limits.ts';
import type { OutsidePerson } from '../../../../../drizzle/tables/people/auth-codes.ts';
import { withAccountOf } from '../identities/outside-sign-in.ts';
import { isAllowedRedirect } from '../base/redirect.rules.ts';
import type { SessionBody } from '../sessions/session-body.ts';
import { startSession } from '../sessions/start-session.ts';
import {
  CHAINS,
  ISSUE_WINDOW_MS,
  parseSignInMessage,
  refuseByClock,
  type Chain,
  type SignInMessage,
} from './sign-in-message.rules.ts';
import { spendMessage } from './wallet-messages.db.ts';

const Web3Grant = v.object({
  chain: v.nullish(v.string()),
  message: v.nullish(v.string()),
  signature: optionalText(512),
});

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
  await refuseUsed(c, { message, text });
  return withAccountOf(c, walletPerson(message), ({ record, statements }) =>
    startSession(c, { record, method: 'web3', identity: 'web3', alongside: statements }),
  );
}

async function refuseForeign(
  c: Context<AuthEnv>,
  { message, text, signature }: { message: SignInMessage; text: string; signature: string },
): Promise<void> {
  if (!isAllowedRedirect(c.get('config'), message.uri.href))
    throw new OAuthError('invalid_grant', 'message was signed for another site');
  const late = refuseByClock(message, c.get('now'));
  if (late !== null) throw new OAuthError('invalid_grant', late);
  if (!(await isSigned({ message, text, signature })))
    throw new OAuthError('invalid_grant', 'signature does not match address in message');
}

/** The code for the chains is large, so it loads only when a wallet signs in. */
async function isSigned({
  message,
  text,
  signature,
}: {
  message: SignInMessage;
  text: string;
  signature: string;
}): Promise<boolean> {
  const { chain, address } = message;
  if (chain === 'ethereum')
    return (await import('./ethereum-signature.ts')).ethereumSigner(text, signature) === address;
  return (await import('./solana-signature.ts')).isSolanaSignature({ message: text, signature, address });
}

/** Throws for a message that was used before. Each used message is stored for as long as it would be valid. */
async function refuseUsed(
  c: Context<AuthEnv>,
  { message, text }: { message: SignInMessage; text: string },
): Promise<void> {
  const { address, issued_at } = message;
  const hash = await keyedHash(c.env.AUTH_PEPPER, ['web3', address, text]);
  const expires_at = new Date(issued_at.getTime() + ISSUE_WINDOW_MS + 1);
  const isFirst = await spendMessage(c.get('db'), { hash, address, expires_at, created_at: c.get('now') });
  if (!isFirst) throw new OAuthError('invalid_grant', 'message was used before');
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
