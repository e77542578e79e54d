import type { Handover } from '../../../../../drizzle/tables/all-tables.ts';
import { type Step, step, stepsOfHandover } from './story.rules.ts';

export interface ProofFacts {
  handover: Handover | null;
  tickets: readonly { shown_at: Date | null; matched_at: Date | null }[];
  scans: readonly ScannedTicket[];
}

interface ScannedTicket {
  position: number | null;
  way: string;
  at: Date;
  door: string;
  seat: number | null;
  undone_at: Date | null;
}

/** Returns the steps, the oldest first. */
export function factsOf({ handover, tickets, scans }: ProofFacts): Step[] {
  const opened = tickets.flatMap(({ shown_at, matched_at }, at) => [
    ...step(shown_at, `The file of ticket ${at + 1} was opened.`),
    ...step(matched_at, `The buyer's phone read the listed code on ticket ${at + 1}.`),
  ]);
  return [...stepsOfHandover({ handover }), ...opened, ...scans.flatMap(stepsOfScan)].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
}

function stepsOfScan({ position, way, at, door, seat, undone_at }: ScannedTicket): Step[] {
  const proof =
    way === 'qr' ? 'with a code that only the phone of the ticket’s holder can sign' : 'without a signed code';
  const ticket = `Ticket ${position}`;
  if (seat === null && undone_at === null)
    return step(at, `${ticket} was scanned once more at door ${door}. It had already been let in.`);
  return [
    ...step(at, `${ticket} was let in at door ${door}, ${proof}.`),
    ...step(undone_at, `The door took back the entry of ticket ${position}.`),
  ];
}
