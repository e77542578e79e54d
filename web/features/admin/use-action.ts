import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api.ts';
import { showToast } from '../../ui/toast.ts';

/**
 * A change an admin makes. Whatever came of it, the lists are read anew, and before a change counts as done: whoever opens it again
 * finds what was saved. A refusal is told in a toast, save a stale edit where the form shows both versions itself (`showsVersions`).
 */
export function useAction<Input, Output>(
  act: (input: Input) => Promise<Output>,
  { done, showsVersions = false }: { done?: (output: Output, input: Input) => void; showsVersions?: boolean } = {},
) {
  const queryClient = useQueryClient();
  const readAnew = () => queryClient.invalidateQueries({ queryKey: ['admin'] });
  return useMutation({
    mutationFn: act,
    networkMode: 'always',
    retry: false,
    onSuccess: async (output, input) => {
      await readAnew();
      done?.(output, input);
    },
    onError: (error) => {
      void readAnew();
      if (showsVersions && error instanceof ApiError && error.versions) return;
      showToast({ title: 'Error', text: error.message, isDestructive: true });
    },
  });
}

/** What a refusal says of each field. */
export function fieldsOf(error: Error | null): Record<string, string> {
  return error instanceof ApiError ? error.fields : {};
}
