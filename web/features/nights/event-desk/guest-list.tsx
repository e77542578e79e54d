import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import s from '../../../admin-ui/admin.module.css';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { downloadCsv } from '../../../admin-ui/download-csv.ts';
import { useApi } from '../../../use-api.ts';
import { AddGuest } from './add-guest.tsx';
import { DeskSection } from './desk-section.tsx';
import { deskCalls, type ListedGuest, guestsQuery } from './desk.queries.ts';
import { peopleCount } from './people-count.ts';
import { UploadGuests } from './upload-guests.tsx';

const FROM = { added: 'Added', waitlist: 'Waitlist', tickets: 'Ticket buyer' };
/** The most guests shown at once. The downloaded CSV file holds all guests. */
const SHOWN = 200;

type Row = Omit<ListedGuest, 'id'> & { id: string; isAdded: boolean };

const COLUMNS: Column<Row, (row: Row) => void>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Places', cell: ({ places }) => places, isNumber: true },
  { head: 'Source', cell: ({ from }) => FROM[from] },
  {
    head: 'Actions',
    isActions: true,
    cell: (row, remove) =>
      row.isAdded && (
        <button type="button" className="button" onClick={() => remove(row)}>
          Remove<span className="sr"> {row.name}</span>
        </button>
      ),
  },
];

export function GuestList({ event_id }: { event_id: string }) {
  const api = useApi();
  const [isUploading, setUploading] = useState(false);
  const list = useQuery(guestsQuery(api, event_id));
  const guests = list.data?.guests ?? [];
  const remove = useAction(deskCalls(api, event_id).removeGuest, { done: () => showToast({ title: 'Guest removed' }) });
  const save = useAction(() => downloadCsv(`/api/admin/events/${event_id}/guests/file`, {}), {
    reads: [],
    done: () => showToast({ title: 'CSV downloaded' }),
  });
  const rows = guests.slice(0, SHOWN).map(({ id, name, places, from }, at): Row => ({
    id: id ?? `${from}-${at}`,
    name,
    places,
    from,
    isAdded: id !== null,
  }));
  const places = guests.reduce((sum, guest) => sum + guest.places, 0);
  return (
    <DeskSection
      title="Guest list"
      action={
        <p className={s.row}>
          <button type="button" className="button" disabled={save.isPending} onClick={() => save.mutate(undefined)}>
            Download CSV
          </button>
          <button type="button" className="button" aria-haspopup="dialog" onClick={() => setUploading(true)}>
            Upload CSV
          </button>
        </p>
      }
    >
      <AddGuest event_id={event_id} />
      <ListStates list={list} count={guests.length} empty="Nobody is on the guest list yet.">
        <p className={s.small}>
          {peopleCount(guests.length)}, {places} {places === 1 ? 'place' : 'places'}
          {guests.length > SHOWN && `. The first ${SHOWN} are shown; the file holds all`}.
        </p>
        <Table caption="Guest list, by name" columns={COLUMNS} rows={rows} using={({ id }) => remove.mutate(id)} />
      </ListStates>
      {isUploading && (
        <UploadGuests
          event_id={event_id}
          known={guests.filter(({ from }) => from === 'added').map(({ name }) => name)}
          onClose={() => setUploading(false)}
        />
      )}
    </DeskSection>
  );
}
