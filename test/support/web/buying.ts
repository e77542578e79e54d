import { vi } from 'vitest';
import type { ShownListing } from '../../../web/features/trade/buying/eligible-listings.ts';
import type { Session } from '../../../web/session/session.ts';

export const ME = '00000000-0000-4000-8000-000000000003';
export const seller = (id: string, display_name: string | null = 'A seller') => ({
  id,
  display_name,
  school: 'BU',
  is_student_verified: true,
});
/** A listing of two tickets at a price in dollars. */
export const aListing = (ask_price: number, over: Partial<ShownListing> = {}): ShownListing => ({
  id: `listing-${ask_price}`,
  quantity: 2,
  ask_price,
  eligible: true,
  created_at: '2026-11-01T00:00:00.000Z',
  seller: seller('seller'),
  ...over,
});

export const NIGHT = {
  id: 'night',
  title: 'A night',
  start_at: '2030-01-02T02:00:00.000Z',
  venue: { name: 'The Basement', city: 'Boston' },
};

export function granted(over: object = {}): Response {
  const request = { id: 'request', quantity: 1, offered_price: 95, status: 'pending' };
  return Response.json({ ...request, expires_at: '2030-01-01T02:40:00.000Z', ...over }, { status: 201 });
}
export const refused = (code: string, status: number, message: string) =>
  Response.json({ error: { code, message, request_id: 'r' } }, { status });

export const SIGNED_IN: Session = {
  status: 'signed_in',
  user: { id: ME, email: 'student@vouch.test', name: 'A student' },
  role: 'user',
  second_factor: false,
};

/** Adds the dialog methods that jsdom lacks. */
export function standInForPopups(): void {
  HTMLDialogElement.prototype.showModal = vi.fn<() => void>(function open(this: HTMLDialogElement) {
    this.open = true;
  });
  HTMLDialogElement.prototype.close = vi.fn<() => void>();
}
