import { sql } from '../sql.ts';

const ofListing = (when: string) => sql`WHERE id = new.listing_id AND ${when}`;

/** If fewer tickets are left than `new.quantity`, the check on `listings.quantity` makes the update fail. */
export const holdTickets = (when: string): string => sql`
      UPDATE listings SET
        quantity = quantity - new.quantity,
        held = held + new.quantity,
        status = CASE WHEN status <> 'active' THEN status
          WHEN quantity > new.quantity THEN 'active' ELSE 'reserved' END
      ${ofListing(when)};`;

export const returnTickets = (when: string): string => sql`
      UPDATE listings SET
        quantity = quantity + new.quantity,
        held = held - new.quantity,
        status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
      ${ofListing(when)};`;

export const sellTickets = (when: string): string => sql`
      UPDATE listings SET
        held = held - new.quantity,
        status = CASE WHEN status = 'reserved' AND held = new.quantity THEN 'sold' ELSE status END
      ${ofListing(when)};`;
