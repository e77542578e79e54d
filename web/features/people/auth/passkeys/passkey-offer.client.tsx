import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textOfError } from '../../../../session/auth-error-text.ts';
import { openAuth } from '../../../../session/browser-session.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { showToast } from '../../../../ui/toast.ts';
import { knowsPasskeys } from '../factors/passkeys.ts';
import { addPasskey, answerOffer } from './add-passkey.ts';
import s from './passkey-offer.module.css';

/** Whether this device can check its owner, for example by face, finger or PIN. */
const deviceQuery = {
  queryKey: ['device', 'checks-owner'],
  queryFn: async () => knowsPasskeys() && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable(),
  staleTime: Infinity,
};

export function PasskeyOffer() {
  const { data: checksOwner = false } = useQuery(deviceQuery);
  const [isClosed, setClosed] = useState(false);
  const answer = useMutation({
    mutationFn: async (isWanted: boolean) => {
      const given = await openAuth();
      if (!isWanted) return answerOffer(given);
      await addPasskey(given);
      // Once the answer is stored, this card leaves the page. So a toast says that it worked.
      showToast({ title: 'Passkey added', text: 'Next time, sign in with one tap.' });
    },
    onSuccess: () => setClosed(true),
    onError: (error) => console.warn('The offer of a passkey failed.', error),
  });
  if (isClosed || !checksOwner) return null;
  return (
    <section className={s.card} aria-labelledby="passkey-offer">
      <h2 id="passkey-offer">Sign in with one tap</h2>
      <p>
        Next time, use your face, fingerprint or screen lock instead of a password. You can also add a passkey later on
        your account page.
      </p>
      <Alert>{answer.error && textOfError(answer.error)}</Alert>
      <div className="row">
        <button
          type="button"
          className="button primary"
          disabled={answer.isPending}
          onClick={() => answer.mutate(true)}
        >
          {answer.isPending && answer.variables ? 'Waiting for your device…' : 'Add a passkey'}
        </button>
        <button type="button" className="button" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
          No thanks
        </button>
      </div>
    </section>
  );
}
