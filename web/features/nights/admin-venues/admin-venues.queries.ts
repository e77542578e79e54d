import type { InferRequestType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';
import type { AdminVenue } from '../../../admin-ui/admin.queries.ts';
import type { EntryChange } from '../../../admin-ui/entry-dialog.tsx';

type Calls = ApiClient['admin']['venues'];

export type VenueChange = EntryChange<
  InferRequestType<Calls['$post']>['json'],
  InferRequestType<Calls[':id']['$patch']>['json']
>;

export const venueCalls = (api: ApiClient) => ({
  save: async (change: VenueChange): Promise<{ name: string }> =>
    change.id === null
      ? unwrap(api.admin.venues.$post({ json: change.json }))
      : unwrap(api.admin.venues[':id'].$patch({ param: { id: change.id }, json: change.json })),
  merge: ({ id, into }: { id: string; into: string }) =>
    unwrap(api.admin.venues[':id'].merge.$post({ param: { id }, json: { into } })),
  remove: ({ id }: Pick<AdminVenue, 'id'>) => unwrap(api.admin.venues[':id'].$delete({ param: { id } })),
});
