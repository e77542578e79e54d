import { useSyncExternalStore } from 'react';
import { textOfError } from '../../../../session/auth-error-text.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { showToast } from '../../../../ui/toast.ts';
import { useAuthAction } from '../account/account.queries.ts';
import { knowsPasskeys } from '../factors/passkeys.ts';

const never = () => () => undefined;

/** Says whether the browser knows passkeys. Returns false on the server and while the page hydrates. */
function useIsReady(): boolean {
  return useSyncExternalStore(never, knowsPasskeys, () => false);
}

/** `take` returns the token of the form's Turnstile. */
export function PasskeyButton({ take }: { take: () => { captchaToken?: string } }) {
  const isReady = useIsReady();
  const signIn = useAuthAction(({ auth, must }) => must(auth.signInWithPasskey({ options: take() })), {
    done: () => showToast({ title: 'Welcome back!' }),
  });
  if (!isReady) return null;
  return (
    <>
      <Alert>{signIn.error && textOfError(signIn.error)}</Alert>
      <button type="button" className="button" disabled={signIn.isPending} onClick={() => signIn.mutate()}>
        {signIn.isPending ? 'Waiting for your device…' : 'Use a passkey'}
      </button>
    </>
  );
}
