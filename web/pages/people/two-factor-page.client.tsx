import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import type { Factor } from '../../session/auth.client.ts';
import { textOfError } from '../../session/auth-error-text.ts';
import { accountQuery, useAuthAction } from '../../features/people/auth/account/account.queries.ts';
import { Sheet } from '../../features/people/auth/auth-form.tsx';
import { CodeForm } from '../../features/people/auth/code-form.tsx';
import { PasskeySignIn } from '../../features/people/auth/factors/passkey-sign-in.tsx';
import { RecoveryCodeSignIn } from '../../features/people/auth/factors/recovery-code-sign-in.tsx';
import { GoTo, useOrigin } from '../../session/gates.tsx';
import { SignOutButton } from '../../features/people/auth/account/sign-out-buttons.tsx';
import { type SessionUser, useSession } from '../../session/session.ts';
import { afterSecondFactor } from '../../session/where-next.ts';
import { Alert } from '../../ui/alert.tsx';
import { Loading } from '../../ui/loading.tsx';

export function TwoFactorPage() {
  const session = useSession();
  const from = useOrigin();
  if (session.status === 'loading') return <Loading />;
  const next = afterSecondFactor(session, from);
  if (next) return <GoTo {...next} />;
  return session.status === 'signed_in' && session.second_factor ? <Challenge user={session.user} /> : <Loading />;
}

function Challenge({ user }: { user: SessionUser }) {
  const { data, error } = useQuery(accountQuery(user.id));
  const factors = data?.factors?.filter(({ status }) => status === 'verified');
  if (!factors && !error) return <Loading />;
  return (
    <Sheet title="Second factor">
      <Alert>{error && textOfError(error)}</Alert>
      {factors?.map((factor) => {
        const By = STEPS[factor.factor_type];
        return By && <By key={factor.id} factor={factor} />;
      })}
      <RecoveryCodeSignIn />
      <SignOutButton />
    </Sheet>
  );
}

function ByApp({ factor }: { factor: Factor }) {
  const verify = useAuthAction(({ auth, must }, { code }: { code: string }) =>
    must(auth.mfa.challengeAndVerify({ factorId: factor.id, code })),
  );
  return (
    <>
      <p className="muted">Enter the code that your authenticator app shows for Vouch.</p>
      <CodeForm label="Continue" verify={verify} />
    </>
  );
}

function ByPhone({ factor }: { factor: Factor }) {
  const [challenge, setChallenge] = useState<string>();
  const send = useAuthAction(({ auth, must }) => must(auth.mfa.challenge({ factorId: factor.id, channel: 'sms' })), {
    failed: 'Error',
    done: ({ id }) => setChallenge(id),
  });
  const verify = useAuthAction(({ auth, must }, { code }: { code: string }) =>
    must(auth.mfa.verify({ factorId: factor.id, challengeId: challenge!, code })),
  );
  if (!challenge) {
    return (
      <button type="button" className="button primary" disabled={send.isPending} onClick={() => send.mutate()}>
        Send me a code by text message
      </button>
    );
  }
  return <CodeForm label="Continue" verify={verify} />;
}

const STEPS: Partial<Record<string, ComponentType<{ factor: Factor }>>> = {
  totp: ByApp,
  phone: ByPhone,
  webauthn: PasskeySignIn,
};
