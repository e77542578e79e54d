import { sql } from '../sql.ts';

interface Held {
  row: 'new' | 'old';
  when?: string;
}

const LISTING = (row: Held['row'], when: string) => sql`WHERE id = ${row}.listing_id AND ${when}`;

/** The check on `listings.quantity` refuses more tickets than are left. */
export const holdTickets = ({ row, when = 'true' }: Held): string => sql`
      UPDATE listings SET
        quantity = quantity - ${row}.quantity,
        held = held + ${row}.quantity,
        status = CASE WHEN status <> 'active' THEN status
          WHEN quantity > ${row}.quantity THEN 'active' ELSE 'reserved' END
      ${LISTING(row, when)};`;

export const returnTickets = ({ row, when = 'true' }: Held): string => sql`
      UPDATE listings SET
        quantity = quantity + ${row}.quantity,
        held = held - ${row}.quantity,
        status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
      ${LISTING(row, when)};`;

export const sellTickets = ({ row, when = 'true' }: Held): string => sql`
      UPDATE listings SET
        held = held - ${row}.quantity,
        status = CASE WHEN status = 'reserved' AND held = ${row}.quantity THEN 'sold' ELSE status END
      ${LISTING(row, when)};`;
