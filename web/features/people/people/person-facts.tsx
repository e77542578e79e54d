import { Badge } from '../../../ui/badge.tsx';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { deviceName } from '../../../../worker/contract/people/device-name.ts';
import type { PersonDetail } from './people.queries.ts';

export function PersonFacts({ person }: { person: PersonDetail }) {
  const { identities, factors } = person;
  const methods = [
    ...(person.has_password ? ['password'] : []),
    ...identities
      .filter(({ provider }) => provider !== 'email' && provider !== 'phone')
      .map(({ provider }) => provider),
  ];
  const verified = factors.filter(({ status }) => status === 'verified');
  return (
    <>
      {person.is_banned && (
        <p>
          <Badge tone="bad">banned</Badge>
        </p>
      )}
      <dl className={s.facts}>
        <dt>Email</dt>
        <dd>
          {person.email ?? '—'}{' '}
          {person.email && !person.email_confirmed_at && <span className="muted">(not confirmed)</span>}
        </dd>
        {person.phone && (
          <>
            <dt>Phone</dt>
            <dd>{person.phone}</dd>
          </>
        )}
        <dt>School</dt>
        <dd>{person.school ?? '—'}</dd>
        <dt>Joined</dt>
        <dd>
          <DateTime instant={person.created_at} />
        </dd>
        <dt>Signs in with</dt>
        <dd>{methods.join(', ') || 'a link by email'}</dd>
        <dt>Second factor</dt>
        <dd>{verified.map(({ factor_type }) => factor_type).join(', ') || 'none'}</dd>
        <dt>Id</dt>
        <dd className={s.small}>{person.id}</dd>
      </dl>
    </>
  );
}

export function PersonSessions({ sessions }: Pick<PersonDetail, 'sessions'>) {
  return (
    <>
      <h3>Sessions</h3>
      {sessions.length === 0 && <p className="muted">Not signed in anywhere.</p>}
      <ul className={s.form}>
        {sessions.map((session) => (
          <li key={session.id}>
            {deviceName(session.user_agent)}
            <div className={s.small}>
              since <DateTime instant={session.created_at} />
              {session.ip && `, from ${session.ip}`}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
