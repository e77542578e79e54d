import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { summaryQuery } from '../../admin-ui/admin.queries.ts';
import { ADMIN_PAGES } from '../../admin-ui/admin-pages.ts';
import s from './today.module.css';
import { ListStates } from '../../admin-ui/list-states.tsx';

const NUMBERS = [
  { key: 'events_live', label: 'Events live', to: '/admin/events', search: { status: 'published' } },
  { key: 'waitlist_today', label: 'Waitlist joins today', to: '/admin/waitlist', search: {} },
  { key: 'waitlist_waiting', label: 'Waitlist entries waiting', to: '/admin/waitlist', search: { status: 'pending' } },
  { key: 'applications_waiting', label: 'Applications waiting', to: '/admin/resellers', search: { status: 'pending' } },
  { key: 'requests_pending', label: 'Ticket requests pending', to: '/admin/events', search: {} },
  { key: 'ingest_errors', label: 'Ingestion errors, last 24 h', to: '/admin/webhook-test', search: { result: 'error' } },
  { key: 'messages_sent', label: 'Messages sent, last 24 h', to: '/admin', search: {} },
  { key: 'messages_waiting', label: 'Messages waiting', to: '/admin', search: {} },
  { key: 'messages_dead', label: 'Messages given up, last 24 h', to: '/admin', search: {} },
] as const;

/** The numbers of today. Each links to what it counts. */
export function TodayNumbers() {
  const { api } = useRouteContext({ from: '__root__' });
  const summary = useQuery(summaryQuery(api));
  return (
    <ListStates list={summary} count={summary.data ? NUMBERS.length : 0} empty="">
      <ul className={s.numbers}>
        {NUMBERS.map(({ key, label, to, search }) => (
          <li key={key}>
            <Link to={to} search={search} className={s.number}>
              <b>{summary.data?.[key]}</b>
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </ListStates>
  );
}

/** Every admin page with its purpose. */
export function PageList() {
  return (
    <ul className={s.pages}>
      {ADMIN_PAGES.filter(({ to }) => to !== '/admin').map(({ to, name, about }) => (
        <li key={to}>
          <Link to={to}>
            <b>{name}</b>
            <span className="muted">{about}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
