/** The largest number of tickets that one buyer's pending requests can hold, over all events. */
export const MOST_HELD = 6;

const HOLD_FEWER = `You can hold at most ${MOST_HELD} tickets at once.`;

export const AT_LEAST_ONE = 'Choose at least one ticket, in whole numbers.';

export function onlySoMany(atMost: number): string {
  return atMost === 1
    ? 'Only one ticket is left at the best price.'
    : `Only ${atMost} tickets are left at the best price.`;
}

export function readQuantity(
  text: string,
  atMost: number,
): { quantity: number; problem: null } | { quantity: null; problem: string } {
  const typed = text.trim();
  const quantity = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  if (quantity < 1) return { quantity: null, problem: AT_LEAST_ONE };
  if (quantity > atMost) return { quantity: null, problem: onlySoMany(atMost) };
  if (quantity > MOST_HELD) return { quantity: null, problem: HOLD_FEWER };
  return { quantity, problem: null };
}

export function ticketCount(quantity: number): string {
  return `${quantity} ${quantity === 1 ? 'ticket' : 'tickets'}`;
}

export function ticketsAt(quantity: number, price: string): string {
  return `${ticketCount(quantity)} at ${price}${quantity === 1 ? '' : ' each'}`;
}
