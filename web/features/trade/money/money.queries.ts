import { queryOptions } from '@tanstack/react-query';
import type { InferRequestType, InferResponseType } from 'hono/client';
import { MINUTE } from '../../../../worker/contract/time/durations.ts';
import type { MovePayout } from '../../../../worker/contract/trade/money-desk.ts';
import { type ApiClient, ApiError, refusalOf, unwrap } from '../../../api.ts';

type Calls = ApiClient['admin'];
export type Overview = InferResponseType<Calls['money']['$get'], 200>;
export type Stuck = Overview['stuck'];
export type Story = InferResponseType<Calls['money']['requests'][':id']['$get'], 200>;
export type Dispute = InferResponseType<Calls['disputes']['$get'], 200>['disputes'][number];
export type RefundForm = InferRequestType<Calls['refunds']['$post']>['json'];

export const moneyQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'money'],
    queryFn: () => unwrap(api.admin.money.$get()),
    refetchInterval: MINUTE,
  });

export const moneyDaysQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'money', 'days'],
    queryFn: async () => (await unwrap(api.admin.money.days.$get({ query: {} }))).days,
  });

export const paymentsQuery = (api: ApiClient, q: string) =>
  queryOptions({
    queryKey: ['admin', 'money', 'payments', q],
    queryFn: async () => (await unwrap(api.admin.money.requests.$get({ query: { q } }))).payments,
  });

export const storyQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['admin', 'money', 'story', id],
    queryFn: () => unwrap(api.admin.money.requests[':id'].$get({ param: { id } })),
    retry: false,
  });

/** The server logs each download, so a shown file is not downloaded again. */
export const proofFileQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['proof-file', id],
    queryFn: async () => {
      const answer = await api.admin['ticket-files'][':id'].$get({ param: { id } }).catch(() => {
        throw new ApiError('network', 0, 'No connection.');
      });
      if (!answer.ok) throw await refusalOf(answer);
      return answer.blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const disputesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'money', 'disputes'],
    queryFn: async () => (await unwrap(api.admin.disputes.$get())).disputes,
  });

export const disputeQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['admin', 'money', 'disputes', id],
    queryFn: () => unwrap(api.admin.disputes[':id'].$get({ param: { id } })),
  });

/** Repeating `refund` or `writeOff` with the same `key` changes nothing. */
export const moneyCalls = (api: ApiClient) => ({
  refund: ({ key, ...json }: RefundForm & { key: string }) =>
    unwrap(api.admin.refunds.$post({ header: { 'idempotency-key': key }, json })),
  approve: (id: string) => unwrap(api.admin.refunds[':id'].approve.$post({ param: { id } })),
  drop: (id: string) => unwrap(api.admin.refunds[':id'].drop.$post({ param: { id } })),
  retry: (id: string) => unwrap(api.admin.refunds[':id'].retry.$post({ param: { id } })),
  settle: (id: string) => unwrap(api.admin.money.requests[':id'].settle.$post({ param: { id } })),
  decide: ({ request_id, ...json }: { request_id: string; to: 'received' | 'replaced' | 'failed'; note: string }) =>
    unwrap(api.admin.handovers[':request_id'].$post({ param: { request_id }, json })),
  movePayout: ({ request_id, ...json }: MovePayout & { request_id: string }) =>
    unwrap(api.admin.payouts[':request_id'].$post({ param: { request_id }, json })),
  writeOff: ({ id, key, ...json }: { id: string; key: string; amount: number; note: string; is_paid: boolean }) =>
    unwrap(api.admin.sellers[':id']['write-off'].$post({ param: { id }, header: { 'idempotency-key': key }, json })),
  submitEvidence: (id: string) => unwrap(api.admin.disputes[':id'].submit.$post({ param: { id } })),
});
