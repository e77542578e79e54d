import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { operationsQuery } from './operations.queries.ts';
import s from './operations.module.css';

/** Each thing that operators look at: fine, or with a sentence that says what is wrong. */
export function OperationsList() {
  const { api } = useRouteContext({ from: '__root__' });
  const operations = useQuery(operationsQuery(api));
  const { checks = [], routes = [], version } = operations.data ?? {};
  const wrong = checks.filter(({ sentence }) => sentence !== null).length;
  return (
    <ListStates list={operations} count={checks.length} empty="">
      <p>{wrong === 0 ? 'Everything is fine.' : `${wrong} of ${checks.length} need somebody to look.`}</p>
      <ul className={s.checks} aria-label="Checks">
        {checks.map(({ name, value, sentence }) => (
          <li key={name} data-wrong={sentence !== null || undefined}>
            <b>{name}</b>
            <span>{value}</span>
            <span className={s.state}>{sentence ?? 'Fine'}</span>
          </li>
        ))}
      </ul>
      <h2>Slowest routes</h2>
      <p className="muted">
        The slowest twentieth of the last 100 answers of each route, in this copy of the service since it started.
      </p>
      <ul className={s.checks} aria-label="Slowest routes">
        {routes.map(({ route, answers, p95_ms }) => (
          <li key={route}>
            <b>{route}</b>
            <span>{Math.round(p95_ms)} ms</span>
            <span className="muted">{answers === 1 ? '1 answer' : `${answers} answers`}</span>
          </li>
        ))}
      </ul>
      <p className="muted">Version {version}</p>
    </ListStates>
  );
}
