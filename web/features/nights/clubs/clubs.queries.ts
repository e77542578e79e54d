import type { InferRequestType, InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';
import { setOnly } from '../../../admin-ui/use-filters.ts';
import { usePages } from '../../../admin-ui/use-pages.ts';
import type { EntryChange } from '../../../admin-ui/entry-dialog.tsx';

type Calls = ApiClient['admin']['clubs'];

export type Club = InferResponseType<Calls['$get'], 200>['clubs'][number];
type ClubEdit = InferRequestType<Calls[':id']['$patch']>['json'];
export type ClubChange = EntryChange<InferRequestType<Calls['$post']>['json'], ClubEdit>;

export function useClubs(api: ApiClient, filters: { q: string }) {
  return usePages(['clubs', filters], (at) => unwrap(api.admin.clubs.$get({ query: { ...at, ...setOnly(filters) } })));
}

/** The calls for one club. An update or a removal without an id throws. */
export const clubCalls = (api: ApiClient) => ({
  save: (change: ClubChange) =>
    change.id === null
      ? unwrap(api.admin.clubs.$post({ json: change.json }))
      : unwrap(api.admin.clubs[':id'].$patch({ param: { id: idOf(change.id) }, json: change.json })),
  remove: ({ id, updated_at }: Pick<Club, 'id' | 'updated_at'>) =>
    unwrap(api.admin.clubs[':id'].$delete({ param: { id: idOf(id) }, query: { updated_at } })),
});

function idOf(id: string): string {
  if (!id) throw new Error('A club update needs the id of the club.');
  return id;
}
