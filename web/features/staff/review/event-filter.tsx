import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { useAdminEvents } from '../../../admin-ui/admin.queries.ts';
import { unwrap } from '../../../api.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import a from '../../../admin-ui/admin.module.css';
import { useApi } from '../../../use-api.ts';
import s from './review.module.css';

const NO_EVENT = 'none';
const WORDS: Record<string, string> = { '': 'All', [NO_EVENT]: 'No event: Vouch itself' };

interface Filter {
  value: string;
  onChange: (event_id: string) => void;
}

export function EventFilter({ value, onChange }: Filter) {
  const [isOpen, setOpen] = useState(false);
  const label = useId();
  return (
    <div className={s.filter}>
      <span id={label}>Event</span>
      <button
        type="button"
        className="button"
        aria-haspopup="dialog"
        aria-labelledby={`${label} ${label}-chosen`}
        onClick={() => setOpen(true)}
      >
        <span id={`${label}-chosen`}>{WORDS[value] ?? <ChosenEvent id={value} />}</span>
      </button>
      {isOpen && <EventDialog value={value} onChange={onChange} onClose={() => setOpen(false)} />}
    </div>
  );
}

function ChosenEvent({ id }: { id: string }) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['admin', 'event-title', id],
    queryFn: async () => (await unwrap(api.admin.events[':id'].$get({ param: { id } }))).title,
    retry: false,
  });
  return data ?? 'The linked event';
}

function EventDialog({ value, onChange, onClose }: Filter & { onClose: () => void }) {
  const api = useApi();
  const [q, setQ] = useState('');
  const list = useAdminEvents(api, { q, status: '', venue_id: '' });
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  const choice = (id: string, words: string) => (
    <li key={id}>
      <button className="button" aria-pressed={id === value} onClick={() => onChange(id)}>
        {words}
      </button>
    </li>
  );
  return (
    <Dialog title="Filter by event" onClose={onClose}>
      <SearchBox label="Title contains" value={q} onSearch={setQ} />
      <form method="dialog" className={a.form}>
        <ul className={s.choices}>{Object.entries(WORDS).map(([id, words]) => choice(id, words))}</ul>
        <ListStates list={list} count={events.length} empty="No event has this in its title.">
          <ul className={s.choices} aria-label="Events">
            {events.map(({ id, title, start_local }) => choice(id, `${title}, ${start_local.slice(0, 10)}`))}
          </ul>
        </ListStates>
      </form>
    </Dialog>
  );
}
