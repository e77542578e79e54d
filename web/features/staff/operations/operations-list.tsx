import { useQuery } from '@tanstack/react-query';
import { QUARANTINE } from '../../../../worker/contract/staff/operations.ts';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { useApi } from '../../../use-api.ts';
import { DemoCard } from './demo-card.tsx';
import { EndQuarantine } from './end-quarantine.tsx';
import { operationsQuery } from './operations.queries.ts';
import s from './operations.module.css';

export function OperationsList() {
  const api = useApi();
  const operations = useQuery(operationsQuery(api));
  const { checks = [], routes = [], demo = [], version } = operations.data ?? {};
  const wrong = checks.filter(({ sentence }) => sentence !== null).length;
  return (
    <ListStates list={operations} count={checks.length} empty="">
      <DemoCard accounts={demo} />
      <p>{wrong === 0 ? 'Everything is fine.' : `${wrong} of ${checks.length} checks need attention.`}</p>
      <ul className={s.checks} aria-label="Checks">
        {checks.map(({ name, value, sentence }) => (
          <li key={name} data-wrong={sentence !== null || undefined}>
            <b>{name}</b>
            <span>{value}</span>
            <span className={s.state}>{sentence ?? 'Fine'}</span>
          </li>
        ))}
      </ul>
      {checks.some(({ name }) => name === QUARANTINE) && <EndQuarantine />}
      <h2>Slowest routes</h2>
      <p className="muted">
        The 95th percentile of the last 100 answers of each route, in this instance since it started.
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
