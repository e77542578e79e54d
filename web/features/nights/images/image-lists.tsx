import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { displayCity } from '../../../../worker/contract/nights/places.ts';
import { nameKey } from '../../../../worker/contract/nights/events/slug.ts';
import { useSession } from '../../../session/session.ts';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import { adminVenuesQuery, useAdminEvents } from '../../../admin-ui/admin.queries.ts';
import s from '../../../admin-ui/admin.module.css';
import { shortTime } from '../../../admin-ui/date-time.tsx';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { useApi } from '../../../use-api.ts';
import i from './images.module.css';
import { UploadItem } from './upload-item.tsx';

export function EventImages() {
  const api = useApi();
  const [q, setQ] = useState('');
  const list = useAdminEvents(api, { q, status: '', venue_id: '' });
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <>
      <search className={s.filters}>
        <SearchBox label="Search by title" value={q} onSearch={setQ} />
      </search>
      <ListStates
        list={list}
        count={events.length}
        isFiltered={q !== ''}
        empty="No nights yet. Add one under Events, and its picture with it."
      >
        <ul className={i.list}>
          {events.map((event) => (
            <UploadItem
              key={event.id}
              item={{ ...event, about: `${event.venue.name}, ${shortTime(event.start_at)}` }}
              isVenue={false}
            />
          ))}
        </ul>
      </ListStates>
    </>
  );
}

/** Only admins can change the picture of a venue, because a venue has no organizer. */
export function VenueImages() {
  const api = useApi();
  const session = useSession();
  const [q, setQ] = useState('');
  const list = useQuery(adminVenuesQuery(api));
  const venues = (list.data ?? []).filter(({ name }) => nameKey(name).includes(nameKey(q)));
  if (session.status !== 'signed_in' || session.role !== 'admin') return <p>Only admins can change venue pictures.</p>;
  return (
    <>
      <search className={s.filters}>
        <SearchBox label="Search by name" value={q} onSearch={setQ} />
      </search>
      <ListStates
        list={list}
        count={venues.length}
        isFiltered={q !== ''}
        empty="No venues yet. Add one under Venues first."
      >
        <ul className={i.list}>
          {venues.map(({ id, slug, name, address, city, image_url }) => (
            <UploadItem
              key={id}
              item={{ slug, title: name, image_url, about: [address, displayCity(city)].filter(Boolean).join(', ') }}
              isVenue
            />
          ))}
        </ul>
      </ListStates>
    </>
  );
}
