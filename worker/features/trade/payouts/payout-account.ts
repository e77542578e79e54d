import type { Stripe } from 'stripe';
import type { SellerAccount } from '../../../../drizzle/tables/trade/money/seller-accounts.ts';
import type { Db } from '../../../context.ts';
import { log } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import type { ProviderEvent } from '../provider/verify-event.ts';
import { openProvider, type Provider } from '../provider/provider.ts';
import { ProviderError } from '../provider/provider-error.ts';
import {
  type AccountFacts,
  findAccount,
  keepProviderId,
  nextAttempt,
  takeAccount,
  type WhichAccount,
  writeFacts,
  writePayoutFailure,
} from './payout-account.db.ts';
import { providerUnavailable } from './payouts.errors.ts';

/** The most tries to create a seller's account. After a final error, the next try uses a new idempotency key. */
const MOST_TRIES = 3;
const MOST_REQUIREMENTS = 20;
const LONGEST_REQUIREMENT = 100;

interface Seller {
  user_id: string;
  email: string;
  now: Date;
}

/**
 * Returns the address of the provider's page where a seller proves their identity. The first call creates the account.
 * Simultaneous calls share an idempotency key, so they create one account. Throws `payments.provider_unavailable`.
 */
export async function openOnboarding(env: Env, seller: Seller): Promise<string> {
  try {
    const provider = openProvider(env);
    const account = await ensureAccount(openDb(env), { provider, seller });
    const back = `${env.SITE_URL}/payouts?back=1`;
    const use_case = { type: 'account_onboarding', account_onboarding: { return_url: back, refresh_url: back } };
    return (await provider.createAccountLink({ account, use_case })).url;
  } catch (error) {
    throw error instanceof ProviderError ? providerUnavailable() : error;
  }
}

async function ensureAccount(db: Db, { provider, seller }: { provider: Provider; seller: Seller }): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const { account, display_name } = await takeAccount(db, seller);
    if (account.provider_id !== null) return account.provider_id;
    const { user_id, attempt } = account;
    try {
      const made = await provider.createAccount(
        newAccount({ ...seller, display_name }),
        `account:${user_id}:${attempt}`,
      );
      const kept = await keepProviderId(db, { user_id, provider_id: made.id, now: seller.now });
      if (kept === made.id)
        await writeFacts(db, { which: { user_id }, facts: factsOf(made), isBack: false, now: seller.now });
      return kept;
    } catch (error) {
      if (!(error instanceof ProviderError && error.isFinal) || tries === MOST_TRIES) throw error;
      await nextAttempt(db, { user_id, attempt });
    }
  }
}

/** A seller only receives transfers. We are the merchant and bear fees and losses. */
const newAccount = ({
  user_id,
  email,
  display_name,
}: Seller & { display_name: string | null }): Stripe.V2.Core.AccountCreateParams => ({
  dashboard: 'express',
  contact_email: email,
  ...(display_name ? { display_name } : {}),
  identity: { country: 'us', entity_type: 'individual' },
  configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
  defaults: { currency: 'usd', responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
  metadata: { user_id },
});

/**
 * Asks the provider about a seller's account and stores the answer. `isBack`: the seller just returned from the
 * provider. Throws a `ProviderError`.
 */
export async function refreshAccount(
  env: Env,
  { now, isBack = false, ...which }: WhichAccount & { now: Date; isBack?: boolean },
): Promise<SellerAccount | null> {
  const db = openDb(env);
  const account = await findAccount(db, which);
  if (!account || account.provider_id === null) return account;
  const facts = factsOf(await openProvider(env).findAccount(account.provider_id));
  return writeFacts(db, { which: { user_id: account.user_id }, facts, isBack, now });
}

/**
 * Handles a provider event about a seller's account, and ignores other events. Returns false if the provider did not
 * return the account.
 */
export async function takeAccountEvent(
  env: Env,
  { event, now }: { event: ProviderEvent; now: Date },
): Promise<boolean> {
  if (event.account_id === null) return true;
  const provider_id = event.account_id;
  if (event.type === 'payout.failed') await writePayoutFailure(openDb(env), { provider_id, at: event.created });
  try {
    await refreshAccount(env, { provider_id, now });
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log('warn', 'a payout account was not read', { code: error.code });
    return false;
  }
}

function factsOf({ closed, configuration, requirements }: Stripe.V2.Core.Account): AccountFacts {
  const { stripe_transfers } = configuration?.recipient?.capabilities?.stripe_balance ?? {};
  const asked = (requirements?.entries ?? [])
    .filter(
      ({ awaiting_action_from, minimum_deadline }) =>
        awaiting_action_from === 'user' && minimum_deadline.status !== 'eventually_due',
    )
    .map(({ description }) => description.slice(0, LONGEST_REQUIREMENT));
  return {
    can_receive: stripe_transfers?.status === 'active' && closed !== true,
    requirements: [...new Set(asked)].slice(0, MOST_REQUIREMENTS),
  };
}
