import type { AdminVenue } from '../../../admin-ui/admin.queries.ts';
import s from '../../../admin-ui/admin.module.css';
import { EntryDialog } from '../../../admin-ui/entry-dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { useApi } from '../../../use-api.ts';
import { venueCalls } from './admin-venues.queries.ts';
import { editedVenue, EMPTY_VENUE, NewVenue, venueFormOf } from './venue-form.ts';

export function VenueDialog({ venue: opened, onClose }: { venue: AdminVenue | null; onClose: () => void }) {
  const api = useApi();
  return (
    <EntryDialog
      noun="venue"
      opened={opened}
      save={venueCalls(api).save}
      schemaOf={(venue) => (venue ? editedVenue(venue) : NewVenue)}
      formOf={(venue) => (venue ? venueFormOf(venue) : EMPTY_VENUE)}
      onClose={onClose}
    >
      {({ field }, venue) => (
        <>
          <Field label="Name" required autoComplete="off" {...field('name')} />
          <Field label="Address" autoComplete="off" {...field('address')} />
          <div className={s.pair}>
            <Field label="City" required autoComplete="off" {...field('city')} />
            <Field label="State" autoComplete="off" {...field('state')} />
          </div>
          {venue && <p className="muted">If you change the name or city, feeds may still use the old one.</p>}
        </>
      )}
    </EntryDialog>
  );
}
