import * as v from 'valibot';
import type { HandoverKind } from '../../../../drizzle/handover-vocabulary.ts';

const DraftEvent = v.object({
  id: v.string(),
  slug: v.string(),
  title: v.string(),
  start_at: v.string(),
  venue_name: v.string(),
});
export type DraftEvent = v.InferOutput<typeof DraftEvent>;

/**
 * A student's search for tickets, if the seller came through the link of that search. `most_each` is the most that the
 * student pays for each ticket, in dollars with fees.
 */
const DraftWanted = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  places: v.number(),
  most_each: v.number(),
});

/** A listing that a seller is typing. Its Idempotency-Key `key` stays the same, so that it is listed only once. */
const SellDraft = v.object({
  key: v.string(),
  event: v.nullable(DraftEvent),
  quantity: v.string(),
  price: v.string(),
  isInstant: v.optional(v.boolean(), false),
  mutualsFirst: v.optional(v.boolean(), false),
  kind: v.optional(v.picklist(['file', 'transfer', 'name_list'] satisfies HandoverKind[]), 'file'),
  showsAtOnce: v.optional(v.boolean(), false),
  wanted: v.optional(v.nullable(DraftWanted), null),
});
export type SellDraft = v.InferOutput<typeof SellDraft>;

const nameOf = (user_id: string) => `vouch.sell.${user_id}`;

export const newDraft = (): SellDraft => ({
  key: crypto.randomUUID(),
  event: null,
  quantity: '1',
  price: '',
  isInstant: false,
  mutualsFirst: false,
  kind: 'file',
  showsAtOnce: false,
  wanted: null,
});

export function readSellDraft(user_id: string): SellDraft {
  try {
    return v.parse(SellDraft, JSON.parse(sessionStorage.getItem(nameOf(user_id)) ?? 'null'));
  } catch {
    return newDraft();
  }
}

export function keepSellDraft(user_id: string, draft: v.InferInput<typeof SellDraft>): void {
  try {
    sessionStorage.setItem(nameOf(user_id), JSON.stringify(draft));
  } catch {
    // Without storage, a reload starts with an empty form.
  }
}
