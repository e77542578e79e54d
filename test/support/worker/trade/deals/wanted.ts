import { waiting } from '../../nights/waiting.ts';
import { post } from '../ask-for-tickets.ts';
import { fromNow } from '../../moments.ts';
import { type Person, send } from './calls.ts';

interface Search {
  places?: number;
  most_each?: number;
  until?: string;
}

const pathOf = (event_id: string) => `/api/my/events/${event_id}/wanted`;

export const want = ({ headers }: Person, { event_id, ...over }: Search & { event_id: string }) => {
  const until = fromNow(20 * 60_000).toISOString();
  return post(pathOf(event_id), { headers, method: 'PUT', body: { places: 2, most_each: 30, until, ...over } });
};

export const stop = ({ headers }: Person, event_id: string) => post(pathOf(event_id), { headers, method: 'DELETE' });

/** `wanted_id` is the id in the link to the person's search for tickets. */
export async function wanting(event_id: string, over: Search = {}) {
  const person = await waiting(event_id, { places: 1 });
  const { json } = await want(person, { ...over, event_id });
  return { ...person, wanted_id: json.id };
}

export async function listFor(seller: Person, id: string, body: Record<string, unknown>, key?: string) {
  const tickets = { kind: 'transfer', quantity: 2, ask_price: 25, ...body };
  const { status, json } = await send(`/api/wanted/${id}/listings`, seller, tickets, key);
  return { status, json: json as typeof json & { refusal_until: string | null } };
}
