import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import type { SchoolForm } from '../../../../worker/contract/people/admin-schools.ts';
import { type ApiClient, unwrap } from '../../../api.ts';

type Schools = InferResponseType<ApiClient['admin']['schools']['$get'], 200>;
export type AdminSchool = Schools['schools'][number];
export type SchoolAsk = Schools['asks'][number];

export const adminSchoolsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['admin', 'schools'], queryFn: () => unwrap(api.admin.schools.$get()) });

/** Adds or changes a school. `seen` is the school as the admin last saw it, or null for a new school. */
export function saveSchool(api: ApiClient, { seen, form }: { seen: AdminSchool | null; form: SchoolForm }) {
  if (!seen) return unwrap(api.admin.schools.$post({ json: form }));
  const { id, name, city, domains } = seen;
  const asSeen = domains.map(({ domain, kind, includes_subdomains, alias_of }) => ({
    domain,
    kind,
    includes_subdomains,
    alias_of,
  }));
  return unwrap(
    api.admin.schools[':id'].$put({ param: { id }, json: { ...form, seen: { name, city, domains: asSeen } } }),
  );
}

export const declineAsk = (api: ApiClient, id: string) =>
  unwrap(api.admin.schools.asks[':id'].decline.$post({ param: { id } }));
