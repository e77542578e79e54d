import { askForTickets } from '../trade/ask-for-tickets.ts';
import { signedInAs } from '../people/auth.ts';
import { eventWithTickets } from '../trade/event-with-tickets.ts';

/** Adds a seller with a listing, and a buyer who requests two of its tickets. `id` is the request's id. */
export async function trade() {
  const [seller, buyer] = [await signedInAs('user'), await signedInAs('user')];
  const { event } = await eventWithTickets([{ quantity: 3, seller_id: seller.user.id }], { title: 'Disco Deficit' });
  const asked = await askForTickets(buyer.headers, { event_id: event.id, quantity: 2 });
  return { seller, buyer, event, id: asked.json.id };
}
