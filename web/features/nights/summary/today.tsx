import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Summary, summaryQuery } from '../../../admin-ui/admin.queries.ts';
import { pagesOf } from '../../../admin-ui/admin-pages.ts';
import { useHasMoney } from '../../../admin-ui/use-has-money.ts';
import s from './today.module.css';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { useApi } from '../../../use-api.ts';

/** Most urgent first. */
const TO_DO = [
  { key: 'money_waiting', label: 'Refunds, problems and disputes waiting', to: '/admin/money', search: {} },
  { key: 'reports_open', label: 'Reported chat messages waiting', to: '/admin/reports', search: {} },
  { key: 'messages_dead', label: 'Messages given up, last 24 h', to: '/admin', search: {} },
  {
    key: 'ingest_errors',
    label: 'Ingestion errors, last 24 h',
    to: '/admin/webhook-test',
    search: { result: 'error' },
  },
  { key: 'applications_waiting', label: 'Applications waiting', to: '/admin/resellers', search: { status: 'pending' } },
  {
    key: 'face_values_missing',
    label: 'Nights that need a face value before tickets can be listed',
    to: '/admin/events',
    search: { status: 'unpriced' },
  },
  { key: 'waitlist_waiting', label: 'Waitlist entries waiting', to: '/admin/waitlist', search: { status: 'pending' } },
] as const;

const NUMBERS = [
  { key: 'events_live', label: 'Events live', to: '/admin/events', search: { status: 'published' } },
  { key: 'waitlist_today', label: 'Waitlist joins today', to: '/admin/waitlist', search: {} },
  { key: 'requests_pending', label: 'Ticket requests pending', to: '/admin/events', search: {} },
  { key: 'messages_sent', label: 'Messages sent, last 24 h', to: '/admin', search: {} },
  { key: 'messages_waiting', label: 'Messages waiting', to: '/admin', search: {} },
] as const;

export function TodayNumbers() {
  const api = useApi();
  const summary = useQuery(summaryQuery(api));
  const waiting = TO_DO.filter(({ key }) => (summary.data?.[key] ?? 0) > 0);
  return (
    <ListStates list={summary} count={summary.data ? NUMBERS.length + waiting.length : 0} empty="">
      <Part title="Needs attention">
        {waiting.length === 0 ? (
          <p className="muted">You’re all caught up.</p>
        ) : (
          <Numbers of={waiting} summary={summary.data} />
        )}
      </Part>
      <Part title="Today">
        <Numbers of={NUMBERS} summary={summary.data} />
      </Part>
    </ListStates>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={s.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

type Shown = (typeof TO_DO)[number] | (typeof NUMBERS)[number];

function Numbers({ of, summary }: { of: readonly Shown[]; summary: Summary | undefined }) {
  return (
    <ul className={s.numbers}>
      {of.map(({ key, label, to, search }) => (
        <li key={key}>
          <Link to={to} search={search} className={s.number}>
            <b>{summary?.[key].toLocaleString('en-US')}</b>
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function PageList() {
  const hasMoney = useHasMoney(true);
  return (
    <ul className={s.pages}>
      {pagesOf('admin', { hasMoney })
        .filter(({ to }) => to !== '/admin')
        .map(({ to, name, about }) => (
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
