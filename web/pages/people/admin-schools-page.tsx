import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import s from '../../admin-ui/admin.module.css';
import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ListStates } from '../../admin-ui/list-states.tsx';
import { useFilters } from '../../admin-ui/use-filters.ts';
import { type AdminSchool, adminSchoolsQuery } from '../../features/people/school/admin-schools.queries.ts';
import { SchoolAsks } from '../../features/people/school/school-asks.tsx';
import { SchoolDialog } from '../../features/people/school/school-dialog.tsx';
import { EMPTY_SCHOOL, type SchoolText, schoolText } from '../../features/people/school/school-form.ts';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useApi } from '../../use-api.ts';

const COLUMNS: Column<AdminSchool, { onEdit: (school: AdminSchool) => void }>[] = [
  { head: 'School', cell: ({ name }) => name },
  { head: 'City', cell: ({ city }) => city },
  { head: 'Email domains', cell: (school) => <Domains school={school} /> },
  {
    head: 'Actions',
    isActions: true,
    cell: (school, { onEdit }) => (
      <button type="button" className="button" onClick={() => onEdit(school)}>
        Edit<span className="sr"> {school.name}</span>
      </button>
    ),
  },
];

function Domains({ school }: { school: AdminSchool }) {
  const lines = schoolText(school).domains.split('\n');
  return lines.map((line) => <div key={line}>{line || '—'}</div>);
}

export function AdminSchoolsPage() {
  const api = useApi();
  const [{ q }, change] = useFilters(['q']);
  const [open, setOpen] = useState<{ school: AdminSchool | null; initial: SchoolText }>();
  const list = useQuery(adminSchoolsQuery(api));
  const wanted = q.toLowerCase();
  const schools = (list.data?.schools ?? []).filter((school) =>
    JSON.stringify(schoolText(school)).toLowerCase().includes(wanted),
  );
  return (
    <AdminFrame
      title="Schools"
      action={
        <button
          type="button"
          className="button primary"
          aria-haspopup="dialog"
          onClick={() => setOpen({ school: null, initial: EMPTY_SCHOOL })}
        >
          New school
        </button>
      }
    >
      <SchoolAsks asks={list.data?.asks ?? []} onAdd={(initial) => setOpen({ school: null, initial })} />
      <search className={s.filters}>
        <SearchBox label="Search by name or domain" value={q} onSearch={(text) => change({ q: text })} />
      </search>
      <ListStates list={list} count={schools.length} empty="No schools here.">
        <Table
          caption="Schools"
          columns={COLUMNS}
          rows={schools}
          using={{ onEdit: (school) => setOpen({ school, initial: EMPTY_SCHOOL }) }}
        />
      </ListStates>
      {open && <SchoolDialog school={open.school} initial={open.initial} onClose={() => setOpen(undefined)} />}
    </AdminFrame>
  );
}
