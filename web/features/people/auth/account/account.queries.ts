import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { textOfError } from '../../../../session/auth-error-text.ts';
import { type Auth, openAuth } from '../../../../session/browser-session.ts';
import { showToast } from '../../../../ui/toast.ts';
import { withFreshProof } from '../factors/ask-for-proof.ts';

/** The signed-in user with identities and factors, fresh from the server. */
export const accountQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['account', user_id],
    queryFn: async () => (await openAuth()).freshUser(),
    staleTime: 10_000,
  });

/**
 * True if the auth service offers Google. Also true if the service does not answer, because it can still refuse to
 * connect Google later.
 */
export const googleQuery = queryOptions({
  queryKey: ['auth-settings', 'google'],
  queryFn: async () => {
    const answer = await fetch('/auth/v1/settings').catch(() => null);
    if (!answer?.ok) return true;
    const { external } = (await answer.json()) as { external: { google: boolean } };
    return external.google;
  },
  staleTime: Infinity,
});

/**
 * Runs an action of the auth client. If the action needs a fresh proof, `ProofDialog` asks for one, so the page must
 * render that dialog. Shows an error in a toast titled `failed`. If `failed` is missing, the caller shows the error.
 */
export function useAuthAction<Input = void, Output = void>(
  act: (given: Auth, input: Input) => Promise<Output>,
  { failed, done }: { failed?: string; done?: (output: Output, input: Input) => void } = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const auth = await openAuth();
      return withFreshProof(() => act(auth, input));
    },
    onSuccess: async (output, input) => {
      await queryClient.invalidateQueries({ queryKey: ['account'] });
      done?.(output, input);
    },
    onError: (error) => {
      console.warn('auth action failed', error);
      if (failed) showToast({ title: failed, text: textOfError(error), isDestructive: true });
    },
  });
}
