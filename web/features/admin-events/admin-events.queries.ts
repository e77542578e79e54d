import type { InferRequestType, InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../api.ts';
import { setOnly } from '../../admin-ui/use-filters.ts';
import { usePages } from '../../admin-ui/use-pages.ts';

type Calls = ApiClient['admin']['events'];

/** An event as its managers see it. */
export type AdminEvent = InferResponseType<Calls['$get'], 200>['events'][number];
export type NewEventInput = InferRequestType<Calls['$post']>['json'];
export type EventEdit = InferRequestType<Calls[':id']['$patch']>['json'];

/** How the list of events may be narrowed; empty is no filter. */
export type EventFilters = Record<'q' | 'status' | 'venue_id', string>;

/** The events this person manages, the newest start first. */
export function useAdminEvents(api: ApiClient, filters: EventFilters) {
  return usePages(['events', filters], (at) => unwrap(api.admin.events.$get({ query: { ...at, ...setOnly(filters) } })));
}

/** What can be done with one event. */
export const eventCalls = (api: ApiClient) => ({
  create: (json: NewEventInput) => unwrap(api.admin.events.$post({ json })),
  read: (id: string) => unwrap(api.admin.events[':id'].$get({ param: { id } })),
  edit: ({ id, json }: { id: string; json: EventEdit }) => unwrap(api.admin.events[':id'].$patch({ param: { id }, json })),
  duplicate: ({ id }: { id: string }) => unwrap(api.admin.events[':id'].duplicate.$post({ param: { id } })),
  remove: ({ id, updated_at }: Pick<AdminEvent, 'id' | 'updated_at'>) =>
    unwrap(api.admin.events[':id'].$delete({ param: { id }, query: { updated_at } })),
});
