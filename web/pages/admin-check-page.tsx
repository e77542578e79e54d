import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { healthQuery } from '../admin-ui/admin.queries.ts';
import s from '../admin-ui/admin.module.css';
import { AdminFrame } from '../admin-ui/admin-frame.tsx';
import { ADMINS } from '../admin-ui/admin-pages.ts';
import { ListStates } from '../admin-ui/list-states.tsx';
import { RequireRole } from '../session/gates.tsx';

/** The health and version of the service. */
export function AdminCheckPage() {
  return (
    <RequireRole roles={ADMINS}>
      <AdminFrame title="Check">
        <Health />
      </AdminFrame>
    </RequireRole>
  );
}

function Health() {
  const { api } = useRouteContext({ from: '__root__' });
  const health = useQuery(healthQuery(api));
  return (
    <ListStates list={health} count={health.data ? 1 : 0} empty="">
      <dl className={s.facts}>
        <dt>Service</dt>
        <dd>{health.data?.ok ? 'answers' : 'does not answer'}</dd>
        <dt>Version</dt>
        <dd>{health.data?.version}</dd>
      </dl>
    </ListStates>
  );
}
