import { movesTo } from '../../../worker/contract/trade/ticket-moves.ts';
import { PAYOUT_MOVES } from '../../../worker/contract/trade/payment-moves.ts';
import { PAYOUT_STATUSES } from '../../vocabulary.ts';
import { isNoMove } from '../moves.ts';
import { changes, listOf, refuse, sql } from '../sql.ts';
import { wakePayment } from './wakes.ts';

const UNSENT = movesTo(PAYOUT_MOVES, 'sent');

export const hasNoEndedPayout = sql`NOT EXISTS (SELECT 1 FROM payouts WHERE request_id = new.request_id
        AND status IN (${listOf(PAYOUT_STATUSES.filter((status) => !UNSENT.includes(status)))}))`;

/** Statement for a trigger: ends an open reason to hold the payout, at the time `at`, if `when` is true. */
export const endHold = ({ reason, at, when }: Record<'reason' | 'at' | 'when', string>): string =>
  sql`UPDATE payout_holds SET ended_at = coalesce(${at}, began_at)
      WHERE request_id = new.request_id AND reason = '${reason}' AND ended_at IS NULL AND ${when};`;

const isHeld = 'EXISTS (SELECT 1 FROM payout_holds WHERE request_id = new.request_id AND ended_at IS NULL)';
const freeze = (when: string) =>
  sql`UPDATE payouts SET status = 'frozen' WHERE request_id = new.request_id AND status = 'due' AND ${when};`;

/** Keeps a payout frozen exactly while a reason to hold it is open (`payout_holds`). */
export const payouts = [
  // A payout begins frozen if it is held already, or if the seller was banned when the card was charged.
  sql`
    CREATE TRIGGER payout_begins AFTER INSERT ON payouts WHEN new.status = 'due'
    BEGIN
      INSERT INTO payout_holds (request_id, reason, began_at)
      SELECT new.request_id, 'ban', coalesce(payment.captured_at, payment.created_at)
      FROM payments payment JOIN auth_users seller ON seller.id = new.seller_id
      WHERE payment.request_id = new.request_id
        AND seller.banned_until > coalesce(payment.captured_at, payment.created_at)
      ON CONFLICT DO NOTHING;
      ${freeze(isHeld)}
    END`,
  sql`
    CREATE TRIGGER payout_moves BEFORE UPDATE OF status, send_at ON payouts WHEN ${changes('status', 'send_at')}
    BEGIN
      ${refuse('payout_moves', 'this payout cannot get that status', isNoMove(PAYOUT_MOVES))}
      ${refuse(
        'payout_is_held',
        'a reason to hold this payout is open',
        sql`old.status = 'frozen'
        AND new.status = 'due' AND ${isHeld}`,
      )}
      ${wakePayment()}
    END`,
  sql`
    CREATE TRIGGER payout_hold_begins AFTER INSERT ON payout_holds WHEN new.ended_at IS NULL
    BEGIN
      ${freeze('true')}
    END`,
  sql`
    CREATE TRIGGER payout_hold_changes AFTER UPDATE ON payout_holds
    BEGIN
      ${refuse(
        'payout_hold_is_kept',
        'a reason only ends, once',
        sql`old.ended_at IS NOT NULL OR ${changes('request_id', 'reason', 'source', 'began_at')}`,
      )}
      UPDATE payouts SET status = 'due'
        WHERE request_id = new.request_id AND status = 'frozen' AND new.ended_at IS NOT NULL AND NOT ${isHeld};
    END`,
  // A ban holds every unsent payout. The end of the ban releases none of them: staff decide about each.
  sql`
    CREATE TRIGGER payout_held_by_ban AFTER UPDATE OF banned_until ON auth_users
    WHEN ${changes('banned_until')} AND new.banned_until > new.updated_at
    BEGIN
      INSERT INTO payout_holds (request_id, reason, began_at)
      SELECT request_id, 'ban', new.updated_at FROM payouts WHERE seller_id = new.id AND status IN (${listOf(UNSENT)})
      ON CONFLICT DO NOTHING;
    END`,
];
