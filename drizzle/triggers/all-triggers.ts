import { passes } from './door/passes.ts';
import { scans } from './door/scans.ts';
import { eventCards } from './nights/event-cards.ts';
import { eventChange } from './nights/event-change.ts';
import { eventIndex } from './nights/event-index.ts';
import { eventRoles } from './nights/event-roles.ts';
import { accounts } from './people/accounts.ts';
import { keptPasts } from './people/kept-pasts.ts';
import { recoveryCodes } from './people/recovery-codes.ts';
import { resellerClaims } from './people/reseller-claims.ts';
import { sellerFacts } from './people/seller-facts.ts';
import { vouches } from './people/vouches.ts';
import { auditChain } from './staff/audit-chain.ts';
import { disputes } from './trade/disputes.ts';
import { handovers } from './trade/handovers.ts';
import { keptCards } from './trade/kept-cards.ts';
import { ledger } from './trade/ledger.ts';
import { listings } from './trade/listings.ts';
import { offers } from './trade/offers.ts';
import { paymentWakes } from './trade/payment-wakes.ts';
import { payments } from './trade/payments.ts';
import { payouts } from './trade/payouts.ts';
import { refunds } from './trade/refunds.ts';
import { requestGroups } from './trade/request-groups.ts';
import { requests } from './trade/requests.ts';
import { squads } from './trade/squads.ts';

export const ALL_TRIGGERS: readonly string[] = [
  ...passes,
  ...scans,
  ...eventCards,
  ...eventChange,
  ...eventIndex,
  ...eventRoles,
  ...accounts,
  ...keptPasts,
  ...recoveryCodes,
  ...resellerClaims,
  ...sellerFacts,
  ...vouches,
  ...auditChain,
  ...disputes,
  ...handovers,
  ...keptCards,
  ...ledger,
  ...listings,
  ...offers,
  ...paymentWakes,
  ...payments,
  ...payouts,
  ...refunds,
  ...requestGroups,
  ...requests,
  ...squads,
];
