import { expect } from 'vitest';
import { DomainError } from '../../../../../worker/http/answers/errors.ts';
import { ask } from '../../admin.ts';
import { mailsTo } from '../../talk/mailbox.ts';
import { askForTickets, listPlainTickets, newKey, post } from '../ask-for-tickets.ts';

export interface Person {
  headers: Record<string, string>;
}

interface Refused {
  error?: { code: string };
}

export const askFor = ({ id }: { id: string }, { headers }: Person, quantity: unknown = 1) =>
  askForTickets(headers, { event_id: id, quantity });

/** Lists one ticket for an event. `ask_price` is in dollars. */
export const listFor = ({ id }: { id: string }, { headers }: Person, ask_price: unknown = 25) =>
  listPlainTickets(headers, { event_id: id, quantity: 1, ask_price });

export const send = (path: string, { headers }: Person, body: unknown = {}, key = newKey()) =>
  post(path, { headers: { ...headers, 'Idempotency-Key': key }, body });

export const decide = ({ headers }: Person, request_id: string, to = 'failed') =>
  ask(`/api/admin/handovers/${request_id}`, { headers, json: { to, note: 'We have looked at it.' } });

export const refusal = ({ status, json, body }: { status: number; json?: Refused; body?: Refused }) => [
  status,
  (json ?? body)?.error?.code,
];

/** Matches the error of a write that the database refused with these words. */
export const refusedBy = (words: string) => ({ cause: { message: expect.stringContaining(words) as string } });

export async function refusable(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

export const sortedStatuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

export const subjectsTo = async ({ user }: { user: { email: string | null } }) =>
  (await mailsTo(user.email!)).map(({ subject }) => subject);
