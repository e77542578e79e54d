import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';

/** Says when a seller can list again. `lists_again_at` is null if the seller only has to pay a debt. */
export function againText(lists_again_at: string | null, now: Date): string {
  const debt = 'You can list again once you owe us nothing.';
  if (lists_again_at === null) return `You owe us money for a sale that failed. ${debt}`;
  if (Date.parse(lists_again_at) <= now.getTime()) return `One of your sales failed. ${debt}`;
  const { weekday, month, day } = eventDateParts(lists_again_at);
  return `One of your sales failed. You can list again on ${weekday}, ${month} ${day}, if you owe us nothing then.`;
}
