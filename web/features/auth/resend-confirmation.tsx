import { showToast } from '../../ui/toast.ts';
import { useAuthAction } from './account.queries.ts';

/** Sends the confirmation link of a new account again. The answer does not tell whether the address has an account. */
export function useResend() {
  return useAuthAction(
    ({ auth, must }, { email }: { email: string }) =>
      must(auth.resend({ type: 'signup', email, options: { emailRedirectTo: location.origin } })),
    {
      failed: 'Error',
      done: (_, { email }) => showToast({ title: 'Link sent', text: `If ${email} waits for its confirmation, a new link is on its way.` }),
    },
  );
}

/** The button for it, when the address is known. */
export function ResendConfirmation({ email }: { email: string }) {
  const resend = useResend();
  return (
    <button type="button" className="button" disabled={resend.isPending} onClick={() => resend.mutate({ email })}>
      Send the link again
    </button>
  );
}
