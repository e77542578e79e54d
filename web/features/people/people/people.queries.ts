import { queryOptions } from '@tanstack/react-query';
import type { InferRequestType, InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';
import { setOnly } from '../../../admin-ui/use-filters.ts';
import { usePages } from '../../../admin-ui/use-pages.ts';

type Calls = ApiClient['admin']['people'];
export type Person = InferResponseType<Calls['$get'], 200>['people'][number];
export type PersonDetail = InferResponseType<Calls[':id']['$get'], 200>;
export type PersonEdit = InferRequestType<Calls[':id']['$patch']>['json'];

/** `q` is an id, the start of an address, or part of a name. */
export function usePeople(api: ApiClient, filters: Record<'q' | 'role', string>) {
  return usePages(['people', filters], (at) =>
    unwrap(api.admin.people.$get({ query: { ...at, ...setOnly(filters) } })),
  );
}

export const personQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['admin', 'person', id],
    queryFn: () => unwrap(api.admin.people[':id'].$get({ param: { id } })),
  });

export const personCalls = (api: ApiClient, id: string) => ({
  edit: (json: PersonEdit) => unwrap(api.admin.people[':id'].$patch({ param: { id }, json })),
  removeSecondFactor: () => unwrap(api.admin.people[':id']['second-factor'].$delete({ param: { id } })),
  signOut: () => unwrap(api.admin.people[':id']['sign-out'].$post({ param: { id } })),
});
