import type { Stripe } from 'stripe';
import * as v from 'valibot';
import type { Core } from './core.ts';
import { checked, Url } from './inputs.ts';
import { find } from './lists.ts';
import { Refusal } from './refusal.ts';

type Account = Stripe.V2.Core.Account;

/** How long an onboarding link works, in seconds. */
const LINK_S = 5 * 60;
const CAPABILITY = 'stripe_balance.stripe_transfers';
const ASKED = ['identity.individual.given_name', 'identity.individual.date_of_birth', 'external_account'];

const Include = v.optional(
  v.array(v.picklist(['configuration.recipient', 'defaults', 'identity', 'requirements'])),
  [],
);
const Requested = v.strictObject({ requested: v.literal(true) });

const CreateAccount = v.strictObject({
  configuration: v.strictObject({
    recipient: v.strictObject({
      capabilities: v.strictObject({ stripe_balance: v.strictObject({ stripe_transfers: Requested }) }),
    }),
  }),
  contact_email: v.pipe(v.string(), v.email()),
  dashboard: v.literal('express'),
  defaults: v.strictObject({
    currency: v.optional(v.literal('usd')),
    responsibilities: v.strictObject({
      fees_collector: v.literal('application'),
      losses_collector: v.literal('application'),
    }),
  }),
  display_name: v.optional(v.string()),
  identity: v.strictObject({ country: v.picklist(['us', 'US']), entity_type: v.literal('individual') }),
  include: Include,
  metadata: v.optional(v.record(v.string(), v.string()), {}),
});

const Onboarding = v.strictObject({
  configurations: v.optional(v.never()),
  refresh_url: Url,
  return_url: v.optional(Url),
});
const CreateLink = v.strictObject({
  account: v.string(),
  use_case: v.variant('type', [
    v.strictObject({ type: v.literal('account_onboarding'), account_onboarding: Onboarding }),
  ]),
});

export function createAccount(core: Core, input: unknown): Account {
  const { contact_email, dashboard, display_name, include, metadata } = checked(CreateAccount, input);
  const view: Account = {
    id: core.makeId('acct'),
    object: 'v2.core.account',
    applied_configurations: ['recipient'],
    contact_email,
    created: new Date(core.now()).toISOString(),
    dashboard,
    ...(display_name === undefined ? {} : { display_name }),
    livemode: false,
    metadata,
  };
  core.state.accounts.set(view.id, { view, balance: 0, is_uncollectable: false });
  setCapability(core, view.id, { status: 'restricted', asked: ASKED });
  return accountView(core, view.id, { include });
}

/** Returns the account with only those optional parts that `include` names, as Stripe does. */
export function accountView(core: Core, id: string, input: unknown): Account {
  const { include } = checked(v.strictObject({ include: Include }), input);
  const { configuration, requirements, ...rest } = find(core.state.accounts, id, 'account').view;
  return {
    ...rest,
    ...(include.includes('configuration.recipient') ? { configuration } : {}),
    ...(include.includes('requirements') ? { requirements } : {}),
  };
}

export function setCapability(
  core: Core,
  id: string,
  { status, asked }: { status: 'active' | 'restricted'; asked: readonly string[] },
): void {
  const { view } = find(core.state.accounts, id, 'account');
  const status_details =
    status === 'active' ? [] : [{ code: 'requirements_past_due' as const, resolution: 'provide_info' as const }];
  view.configuration = {
    recipient: { applied: true, capabilities: { stripe_balance: { stripe_transfers: { status, status_details } } } },
  };
  view.requirements = {
    entries: asked.map(entryOf),
    ...(asked.length > 0 ? { summary: { minimum_deadline: { status: 'currently_due' } } } : {}),
  };
}

export function emitAccount(core: Core, id: string): void {
  core.emitThin('v2.core.account[requirements].updated', id);
  core.emitThin('v2.core.account[configuration.recipient].capability_status_updated', id);
}

function entryOf(description: string): Stripe.V2.Core.Account.Requirements.Entry {
  const deadline = { status: 'currently_due' as const };
  return {
    awaiting_action_from: 'user',
    description,
    errors: [],
    impact: { restricts_capabilities: [{ capability: CAPABILITY, configuration: 'recipient', deadline }] },
    minimum_deadline: deadline,
    requested_reasons: [{ code: 'routine_onboarding' }],
  };
}

export function createLink(core: Core, input: unknown): Stripe.V2.Core.AccountLink {
  const { account, use_case } = checked(CreateLink, input);
  find(core.state.accounts, account, 'account');
  const { return_url, refresh_url } = use_case.account_onboarding;
  if (return_url === undefined) throw new Refusal('Missing required param: use_case[account_onboarding][return_url].');
  const id = core.makeId('link');
  const expires_at = core.seconds() + LINK_S;
  core.state.links.set(id, { account, return_url, refresh_url, expires_at });
  return {
    object: 'v2.core.account_link',
    account,
    created: new Date(core.now()).toISOString(),
    expires_at: new Date(expires_at * 1000).toISOString(),
    livemode: false,
    url: `${core.origin}/onboard/${account}?link=${id}`,
    use_case,
  };
}
