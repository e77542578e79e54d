import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { type ApiClient, unwrap } from '../../../api.ts';
import { useApi } from '../../../use-api.ts';

export type MySchool = InferResponseType<ApiClient['my']['school']['$get'], 200>;

export const schoolQuery = (api: ApiClient, user_id: string) =>
  queryOptions({ queryKey: ['mine', user_id, 'school'], queryFn: () => unwrap(api.my.school.$get()) });

/** Takes a step of the badge proof, stores the state it returns, and refetches everything that depends on the badge. */
export function useSchoolStep<Input>(
  userId: string,
  take: (api: ApiClient, input: Input) => Promise<MySchool>,
  done?: () => void,
) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => take(api, input),
    networkMode: 'always',
    retry: false,
    onSuccess: (school) => {
      queryClient.setQueryData(schoolQuery(api, userId).queryKey, school);
      void queryClient.invalidateQueries({ queryKey: ['mine'] });
      done?.();
    },
  });
}
