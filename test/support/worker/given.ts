import { callCounted } from './call.ts';
import type { Person } from './door.ts';
import { post } from './trade/ask-for-tickets.ts';

export const codeOf = (json: unknown) => (json as { error?: { code: string } }).error?.code;

/** Gives a ticket to a friend. `token` is the secret in the link by which the friend takes the ticket. */
export async function give(id: string, { headers }: Pick<Person, 'headers'>, body: object = { position: 2 }) {
  const { status, json } = await post(`/api/ticket-requests/${id}/given`, { headers, body });
  const { url = '', id: given = '' } = json as { url?: string; id?: string };
  return { status, id: given, token: url.split('#')[1] ?? '', code: codeOf(json) };
}

export const accept = (token: string, { headers }: Pick<Person, 'headers'>) =>
  post('/api/my/given/accept', { headers, body: { token } });
export const look = (token: string, { headers }: Pick<Person, 'headers'>) =>
  post('/api/my/given/look', { headers, body: { token } });
export const back = async (id: string, { headers }: Pick<Person, 'headers'>) =>
  (await callCounted(`/api/ticket-requests/${id}/given/back`, { method: 'POST', headers })).answer.status;
export const takeBack = async (given: string, { headers }: Pick<Person, 'headers'>) =>
  (await callCounted(`/api/given/${given}`, { method: 'DELETE', headers })).answer.status;
