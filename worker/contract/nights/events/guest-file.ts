import * as v from 'valibot';
import { GUEST_FILE_BYTES, Guest, MOST_GUESTS } from './guests.ts';
import { readCsv } from '../../text/read-csv.ts';
import { nameKey } from './slug.ts';

export interface GuestFile {
  guests: Guest[];
  problems: { line: number; problem: string }[];
  skipped: number;
}

const whole = (line: number, problem: string): GuestFile => ({ guests: [], problems: [{ line, problem }], skipped: 0 });

/**
 * Reads a file of guests. Its first line may name the columns `name`, `places` and `from`. Without such a line, the
 * first column has the name and the second the places. An empty number of places counts as one. Skips names that repeat
 * or are in `known`. Also skips lines with `waitlist` or `tickets` in the column `from`: these people are on the guest
 * list anyway.
 */
export function readGuestFile(text: string, known: readonly string[]): GuestFile {
  if (new TextEncoder().encode(text).length > GUEST_FILE_BYTES)
    return whole(1, 'The file is larger than 256 kB. Split it up.');
  const lines = readCsv(text);
  if (!Array.isArray(lines)) return whole(lines.line, lines.problem);
  const head = lines[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const hasHead = head.includes('name');
  const column = (name: string, otherwise: number) => (hasHead ? head.indexOf(name) : otherwise);
  const [nameAt, placesAt, fromAt] = [column('name', 0), column('places', 1), column('from', -1)];
  const rows = hasHead ? lines.slice(1) : lines;
  if (rows.length === 0) return whole(1, 'The file has no names.');
  if (rows.length > MOST_GUESTS)
    return whole(1, `The file has ${rows.length} lines. You can add at most ${MOST_GUESTS} at once.`);
  const result: GuestFile = { guests: [], problems: [], skipped: 0 };
  const seen = new Set(known.map(nameKey));
  for (const { line, cells } of rows) {
    const places = cells[placesAt]?.trim() ?? '';
    const parsed = v.safeParse(Guest, { name: cells[nameAt] ?? '', places: places === '' ? 1 : Number(places) });
    if (!parsed.success) {
      result.problems.push({ line, problem: parsed.issues[0].message });
      continue;
    }
    const key = nameKey(parsed.output.name);
    const isElsewhere = ['waitlist', 'tickets'].includes(cells[fromAt]?.trim().toLowerCase() ?? '');
    if (isElsewhere || seen.has(key)) result.skipped += 1;
    else result.guests.push(parsed.output);
    seen.add(key);
  }
  return result;
}
