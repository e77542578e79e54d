import { Badge } from '../../../ui/badge.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import type { Person } from './people.queries.ts';

export function nameOf({ display_name, email, id }: Pick<Person, 'display_name' | 'email' | 'id'>): string {
  return display_name || email || id;
}

interface PersonActions {
  onOpen: (person: Person) => void;
}

const COLUMNS: Column<Person, PersonActions>[] = [
  {
    head: 'Person',
    cell: (person) => (
      <>
        {nameOf(person)}
        <div className={s.small}>{person.email ?? person.phone}</div>
      </>
    ),
  },
  { head: 'Role', cell: ({ role }) => <Badge tone={role === 'admin' ? 'live' : 'plain'}>{role}</Badge> },
  {
    head: 'Status',
    cell: ({ is_banned, is_student_verified }) => (
      <>
        {is_banned && <Badge tone="bad">banned</Badge>}{' '}
        {is_student_verified && <Badge tone="good">Student Verified</Badge>}
        {!is_banned && !is_student_verified && <span className="muted">—</span>}
      </>
    ),
  },
  { head: 'School', cell: ({ school }) => school ?? '—' },
  { head: 'Joined', cell: ({ created_at }) => <DateTime instant={created_at} /> },
  {
    head: 'Actions',
    isActions: true,
    cell: (person, { onOpen }) => (
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => onOpen(person)}>
        Open<span className="sr"> {nameOf(person)}</span>
      </button>
    ),
  },
];

export function PeopleTable({ people, onOpen }: { people: readonly Person[]; onOpen: (person: Person) => void }) {
  return <Table caption="People, newest first" columns={COLUMNS} rows={people} using={{ onOpen }} />;
}
