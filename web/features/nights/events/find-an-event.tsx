import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../../use-api.ts';
import { homeQuery } from './events.queries.ts';

const link = (name: string, search: Record<string, unknown>) => (
  <Link key={name} to="/events" search={search} className="button">
    {name}
  </Link>
);

/** The search field and the links must work before any script has run. */
export function FindAnEvent() {
  const api = useApi();
  const { data } = useQuery(homeQuery(api));
  return (
    <>
      <search>
        <form action="/events">
          <input type="search" name="q" size={7} className="button" aria-label="Search nights" placeholder="Search" />
          <noscript>
            <button type="submit" className="button">
              Search
            </button>
          </noscript>
        </form>
      </search>
      {link('Tonight', { when: 'tonight' })}
      {link('This weekend', { when: 'weekend' })}
      {link('Under $30', { under: 30 })}
      {data?.areas.map((area) => link(area, { area }))}
    </>
  );
}
