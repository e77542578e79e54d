import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InferRequestType, InferResponseType } from 'hono/client';
import { MINUTE } from '../../../../worker/contract/time/durations.ts';
import { type ApiClient, unwrap } from '../../../api.ts';
import { useApi } from '../../../use-api.ts';

/** Whether a person is staff in a chat, and the people they block. Messages of blocked people are folded. */
export type MyChat = InferResponseType<ApiClient['my']['chats'][':slug']['$get'], 200>;

type NewReport = InferRequestType<ApiClient['events'][':slug']['messages'][':id']['reports']['$post']>['json'];

const NOTHING: MyChat = { is_staff: false, blocked_ids: [] };

export function useMyChat({ slug, me }: { slug: string; me: string | null }): MyChat {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['mine', me, 'chat', slug],
    queryFn: () => unwrap(api.my.chats[':slug'].$get({ param: { slug } })),
    enabled: me !== null,
    staleTime: MINUTE,
  });
  return data ?? NOTHING;
}

export const blockedQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'blocks'],
    queryFn: async () => (await unwrap(api.my.blocks.$get())).people,
  });

export const safetyCalls = (api: ApiClient) => ({
  setBlocked: async ({ user_id, to }: { user_id: string; to: boolean }): Promise<void> => {
    const call = api.my.blocks[':user_id'];
    if (to) await unwrap(call.$put({ param: { user_id } }));
    else await unwrap(call.$delete({ param: { user_id } }));
  },
  report: ({ slug, id, json }: { slug: string; id: string; json: NewReport }) =>
    unwrap(api.events[':slug'].messages[':id'].reports.$post({ param: { slug, id }, json })),
  slowDown: ({
    slug,
    json,
  }: {
    slug: string;
    json: InferRequestType<ApiClient['events'][':slug']['slow']['$put']>['json'];
  }) => unwrap(api.events[':slug'].slow.$put({ param: { slug }, json })),
});
