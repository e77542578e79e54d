import type {
  DisputeStatus,
  KeptCardStatus,
  PaymentStatus,
  PayoutStatus,
  RefundStatus,
  SquadCardStatus,
  SquadStatus,
} from '../../../drizzle/vocabulary.ts';
import type { HandoverStatus, ProblemStatus } from '../../../drizzle/handover-vocabulary.ts';
import type { Moves } from './ticket-moves.ts';

// Triggers are generated from these moves and refuse every other change of a status.

export const PAYMENT_MOVES: Moves<PaymentStatus> = {
  awaiting: ['authorized', 'failed'],
  authorized: ['captured', 'voided'],
  captured: [],
  voided: [],
  failed: [],
};

export const UNCHARGED = ['awaiting', 'authorized'] as const satisfies readonly PaymentStatus[];

export const HANDOVER_MOVES: Moves<HandoverStatus> = {
  due: ['delivered', 'problem', 'received', 'failed'],
  delivered: ['problem', 'received', 'failed'],
  problem: ['received', 'failed'],
  received: [],
  failed: [],
};

export const PAYOUT_MOVES: Moves<PayoutStatus> = {
  due: ['frozen', 'sent', 'dropped'],
  // A transfer that was requested before the payout was frozen can still arrive.
  frozen: ['due', 'sent', 'dropped'],
  sent: ['reversed'],
  reversed: [],
  dropped: [],
};

export const REFUND_MOVES: Moves<RefundStatus> = {
  asked: ['due', 'dropped'],
  due: ['sent', 'stuck', 'dropped'],
  sent: ['stuck'],
  stuck: ['due', 'dropped'],
  dropped: [],
};

export const DISPUTE_MOVES: Moves<DisputeStatus> = { open: ['won', 'lost'], won: [], lost: [] };

export const PROBLEM_MOVES: Moves<ProblemStatus> = {
  open: ['replaced', 'refunded', 'rejected'],
  replaced: [],
  refunded: [],
  rejected: [],
};

export const SQUAD_MOVES: Moves<SquadStatus> = { gathering: ['held', 'ended'], held: [], ended: [] };

export const SQUAD_CARD_MOVES: Moves<SquadCardStatus> = {
  awaiting: ['authorized', 'failed'],
  authorized: ['used', 'voided'],
  used: [],
  voided: [],
  failed: [],
};

export const KEPT_CARD_MOVES: Moves<KeptCardStatus> = { asked: ['kept', 'ended'], kept: ['ended'], ended: [] };
