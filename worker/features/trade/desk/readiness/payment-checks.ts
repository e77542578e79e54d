import type { OperationsCheck } from '../../../../contract/staff/operations.ts';
import { STRIPE } from '../../../../http/shared/payment-provider.ts';
import { ProviderError } from '../../provider/provider-error.ts';
import { openProvider } from '../../provider/provider.ts';
import { type Answers, judgeReadiness } from './readiness.rules.ts';

export async function paymentChecks(env: Env): Promise<OperationsCheck[]> {
  return judgeReadiness(await askProvider(env), {
    keys: {
      key: env.STRIPE_SECRET_KEY,
      webhook_secret: env.STRIPE_WEBHOOK_SECRET,
      is_production: env.ENVIRONMENT === 'production',
      is_stripe: env.STRIPE_API_BASE === STRIPE,
    },
    endpoint: `${env.SITE_URL}/api/payments/events`,
  });
}

async function askProvider(env: Env): Promise<Answers> {
  try {
    const provider = openProvider(env);
    await provider.findBalance();
    const [destinations, settings] = await Promise.all([
      orNull(provider.listEventDestinations()),
      orNull(provider.findBalanceSettings()),
    ]);
    return { failure: null, destinations, payout_interval: settings?.payments.payouts?.schedule?.interval ?? null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { failure: error.message, destinations: null, payout_interval: null };
  }
}

/** Returns null if the call to the provider fails, for example because the key lacks the permission. */
async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}
