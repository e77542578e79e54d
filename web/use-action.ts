import { useMutation, useQueryClient } from '@tanstack/react-query';
import { versionsOf } from './api.ts';
import { showToast } from './ui/toast.ts';

/** A saved change is reported after this time at the latest, in ms, even if the lists are still being read. */
const PATIENCE_MS = 2000;

/**
 * The change counts as done after the lists under `reads` have been read again, so that a reopened form shows what was
 * saved. A refusal is shown in a toast, except for a stale edit when the form shows both versions itself.
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
