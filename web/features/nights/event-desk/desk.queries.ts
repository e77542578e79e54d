import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import type { Guest } from '../../../../worker/contract/nights/events/guests.ts';
import type { SendMessage } from '../../../../worker/contract/nights/events/desk.ts';
import { type ApiClient, unwrap } from '../../../api.ts';

export type ListedGuest = InferResponseType<
  ApiClient['admin']['events'][':id']['guests']['$get'],
  200
>['guests'][number];

export type Desk = InferResponseType<ApiClient['admin']['events'][':id']['desk']['$get'], 200>;

export const deskQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['admin', 'desk', id],
    queryFn: () => unwrap(api.admin.events[':id'].desk.$get({ param: { id } })),
    retry: false,
  });

export const messagesQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['admin', 'desk', id, 'messages'],
    queryFn: () => unwrap(api.admin.events[':id'].messages.$get({ param: { id } })),
  });

export const guestsQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['admin', 'desk', id, 'guests'],
    queryFn: () => unwrap(api.admin.events[':id'].guests.$get({ param: { id } })),
  });

export const organizersQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['admin', 'desk', id, 'organizers'],
    queryFn: () => unwrap(api.admin.events[':id'].organizers.$get({ param: { id } })),
  });

export const doorStaffQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['admin', 'desk', id, 'door-staff'],
    queryFn: () => unwrap(api.admin.events[':id']['door-staff'].$get({ param: { id } })),
  });

export function deskCalls(api: ApiClient, id: string) {
  const event = api.admin.events[':id'];
  return {
    addGuests: (guests: Guest[]) => unwrap(event.guests.$post({ param: { id }, json: { guests } })),
    removeGuest: (guest: string) => unwrap(event.guests[':guest'].$delete({ param: { id, guest } })),
    addOrganizer: (email: string) => unwrap(event.organizers.$post({ param: { id }, json: { email } })),
    removeOrganizer: (user: string) => unwrap(event.organizers[':user'].$delete({ param: { id, user } })),
    addDoorStaff: (email: string) => unwrap(event['door-staff'].$post({ param: { id }, json: { email } })),
    removeDoorStaff: (user: string) => unwrap(event['door-staff'][':user'].$delete({ param: { id, user } })),
    sendMessage: ({ message, key }: { message: SendMessage; key: string }) =>
      unwrap(event.messages.$post({ param: { id }, header: { 'idempotency-key': key }, json: message })),
  };
}
