import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSignIn } from '../../session/sign-in-link.tsx';

export function Invitation({ title, children }: { title: string; children: string }) {
  const signIn = useSignIn();
  return (
    <section className="wrap message">
      <h1>{title}</h1>
      <p>{children}</p>
      <p className="row">
        <button type="button" className="button primary" onClick={signIn}>
          Sign in
        </button>
      </p>
    </section>
  );
}

export function LinkMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="wrap message">
      <h1>{title}</h1>
      <output>{children}</output>
      <p className="row">
        <Link to="/my-tickets" className="button">
          My tickets
        </Link>
      </p>
    </section>
  );
}
