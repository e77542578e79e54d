import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';
import { setOnly } from '../../../admin-ui/use-filters.ts';
import { usePages } from '../../../admin-ui/use-pages.ts';

type Calls = ApiClient['admin']['audit'];
export type AuditEntry = InferResponseType<Calls['$get'], 200>['entries'][number];
export type AuditFilters = Record<'action' | 'target_type' | 'target_id' | 'actor_id', string>;

export function useAudit(api: ApiClient, filters: AuditFilters) {
  return usePages(['audit', filters], (at) => unwrap(api.admin.audit.$get({ query: { ...at, ...setOnly(filters) } })));
}
