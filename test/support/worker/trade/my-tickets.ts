import { expect } from 'vitest';
import type { PaymentView } from '../../../../worker/contract/trade/payment-view.ts';
import { callCounted } from '../call.ts';
import { launch } from '../launch.ts';
import type { signedInAs } from '../people/auth.ts';
import { fakeProvider } from './fake-provider.ts';

export interface Mine {
  id: string;
  status: string;
  payment: PaymentView | null;
  receiver: string | null;
}
export type Person = Awaited<ReturnType<typeof signedInAs>>;

export async function beginMyTickets(): Promise<void> {
  fakeProvider();
  await launch('my-tickets', true);
}

export async function read<Body>(path: string, { headers }: Person) {
  const { answer, cost } = await callCounted(path, { headers });
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  return { body: await answer.json<Body>(), cost };
}

export const requestsOf = async (person: Person) =>
  (await read<{ ticket_requests: Mine[] }>('/api/my/ticket-requests', person)).body.ticket_requests;
