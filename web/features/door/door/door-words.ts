import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import type { Judgement, UnknownReason } from '../../../../worker/contract/door/judge-pass.ts';
import type { PassVoid } from '../../../../drizzle/handover-vocabulary.ts';

/** Writes an instant as a time in New York, such as "11:42 PM". */
export const clock = (instant: string): string => eventDateParts(instant).time;

const VOID: Record<PassVoid, string> = {
  other_device: 'The pass was moved to another phone. Ask for the phone that shows it now.',
  replaced: 'This ticket was replaced. Ask for the pass of the new ticket.',
  refunded: 'The buyer got the money back.',
  failed: 'The ticket was never handed over. The buyer gets the money back.',
  disputed: 'The buyer disputed the payment with their bank.',
  cancelled: 'This night is canceled.',
};

const UNKNOWN: Record<UnknownReason, string> = {
  not_a_pass: 'This isn’t a Vouch pass. It may be a code from another ticket seller.',
  forged: 'The signature is wrong. Don’t let anyone in with this code.',
  old_code: 'This code is old. It may be a screenshot. Ask for the pass on the phone itself.',
  early_code: 'That phone’s clock is ahead. Ask its owner to reload the pass.',
  not_on_list:
    'This pass isn’t on the list. It may be newer than the list. Connect to the internet, or find the guest by name.',
  list_old: 'This door’s list is too old. Connect to the internet.',
};

export interface Shown {
  tone: 'good' | 'bad' | 'known';
  word: string;
  name: string | null;
  reason: string | null;
}

export function wordsOf(judged: Judgement): Shown {
  switch (judged.result) {
    case 'ok':
      return { tone: 'good', word: 'Let in', name: judged.place.name, reason: okReason(judged) };
    case 'already_in':
      return {
        tone: 'known',
        word: 'Already in',
        name: judged.place.name,
        reason: inReason(judged.first),
      };
    case 'wrong_event':
      return { tone: 'bad', word: 'Wrong night', name: null, reason: 'This pass is for another night.' };
    case 'void':
      return { tone: 'bad', word: 'Void', name: judged.place?.name ?? null, reason: VOID[judged.because] };
    default:
      return { tone: 'bad', word: 'Unknown', name: null, reason: UNKNOWN[judged.because] };
  }
}

/** An entry made by hand can be a mistake, so staff can undo it. */
function inReason({ at, door, way }: Extract<Judgement, { result: 'already_in' }>['first']): string {
  const when = `at ${clock(at)}, door ${door}`;
  return way === 'qr'
    ? `Let in ${when}.`
    : `Marked as in by hand ${when}. If that was someone else, undo it and scan again.`;
}

function okReason({ place, way }: Extract<Judgement, { result: 'ok' }>): string | null {
  const part = place.of && place.of > 1 ? `Ticket ${place.position} of ${place.of}.` : null;
  const check = way === 'code' ? 'Check the name: a short code can be copied.' : null;
  return [part, check].filter(Boolean).join(' ') || null;
}
