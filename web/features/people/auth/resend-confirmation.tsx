import { afterMail } from '../../../session/where-next.ts';
import { showToast } from '../../../ui/toast.ts';
import { useAuthAction } from './account/account.queries.ts';
import { useCaptcha } from './use-captcha.tsx';

/**
 * Requests a new confirmation mail, without revealing whether the address has an account. Callers show `captcha` near
 * their button.
 */
export function useResend(from: string | null = null) {
  const captcha = useCaptcha();
  const resend = useAuthAction(
    ({ auth, must }, { email }: { email: string }) =>
      must(auth.resend({ type: 'signup', email, options: { emailRedirectTo: afterMail(from), ...captcha.take() } })),
    {
      failed: 'Error',
      done: (_, { email }) =>
        showToast({
          title: 'Link sent',
          text: `If ${email} still has to be confirmed, a new link and code are on their way.`,
        }),
    },
  );
  return { resend, captcha: captcha.widget };
}

export function ResendConfirmation({ email, from }: { email: string; from: string | null }) {
  const { resend, captcha } = useResend(from);
  return (
    <>
      {captcha}
      <button type="button" className="button" disabled={resend.isPending} onClick={() => resend.mutate({ email })}>
        Send the link again
      </button>
    </>
  );
}
