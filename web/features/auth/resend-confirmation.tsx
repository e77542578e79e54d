import { showToast } from '../../ui/toast.ts';
import { useAuthAction } from './account.queries.ts';

/** Sends the confirmation link of a new account once more. The answer tells nobody whether the address has one. */
export function useResend() {
  return useAuthAction(
    ({ auth, must }, email: string) => must(auth.resend({ type: 'signup', email, options: { emailRedirectTo: location.origin } })),
    {
      failed: 'Error',
      done: (_, email) => showToast({ title: 'Link sent', text: `If ${email} waits for its confirmation, a new link is on its way.` }),
    },
  );
}

/** The button of it, for an address that is known. */
export function ResendConfirmation({ email }: { email: string }) {
  const resend = useResend();
  return (
    <button type="button" className="button" disabled={resend.isPending} onClick={() => resend.mutate(email)}>
      Send the link again
    </button>
  );
}
