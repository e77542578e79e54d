/** The night a draft is about, as much as the form shows of it. */
export interface DraftNight {
  id: string;
  slug: string;
  title: string;
  start_at: string;
  venue_name: string;
}

/** An offer as typed. One draft has one Idempotency-Key from its first letter until it is listed, so it is listed once. */
export interface SellDraft {
  key: string;
  night: DraftNight | null;
  quantity: string;
  price: string;
}

const nameOf = (user_id: string) => `vouch.sell.${user_id}`;

export const newDraft = (): SellDraft => ({ key: crypto.randomUUID(), night: null, quantity: '1', price: '' });

/** What was typed before a reload, with its key; else a new draft. */
export function readDraft(user_id: string): SellDraft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(user_id)) ?? 'null') as SellDraft | null;
    return kept ?? newDraft();
  } catch {
    return newDraft();
  }
}

/** Keeps what is typed until it is listed. */
export function keepDraft(user_id: string, draft: SellDraft): void {
  try {
    sessionStorage.setItem(nameOf(user_id), JSON.stringify(draft));
  } catch {
    // Without storage a reload starts anew.
  }
}
