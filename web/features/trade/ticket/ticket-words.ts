import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import type { OwnPasses } from '../pass/own-passes.ts';

export { SEEN_BY_SELLER } from '../handover/ticket-words.ts';

/** Says which code the door scans, by what is shown and how the tickets change hands. */
export const SCANS = {
  pass: 'This door scans your pass.',
  file: 'This door scans the ticket itself.',
  transfer: 'This door scans the ticket in your email. Show this pass if it asks for your name.',
  name_list: 'This door has your name on its list. Show this pass if it asks for more.',
} as const;

export const TAKE_CARE =
  'Turn up your screen brightness. The screen stays on. The pass works only on this phone. If you open it on another ' +
  'phone, it moves there.';

/**
 * Decides which code is shown first: the pass where the door scans passes or where there is no other code, and
 * otherwise the ticket of the venue.
 */
export function whichCode({
  isPassScanned,
  hasPass,
  hasTicket,
}: {
  isPassScanned: boolean | undefined;
  hasPass: boolean;
  hasTicket: boolean;
}): 'pass' | 'ticket' {
  return hasPass && (isPassScanned || !hasTicket) ? 'pass' : 'ticket';
}

/**
 * "Marked as in at 11:10 PM, door Front, by hand. If that was not you, show this pass at the door. They can undo it."
 */
export function entryText({ at, door, way }: Pick<OwnPasses['let_in'][number], 'at' | 'door' | 'way'>): string {
  const when = `at ${eventDateParts(at).time}, door ${door}`;
  if (way === 'qr') return `Let in ${when}.`;
  return `Marked as in ${when}, by hand. If that wasn’t you, show this pass at the door. They can undo it.`;
}

/** "The clock of this phone is 3 minutes slow. The pass corrects that." */
export function clockText(ahead_ms: number): string {
  const seconds = Math.round(Math.abs(ahead_ms) / 1000);
  const by = seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  return `The clock of this phone is ${by} ${ahead_ms > 0 ? 'slow' : 'fast'}. The pass corrects that.`;
}
