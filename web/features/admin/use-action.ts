import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api.ts';
import { showToast } from '../../ui/toast.ts';

/**
 * A change a person makes to what lists show. Whatever came of it, the lists under `reads` are read anew, an admin's if none are named; a refusal is told in a toast, save a stale edit where the form
 * shows both versions itself (`showsVersions`).
 */
export function useAction<Input, Output>(
  act: (input: Input) => Promise<Output>,
  {
    done,
    showsVersions = false,
    reads = ['admin'],
  }: { done?: (output: Output, input: Input) => void; showsVersions?: boolean; reads?: readonly string[] } = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    networkMode: 'always',
    retry: false,
    onSuccess: (output, input) => done?.(output, input),
    onError: (error) => {
      if (showsVersions && error instanceof ApiError && error.versions) return;
      showToast({ title: 'Error', text: error.message, isDestructive: true });
    },
    onSettled: () => Promise.all(reads.map((list) => queryClient.invalidateQueries({ queryKey: [list] }))),
  });
}

/** What a refusal says of each field. */
export function fieldsOf(error: Error | null): Record<string, string> {
  return error instanceof ApiError ? error.fields : {};
}
