import { useState } from 'react';
import s from '../../admin-ui/admin.module.css';
import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ListStates } from '../../admin-ui/list-states.tsx';
import { useFilters } from '../../admin-ui/use-filters.ts';
import { AdminsOnly } from '../../features/nights/clubs/admins-only.tsx';
import { ClubDialog } from '../../features/nights/clubs/club-dialog.tsx';
import { ClubTable } from '../../features/nights/clubs/club-table.tsx';
import { type Club, useClubs } from '../../features/nights/clubs/clubs.queries.ts';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { useApi } from '../../use-api.ts';

export function AdminClubsPage() {
  return (
    <AdminsOnly>
      <ManageClubs />
    </AdminsOnly>
  );
}

function ManageClubs() {
  const api = useApi();
  const [filters, change] = useFilters(['q']);
  const [open, setOpen] = useState<{ club: Club | null }>();
  const list = useClubs(api, filters);
  const clubs = list.data?.pages.flatMap((page) => page.clubs) ?? [];
  return (
    <AdminFrame
      title="Clubs"
      action={
        <button type="button" className="button primary" aria-haspopup="dialog" onClick={() => setOpen({ club: null })}>
          New club
        </button>
      }
    >
      <search className={s.filters}>
        <SearchBox label="Search by name" value={filters.q} onSearch={(q) => change({ q })} />
      </search>
      <ListStates
        list={list}
        count={clubs.length}
        isFiltered={filters.q !== ''}
        empty="No clubs yet. Press “New club” to add the first one."
      >
        <ClubTable clubs={clubs} onEdit={(club) => setOpen({ club })} />
      </ListStates>
      {open && <ClubDialog club={open.club} onClose={() => setOpen(undefined)} />}
    </AdminFrame>
  );
}
