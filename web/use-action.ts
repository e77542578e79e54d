import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { showToast } from './ui/toast.ts';

/** A change that was saved is told after this at the latest, in ms, whatever the lists do. */
const PATIENCE_MS = 2000;

/**
 * A change a person makes to what lists show. Whatever came of it, the lists under `reads` (an admin's if none are named) are read
 * anew, and before a change counts as done: whoever opens it again finds what was saved. A refusal is told in a toast, save a stale edit
 * where the form shows both versions itself (`showsVersions`).
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
  const readAnew = () => Promise.all(reads.map((list) => queryClient.invalidateQueries({ queryKey: [list] })));
  return useMutation({
    mutationFn: act,
    networkMode: 'always',
    retry: false,
    onSuccess: async (output, input) => {
      await Promise.race([readAnew(), new Promise((next) => setTimeout(next, PATIENCE_MS))]);
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
