import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import s from '../../features/people/auth/auth.module.css';
import { Sheet } from '../../features/people/auth/auth-form.tsx';
import { ConfirmCode } from '../../features/people/auth/confirm-code.tsx';
import { GoTo, useOrigin, useTypedEmail } from '../../session/gates.tsx';
import { SignInForm } from '../../features/people/auth/sign-in-form.tsx';
import { SignUpForm } from '../../features/people/auth/sign-up-form.tsx';
import { useSession } from '../../session/session.ts';
import { afterSignIn, stateFrom } from '../../session/where-next.ts';
import { Loading } from '../../ui/loading.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const TABS = ['Sign In', 'Sign Up'] as const;

export function AuthPage() {
  const session = useSession();
  const from = useOrigin();
  const known = useTypedEmail();
  const [tab, setTab] = useState<(typeof TABS)[number]>('Sign In');
  const [created, setCreated] = useState<string>();
  if (session.status === 'loading') return <Loading />;
  const next = afterSignIn(session, from);
  if (next) return <GoTo {...next} />;
  if (session.status === 'signed_in') return <Loading />;
  return (
    <Sheet title={tab === 'Sign In' ? 'Sign in' : 'Sign up'}>
      <Tabs label="Account" names={TABS} chosen={tab} onChoose={setTab}>
        {created && tab === 'Sign In' && (
          <>
            <output className={s.notice}>
              Account created. We sent a link and a code to {created}. Open the link, or enter the code here.
            </output>
            <ConfirmCode email={created} />
          </>
        )}
        {tab === 'Sign In' ? (
          <SignInForm from={from} known={created ?? known} isQuiet={created !== undefined} />
        ) : (
          <SignUpForm
            from={from}
            known={known}
            onDone={(email) => {
              setCreated(email);
              setTab('Sign In');
            }}
          />
        )}
      </Tabs>
      <p className={s.links}>
        <Link to="/login" state={stateFrom(from)}>
          Use Google instead
        </Link>
        <Link to="/confirm" state={stateFrom(from)}>
          Enter a code
        </Link>
        <Link to="/">Back to home</Link>
      </p>
    </Sheet>
  );
}
