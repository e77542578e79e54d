import type { PaymentView } from '../../../../worker/contract/trade/payment-view.ts';
import { callCounted } from '../call.ts';

let keys = 0;

export const newKey = () => `test-key-${++keys}`;

export async function post(
  path: string,
  { headers, body, method = 'POST' }: { headers: HeadersInit; body?: unknown; method?: string },
) {
  const init = { method, headers: new Headers(headers), ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  init.headers.set('Content-Type', 'application/json');
  const { answer, cost } = await callCounted(path, init);
  return { status: answer.status, json: await answer.json<Answer>(), cost };
}

export const askForTickets = (
  headers: Record<string, string>,
  { key = newKey(), ...body }: { event_id: string; quantity: unknown; key?: string },
) => post('/api/ticket-requests', { headers: { ...headers, 'Idempotency-Key': key }, body });

export const listPlainTickets = (
  headers: Record<string, string>,
  {
    key = newKey(),
    ...body
  }: { event_id: string; quantity: unknown; ask_price: unknown; is_instant?: unknown; key?: string },
) => post('/api/listings', { headers: { ...headers, 'Idempotency-Key': key }, body });

export interface Answer {
  id: string;
  listing_id: string;
  status: string;
  quantity: number;
  held: number;
  ask_price: number;
  is_instant: boolean;
  offered_price: number;
  expires_at: string;
  payment: PaymentView;
  error: { code: string; message: string; fields?: Record<string, string> };
}
