import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { textOfError } from '../session/auth-error-text.ts';
import { accountQuery } from '../features/auth/account.queries.ts';
import { Sheet } from '../features/auth/auth-form.tsx';
import s from '../features/auth/auth.module.css';
import { EmailForm } from '../features/auth/email-form.tsx';
import { ReminderSwitch } from '../features/plans/reminder-switch.tsx';
import { RequireSignedIn } from '../session/gates.tsx';
import { IdentityList } from '../features/auth/identity-list.tsx';
import { NameForm } from '../features/auth/name-form.tsx';
import { PasswordForm } from '../features/auth/password-form.tsx';
import { PhoneCode } from '../features/auth/phone-code.tsx';
import { ProofDialog } from '../features/auth/proof-dialog.tsx';
import { ResaleLinks } from '../features/resale/resale-links.tsx';
import { SignOutButton, SignOutElsewhere } from '../features/auth/sign-out-buttons.tsx';
import { TwoFactorSetup } from '../features/auth/two-factor-setup.tsx';
import { type SessionUser, useSession } from '../session/session.ts';
import { Alert } from '../ui/alert.tsx';

/** The own account. */
export function AccountPage() {
  const session = useSession();
  return <RequireSignedIn>{session.status === 'signed_in' && <Account user={session.user} />}</RequireSignedIn>;
}

function Account({ user }: { user: SessionUser }) {
  const { data: fresh, error } = useQuery(accountQuery(user.id));
  return (
    <Sheet title="Account">
      <dl className={s.facts}>
        <dt>Email</dt>
        <dd>{user.email}</dd>
        {user.name && (
          <>
            <dt>Name</dt>
            <dd>{user.name}</dd>
          </>
        )}
        <dt>User ID</dt>
        <dd className={s.key}>{user.id}</dd>
      </dl>
      <ResaleLinks userId={user.id} />
      <SignOutButton />
      <Alert>{error && textOfError(error)}</Alert>
      <ProofDialog email={user.email} />
      {fresh && (
        <>
          <Part title="Name">
            <NameForm key={user.name} name={user.name} />
          </Part>
          <Part title="Password">
            <PasswordForm email={user.email} isQuiet />
          </Part>
          <Part title="Email">
            <EmailForm email={user.email} pending={fresh.new_email} />
          </Part>
          {fresh.new_phone && (
            <Part title="Phone">
              <PhoneCode phone={fresh.new_phone} />
            </Part>
          )}
          <Part title="Ways to sign in">
            <IdentityList identities={fresh.identities ?? []} />
          </Part>
          <Part title="Two-factor">
            <TwoFactorSetup userId={user.id} factors={fresh.factors ?? []} />
          </Part>
          <Part title="Reminders">
            <ReminderSwitch userId={user.id} />
          </Part>
          <Part title="Sign out elsewhere">
            <SignOutElsewhere />
          </Part>
        </>
      )}
    </Sheet>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={s.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
