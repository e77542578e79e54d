import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { healthQuery } from '../features/admin/admin.queries.ts';
import s from '../features/admin/admin.module.css';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { ADMINS } from '../features/admin/admin-pages.ts';
import { Listed } from '../features/admin/listed.tsx';
import { RequireRole } from '../features/auth/gates.tsx';

/** Whether the service answers, and in which version. */
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
    <Listed list={health} count={health.data ? 1 : 0} empty="">
      <dl className={s.facts}>
        <dt>Service</dt>
        <dd>{health.data?.ok ? 'answers' : 'does not answer'}</dd>
        <dt>Version</dt>
        <dd>{health.data?.version}</dd>
      </dl>
    </Listed>
  );
}
