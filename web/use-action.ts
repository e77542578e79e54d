import { useMutation, useQueryClient } from '@tanstack/react-query';
import { versionsOf } from './api.ts';
import { showToast } from './ui/toast.ts';

/** How long a saved change waits for the lists to be read again before it counts as done, in ms. */
const PATIENCE_MS = 2000;

/**
 * Sends a change with `act`. Then reads the lists under the query keys `reads` again before it calls `done`, so that a
 * reopened form shows what was saved. A toast shows each error. With `showsVersions`, a stale edit causes no toast,
 * because the form itself shows both versions.
 */
export function useAction<Input, Output>(
  act: (input: Input) => Promise<Output>,
  {
    done,
    failed,
    showsVersions = false,
    reads = ['admin'],
  }: {
    done?: (output: Output, input: Input) => void;
    failed?: (error: Error) => void;
    showsVersions?: boolean;
    reads?: readonly string[];
  } = {},
) {
  const queryClient = useQueryClient();
  const readAgain = () => Promise.all(reads.map((list) => queryClient.invalidateQueries({ queryKey: [list] })));
  return useMutation({
    mutationFn: act,
    networkMode: 'always',
    retry: false,
    onSuccess: async (output, input) => {
      await Promise.race([readAgain(), new Promise((next) => setTimeout(next, PATIENCE_MS))]);
      done?.(output, input);
    },
    onError: (error) => {
      void readAgain();
      if (showsVersions && versionsOf(error)) return;
      showToast({ title: 'Error', text: error.message, isDestructive: true });
      failed?.(error);
    },
  });
}
