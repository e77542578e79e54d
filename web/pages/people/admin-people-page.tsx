import { useState } from 'react';
import s from '../../admin-ui/admin.module.css';
import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ListStates } from '../../admin-ui/list-states.tsx';
import { useFilters } from '../../admin-ui/use-filters.ts';
import { nameOf, PeopleTable } from '../../features/people/people/people-table.tsx';
import { type Person, usePeople } from '../../features/people/people/people.queries.ts';
import { PersonDialog } from '../../features/people/people/person-dialog.tsx';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useApi } from '../../use-api.ts';

export function AdminPeoplePage() {
  const api = useApi();
  const [filters, change] = useFilters(['q', 'role']);
  const [open, setOpen] = useState<Person>();
  const list = usePeople(api, filters);
  const people = list.data?.pages.flatMap((page) => page.people) ?? [];
  return (
    <AdminFrame title="People">
      <search className={s.filters}>
        <SearchBox label="Email, name or id" value={filters.q} onSearch={(q) => change({ q })} />
        <SelectField label="Role" value={filters.role} onChange={({ target }) => change({ role: target.value })}>
          <option value="">All</option>
          <option value="admin">admin</option>
          <option value="organizer">organizer</option>
        </SelectField>
      </search>
      <ListStates list={list} count={people.length} empty="Nobody found.">
        <PeopleTable people={people} onOpen={setOpen} />
      </ListStates>
      {open && <PersonDialog id={open.id} name={nameOf(open)} onClose={() => setOpen(undefined)} />}
    </AdminFrame>
  );
}
