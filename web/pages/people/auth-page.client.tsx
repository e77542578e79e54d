import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import s from '../../features/people/auth/auth.module.css';
import { Sheet } from '../../features/people/auth/auth-form.tsx';
import { ConfirmCode } from '../../features/people/auth/confirm-code.tsx';
import { GoTo, useOrigin, useTypedEmail } from '../../session/gates.tsx';
import { SignInForm } from '../../features/people/auth/sign-in-form.tsx';
import { SignUpForm } from '../../features/people/auth/sign-up-form.tsx';
import { useSession } from '../../session/session.ts';
import { afterSignIn, stateFrom } from '../../session/where-next.ts';
import { Loading } from '../../ui/loading.tsx';

const TABS = { 'Sign In': 'tab-sign-in', 'Sign Up': 'tab-sign-up' };
type Tab = keyof typeof TABS;

/** Sign in or sign up with email and password. A signed-in person goes on to the next page. */
export function AuthPage() {
  const session = useSession();
  const from = useOrigin();
  const known = useTypedEmail();
  const [tab, setTab] = useState<Tab>('Sign In');
  const [created, setCreated] = useState<string>();
  if (session.status === 'loading') return <Loading />;
  const next = afterSignIn(session, from);
  if (next) return <GoTo {...next} />;
  if (session.status === 'signed_in') return <Loading />;
  const onArrow = ({ key }: KeyboardEvent) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const other: Tab = tab === 'Sign In' ? 'Sign Up' : 'Sign In';
    setTab(other);
    document.getElementById(TABS[other])?.focus();
  };
  return (
    <Sheet title={tab === 'Sign In' ? 'Sign in' : 'Sign up'}>
      <div className={s.tabs} role="tablist" tabIndex={-1} aria-label="Account" onKeyDown={onArrow}>
        {(Object.keys(TABS) as Tab[]).map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={TABS[name]}
            aria-selected={tab === name}
            aria-controls="auth-panel"
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id="auth-panel" className={s.panel} role="tabpanel" aria-labelledby={TABS[tab]}>
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
      </div>
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
