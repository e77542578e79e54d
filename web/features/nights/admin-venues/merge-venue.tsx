import { useState } from 'react';
import type { AdminVenue } from '../../../admin-ui/admin.queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { venueCalls } from './admin-venues.queries.ts';

const NO_CHOICE = 'Choose the venue to keep.';

export function MergeVenue({
  venue,
  venues,
  onClose,
}: {
  venue: AdminVenue;
  venues: readonly AdminVenue[];
  onClose: () => void;
}) {
  const api = useApi();
  const [into, setInto] = useState('');
  const [problem, setProblem] = useState<string>();
  const kept = venues.find(({ id }) => id === into);
  const merge = useAction(venueCalls(api).merge, {
    done: () => {
      showToast({ title: 'Venues merged', text: `${venue.name} is now ${kept?.name ?? 'gone'}.` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Merge ${venue.name} into…`}
      confirm="Merge"
      isBusy={merge.isPending}
      onConfirm={() => (kept ? merge.mutate({ id: venue.id, into }) : setProblem(NO_CHOICE))}
      onClose={onClose}
    >
      <SelectField
        label="Venue to keep"
        value={into}
        error={problem}
        onChange={({ target }) => {
          setInto(target.value);
          setProblem(undefined);
        }}
      >
        <option value="">Choose…</option>
        {venues
          .filter(({ id }) => id !== venue.id)
          .map(({ id, name, city }) => (
            <option key={id} value={id}>
              {name}, {city}
            </option>
          ))}
      </SelectField>
      <p>
        All events and other names of <b>{venue.name}</b> move to {kept ? <b>{kept.name}</b> : 'the venue that stays'},
        which also takes over the address and picture if it has none of its own. Feeds may still use the old name.{' '}
        <b>{venue.name}</b> itself is deleted. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
