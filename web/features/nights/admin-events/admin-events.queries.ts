import type { InferRequestType, InferResponseType } from 'hono/client';
import type { AdminEvent } from '../../../admin-ui/admin.queries.ts';
import type { EntryChange } from '../../../admin-ui/entry-dialog.tsx';
import { type ApiClient, unwrap } from '../../../api.ts';

type Calls = ApiClient['admin']['events'];

type SeriesCalls = ApiClient['admin']['event-series'];
export type SeriesPlan = InferRequestType<SeriesCalls['preview']['$post']>['json'];
export type SeriesPreview = InferResponseType<SeriesCalls['preview']['$post'], 200>;
export type EventEdit = InferRequestType<Calls[':id']['$patch']>['json'];
export type EventChange = EntryChange<InferRequestType<Calls['$post']>['json'], EventEdit>;

export const eventCalls = (api: ApiClient) => ({
  save: (change: EventChange) =>
    change.id === null
      ? unwrap(api.admin.events.$post({ json: change.json }))
      : eventCalls(api).edit({ id: change.id, json: change.json }),
  read: (id: string) => unwrap(api.admin.events[':id'].$get({ param: { id } })),
  edit: ({ id, json }: { id: string; json: EventEdit }) =>
    unwrap(api.admin.events[':id'].$patch({ param: { id }, json })),
  editFollowing: ({ id, json }: { id: string; json: EventEdit }) =>
    unwrap(api.admin.events[':id'].following.$post({ param: { id }, json })),
  previewSeries: (json: SeriesPlan) => unwrap(api.admin['event-series'].preview.$post({ json })),
  createSeries: ({ series, skip, key }: { series: SeriesPlan; skip: string[]; key: string }) =>
    unwrap(api.admin['event-series'].$post({ header: { 'idempotency-key': key }, json: { ...series, skip } })),
  duplicate: ({ id }: { id: string }) => unwrap(api.admin.events[':id'].duplicate.$post({ param: { id } })),
  cancel: ({ id, ...json }: { id: string; reason: string; updated_at: string }) =>
    unwrap(api.admin.events[':id'].cancel.$post({ param: { id }, json })),
  restore: ({ id, updated_at }: Pick<AdminEvent, 'id' | 'updated_at'>) =>
    unwrap(api.admin.events[':id'].restore.$post({ param: { id }, json: { updated_at } })),
  remove: ({ id, updated_at }: Pick<AdminEvent, 'id' | 'updated_at'>) =>
    unwrap(api.admin.events[':id'].$delete({ param: { id }, query: { updated_at } })),
});
