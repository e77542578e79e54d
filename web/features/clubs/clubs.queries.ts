import type { InferRequestType, InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../api.ts';
import { setOnly } from '../../admin-ui/use-filters.ts';
import { usePages } from '../../admin-ui/use-pages.ts';

type Calls = ApiClient['admin']['clubs'];

export type Club = InferResponseType<Calls['$get'], 200>['clubs'][number];
export type NewClub = InferRequestType<Calls['$post']>['json'];
export type ClubEdit = InferRequestType<Calls[':id']['$patch']>['json'];

/** The clubs, the newest update first; `q` is part of a name. */
export function useClubs(api: ApiClient, filters: { q: string }) {
  return usePages(['clubs', filters], (at) => unwrap(api.admin.clubs.$get({ query: { ...at, ...setOnly(filters) } })));
}

/** What can be done with a club. An update or a removal without an id throws. */
export const clubCalls = (api: ApiClient) => ({
  create: (json: NewClub) => unwrap(api.admin.clubs.$post({ json })),
  edit: ({ id, json }: { id: string; json: ClubEdit }) => unwrap(api.admin.clubs[':id'].$patch({ param: { id: idOf(id) }, json })),
  remove: ({ id, updated_at }: Pick<Club, 'id' | 'updated_at'>) =>
    unwrap(api.admin.clubs[':id'].$delete({ param: { id: idOf(id) }, query: { updated_at } })),
});

function idOf(id: string): string {
  if (!id) throw new Error('A club update needs the id of the club.');
  return id;
}
