import type { InferRequestType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';
import type { AdminVenue } from '../../../admin-ui/admin.queries.ts';

type Calls = ApiClient['admin']['venues'];

/** A new venue, which has no id yet, or an edit of a stored one. */
export type VenueChange =
  | { id: null; json: InferRequestType<Calls['$post']>['json'] }
  | { id: string; json: InferRequestType<Calls[':id']['$patch']>['json'] };

export const venueCalls = (api: ApiClient) => ({
  save: async (change: VenueChange): Promise<{ name: string }> =>
    change.id === null
      ? unwrap(api.admin.venues.$post({ json: change.json }))
      : unwrap(api.admin.venues[':id'].$patch({ param: { id: change.id }, json: change.json })),
  merge: ({ id, into }: { id: string; into: string }) =>
    unwrap(api.admin.venues[':id'].merge.$post({ param: { id }, json: { into } })),
  remove: ({ id }: Pick<AdminVenue, 'id'>) => unwrap(api.admin.venues[':id'].$delete({ param: { id } })),
});
