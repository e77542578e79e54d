import type { HandoverKind, HandoverStatus } from '../../../../drizzle/handover-vocabulary.ts';
import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import type { OwnPasses } from '../pass/own-passes.ts';

export { SEEN_BY_SELLER } from '../handover/ticket-words.ts';

const PASS = 'This door scans your pass.';
const FILE = 'This door scans the ticket itself.';
const NAMED = 'Show this pass if the door asks for your name.';

/** The texts after the hand-over. In each pair, the first is for doors that scan passes, the second for other doors. */
const THERE = {
  file: [PASS, `${FILE} Until the ticket has loaded, show this pass.`],
  transfer: [`${PASS} Have the ticket in your email ready, too.`, `This door scans the ticket in your email. ${NAMED}`],
  name_list: [PASS, 'This door has your name on its list. Show this pass if it asks for more.'],
} as const;

/** The texts before the hand-over, in pairs as in `THERE`. */
const NOT_YET = {
  file: THERE.file,
  transfer: [
    `${PASS} The seller hasn’t sent the ticket to your email yet.`,
    `${FILE} The seller hasn’t sent it to your email yet. ${NAMED}`,
  ],
  name_list: [
    `${PASS} The seller hasn’t put your name on the list yet.`,
    `The seller hasn’t put your name on this door’s list yet. ${NAMED}`,
  ],
} as const;

/** The texts while a reported problem is open, in pairs as in `THERE`. */
const IN_DOUBT = {
  file: THERE.file,
  transfer: [PASS, `${FILE} ${NAMED}`],
  name_list: [PASS, `This door works with a list of names. ${NAMED}`],
} as const;

/**
 * The texts for a friend to whom the buyer gave a ticket. If the ticket is not a file, it is in the buyer's email, or
 * the door's list has the buyer's name.
 */
const GIVEN = {
  file: THERE.file,
  transfer: [PASS, `${FILE} Ask the friend who gave you the ticket to send it to you. ${NAMED}`],
  name_list: [PASS, `This door’s list has the name of the friend who gave you the ticket. Say that name. ${NAMED}`],
} as const;

const BY_STATUS = { due: NOT_YET, delivered: THERE, problem: IN_DOUBT, received: THERE, failed: THERE };

export function showText({
  first,
  passes,
  handover,
}: {
  first: 'pass' | 'ticket';
  passes: Pick<OwnPasses, 'is_pass_scanned' | 'kind' | 'is_given'> | null;
  handover: { kind: HandoverKind | null; status: HandoverStatus } | null | undefined;
}): string {
  if (first === 'ticket') return FILE;
  const at = passes?.is_pass_scanned ? 0 : 1;
  const kind = handover?.kind ?? passes?.kind ?? 'transfer';
  if (passes?.is_given) return GIVEN[kind][at];
  // Without a connection, the status of the hand-over is not known.
  return BY_STATUS[handover?.status ?? 'received'][kind][at];
}

export const TAKE_CARE =
  'Turn up your screen brightness. The screen stays on. The pass works only on this phone. If you open it on another ' +
  'phone, it moves there.';

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

export function entryText({ at, door, way }: Pick<OwnPasses['let_in'][number], 'at' | 'door' | 'way'>): string {
  const when = `at ${eventDateParts(at).time}, door ${door}`;
  if (way === 'qr') return `Let in ${when}.`;
  return `Marked as in ${when}, by hand. If that wasn’t you, show this pass at the door. They can undo it.`;
}

export function clockText(ahead_ms: number): string {
  const seconds = Math.round(Math.abs(ahead_ms) / 1000);
  const by = seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  return `The clock of this phone is ${by} ${ahead_ms > 0 ? 'slow' : 'fast'}. The pass corrects that.`;
}
