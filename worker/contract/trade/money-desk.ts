import { MOST_CENTS } from '../../../drizzle/vocabulary.ts';
import * as v from 'valibot';
import type { HoldReason } from '../../../drizzle/vocabulary.ts';

export { SECOND_PERSON_ABOVE_CENTS } from '../../../drizzle/vocabulary.ts';
export const NOTE_LENGTH = 500;

const AN_AMOUNT = 'Enter an amount in dollars and cents.';
const A_NOTE = 'Write a reason for the audit log.';

const amount = v.pipe(
  v.number(AN_AMOUNT),
  v.minValue(0.01, AN_AMOUNT),
  v.maxValue(MOST_CENTS / 100, 'A payment can’t be that large.'),
  v.check((dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6, AN_AMOUNT),
);

const note = v.pipe(
  v.string(A_NOTE),
  v.trim(),
  v.nonEmpty(A_NOTE),
  v.maxLength(NOTE_LENGTH, `Write at most ${NOTE_LENGTH} characters.`),
);

/** `POST /api/admin/refunds`. `amount` is in dollars. */
export const AskRefund = v.object({
  request_id: v.pipe(
    v.string('request_id must be text.'),
    v.nonEmpty('request_id must not be empty.'),
    v.maxLength(64),
  ),
  amount,
  note,
});
export type AskRefund = v.InferOutput<typeof AskRefund>;

/** `failed` refunds everything that is left. `replaced` finds other tickets, or refunds the buyer if there are none. */
export const DecideHandover = v.object({
  to: v.picklist(['received', 'replaced', 'failed'], 'to is received, replaced or failed.'),
  note,
});
export type DecideHandover = v.InferOutput<typeof DecideHandover>;

/** `POST /api/admin/sellers/{id}/settle`: lets a seller list again after a failed hand-over. */
export const SettleSeller = v.object({ note });
export type SettleSeller = v.InferOutput<typeof SettleSeller>;

/** Staff can end a hold of a payout only if the hold has one of these reasons. */
export const HOLDS_OF_STAFF = ['fraud_warning', 'ban', 'staff'] as const satisfies readonly HoldReason[];
const WHICH = `reasons lists the holds to end: ${HOLDS_OF_STAFF.join(', ')}.`;

/** `POST /api/admin/payouts/{request_id}`. `reasons` names the holds that the admin ends. Other holds stay. */
export const MovePayout = v.variant(
  'to',
  [
    v.object({ to: v.literal('frozen') }),
    v.object({
      to: v.literal('due'),
      reasons: v.pipe(v.array(v.picklist(HOLDS_OF_STAFF, WHICH), WHICH), v.minLength(1, WHICH)),
    }),
  ],
  'to is frozen or due.',
);
export type MovePayout = v.InferOutput<typeof MovePayout>;

export const AmountWithNote = v.object({ amount, note });

/** `POST /api/admin/sellers/{id}/write-off`. `is_paid`: the seller paid into our bank account. */
export const WriteOff = v.object({ amount, note, is_paid: v.optional(v.boolean('is_paid is true or false.'), false) });
export type WriteOff = v.InferOutput<typeof WriteOff>;

export const MoneyDays = v.object({
  days: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, 'days is a whole number from 1 to 90.'),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(90),
    ),
    '30',
  ),
});

/** `GET /api/admin/money/requests`. `q` is the id of a request, or the email address of its buyer or seller. */
export const FindPayments = v.object({ q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), '') });
