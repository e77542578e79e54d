import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { openAuth } from '../../../../session/browser-session.ts';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { useForm } from '../../../../use-form.ts';
import { useAuthAction } from '../account/account.queries.ts';
import { onQuestion, openQuestion } from './ask-for-proof.ts';
import { AuthForm } from '../auth-form.tsx';
import s from '../auth.module.css';
import { CodeForm } from '../code-form.tsx';

export function ProofDialog({ email }: { email: string }) {
  const answer = useSyncExternalStore(onQuestion, openQuestion, () => null);
  return answer && <ProofForm email={email} answer={answer} />;
}

const CurrentPassword = v.object({ current_password: v.pipe(v.string(), v.nonEmpty('Enter your password')) });

function ProofForm({ email, answer }: { email: string; answer: (isProven: boolean) => void }) {
  const done = () => answer(true);
  const prove = useAuthAction(({ auth, must }, proof: { current_password: string }) => must(auth.updateUser(proof)), {
    done,
  });
  const send = useAuthAction(({ auth, must }) => must(auth.reauthenticate()), { failed: 'Error' });
  const enter = useAuthAction(({ auth, must }, { code }: { code: string }) => must(auth.updateUser({ nonce: code })), {
    done,
  });
  const form = useForm({ schema: CurrentPassword, initial: { current_password: '' }, mutation: prove });
  return (
    <Dialog title="Confirm it’s you" onClose={() => answer(false)}>
      {send.isSuccess ? (
        <>
          <p>We sent a code to {email || 'your phone'}.</p>
          <CodeForm label="Continue" verify={enter} />
        </>
      ) : (
        <>
          <AuthForm form={form} label="Continue" busyLabel="Checking…">
            <input hidden readOnly type="email" autoComplete="username" value={email} />
            <Field
              label="Enter your password"
              type="password"
              autoComplete="current-password"
              required
              {...form.field('current_password')}
            />
          </AuthForm>
          <button type="button" className="button" disabled={send.isPending} onClick={() => send.mutate()}>
            Send me a code
          </button>
        </>
      )}
      <p className={s.links}>
        <Link to="/login" state={{ from: location.pathname }} onClick={() => void signOutHere()}>
          Sign in again
        </Link>
      </p>
    </Dialog>
  );
}

/** A person who has no password and can get no code proves who they are by signing in again. */
async function signOutHere(): Promise<void> {
  const { auth } = await openAuth();
  await auth.signOut({ scope: 'local' });
}
