import { scans } from './door/scans.ts';
import { eventCards } from './nights/event-cards.ts';
import { eventChange } from './nights/event-change.ts';
import { eventIndex } from './nights/event-index.ts';
import { eventRoles } from './nights/event-roles.ts';
import { eventSales } from './nights/event-sales.ts';
import { listingCount } from './nights/listing-count.ts';
import { keptPasts } from './people/kept-pasts.ts';
import { recoveryCodesNeedAFactor } from './people/recovery-codes-need-a-factor.ts';
import { resellerApproval } from './people/reseller-approval.ts';
import { schoolBadge } from './people/school-badge.ts';
import { sellerFacts } from './people/seller-facts.ts';
import { vouches } from './people/vouches.ts';
import { auditChain } from './staff/audit-chain.ts';
import { accountWithOpenMoney } from './trade/account-with-open-money.ts';
import { ledger } from './trade/ledger.ts';
import { listingTickets } from './trade/listing-tickets.ts';
import { paymentMoves } from './trade/payment-moves.ts';
import { paymentWakes } from './trade/payment-wakes.ts';
import { payoutHolds } from './trade/payout-holds.ts';
import { problems } from './trade/problems.ts';
import { refundNeedsTwo } from './trade/refund-needs-two.ts';
import { replacements } from './trade/replacements.ts';
import { requestEndIsFinal } from './trade/request-end-is-final.ts';
import { requestGroups } from './trade/request-groups.ts';
import { requestTermsAreFixed } from './trade/request-terms-are-fixed.ts';
import { staffAsks } from './trade/staff-asks.ts';
import { ticketStock } from './trade/ticket-stock.ts';
import { waitlistOffers } from './trade/waitlist-offers.ts';

/** Every view, search index and trigger of the database. */
export const ALL_TRIGGERS: readonly string[] = [
  ...accountWithOpenMoney,
  ...auditChain,
  ...eventCards,
  ...eventChange,
  ...eventIndex,
  ...eventRoles,
  ...eventSales,
  ...keptPasts,
  ...ledger,
  ...listingCount,
  ...listingTickets,
  ...paymentMoves,
  ...paymentWakes,
  ...payoutHolds,
  ...problems,
  ...recoveryCodesNeedAFactor,
  ...refundNeedsTwo,
  ...replacements,
  ...requestEndIsFinal,
  ...requestGroups,
  ...requestTermsAreFixed,
  ...resellerApproval,
  ...scans,
  ...schoolBadge,
  ...sellerFacts,
  ...staffAsks,
  ...ticketStock,
  ...vouches,
  ...waitlistOffers,
];
