import { csvLine } from '../../../contract/text/csv.ts';

export const EXPORT_PAGE = 500;

export interface ExportRow {
  name: string;
  email: string;
  phone: string;
  instagram: string;
  school: string;
  status: string;
  note: string | null;
  created_at: Date;
  event?: { title: string } | null;
}

const HEAD = ['Name', 'Email', 'Phone', 'Instagram', 'School', 'Status', 'Note', 'Joined', 'Event'];

/** Streams page by page, so that the file can be larger than the memory. `read` returns the rows after `last`. */
export function streamCsv<R extends ExportRow>(
  read: (last: R | undefined) => Promise<R[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let last: R | undefined;
  return new ReadableStream({
    start(controller) {
      // The byte order mark tells spreadsheets that the text is UTF-8.
      controller.enqueue(encoder.encode(`\ufeff${csvLine(HEAD)}`));
    },
    async pull(controller) {
      const rows = await read(last);
      last = rows.at(-1);
      if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(lineOf).join('')));
      if (rows.length < EXPORT_PAGE) controller.close();
    },
  });
}

function lineOf(row: ExportRow): string {
  const { name, email, phone, instagram, school, status, note, created_at, event } = row;
  return csvLine([name, email, phone, instagram, school, status, note, created_at.toISOString(), event?.title ?? null]);
}
