import { showToast } from '../../ui/toast.ts';
import { useAuthAction } from './account.queries.ts';

/** Sends the confirmation link of a new account once more. */
export function ResendConfirmation({ email }: { email: string }) {
  const resend = useAuthAction(
    ({ auth, must }) => must(auth.resend({ type: 'signup', email, options: { emailRedirectTo: location.origin } })),
    { failed: 'Error', done: () => showToast({ title: 'Link sent', text: `If ${email} has an account, the link is on its way.` }) },
  );
  return (
    <button type="button" className="button" disabled={resend.isPending} onClick={() => resend.mutate()}>
      Send the link again
    </button>
  );
}
