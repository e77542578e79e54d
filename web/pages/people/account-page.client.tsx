import { useQuery } from '@tanstack/react-query';
import { AccountPart, type AccountSection, AccountSections } from '../../features/people/account/account-sections.tsx';
import a from '../../features/people/account/account.module.css';
import { OwnData } from '../../features/people/account/own-data.tsx';
import { ProfilePreview } from '../../features/people/account/profile-preview.tsx';
import { accountQuery } from '../../features/people/auth/account/account.queries.ts';
import s from '../../features/people/auth/auth.module.css';
import { EmailForm } from '../../features/people/auth/account/email-form.tsx';
import { IdentityList } from '../../features/people/auth/account/identity-list.tsx';
import { BlockedPeople } from '../../features/people/account/blocked-people.tsx';
import { NameForm } from '../../features/people/auth/account/name-form.tsx';
import { PasswordForm } from '../../features/people/auth/account/password-form.tsx';
import { PhoneCode } from '../../features/people/auth/phone-code.tsx';
import { ProofDialog } from '../../features/people/auth/factors/proof-dialog.tsx';
import { SessionList } from '../../features/people/auth/account/session-list.tsx';
import { SignOutButton } from '../../features/people/auth/account/sign-out-buttons.tsx';
import { OwnPasskeys } from '../../features/people/auth/passkeys/own-passkeys.tsx';
import { TwoFactorSetup } from '../../features/people/auth/factors/two-factor-setup.tsx';
import { useSwitches } from '../../common/launch/use-switches.ts';
import { NoticeSettings } from '../../features/talk/notices/notice-settings.tsx';
import { ReminderSwitch } from '../../features/nights/plans/reminder-switch.tsx';
import { VouchCard } from '../../features/people/vouches/vouch-card.tsx';
import { ResaleLinks } from '../../features/trade/my-tickets/resale-links.tsx';
import { SchoolCard } from '../../features/people/school/school-card.tsx';
import { textOfError } from '../../session/auth-error-text.ts';
import { RequireSignedIn } from '../../session/gates.tsx';
import { type SessionUser, useSession } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';

export function AccountPage() {
  const session = useSession();
  return <RequireSignedIn>{session.status === 'signed_in' && <Account user={session.user} />}</RequireSignedIn>;
}

function Account({ user }: { user: SessionUser }) {
  const switches = useSwitches();
  const sections: AccountSection[] = [
    { id: 'profile', title: 'Profile', content: <Profile user={user} /> },
    { id: 'school', title: 'School', content: <SchoolCard userId={user.id} />, isOn: switches?.school ?? false },
    ...(switches?.push
      ? [{ id: 'notifications', title: 'Notification settings', content: <NoticeSettings userId={user.id} /> }]
      : []),
    ...(switches?.vouches ? [{ id: 'vouches', title: 'Vouches', content: <VouchCard userId={user.id} /> }] : []),
    { id: 'reminders', title: 'Reminders', content: <ReminderSwitch userId={user.id} /> },
    { id: 'blocked', title: 'Blocked people', content: <BlockedPeople userId={user.id} /> },
    { id: 'security', title: 'Sign-in and security', content: <Security user={user} /> },
    { id: 'data', title: 'Your data', content: <OwnData /> },
  ];
  return (
    <div className="wrap">
      <div className={a.head}>
        <h1>Account</h1>
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
        <div className="row">
          <ResaleLinks userId={user.id} />
          <SignOutButton />
        </div>
      </div>
      <ProofDialog email={user.email} />
      <AccountSections sections={sections} />
    </div>
  );
}

function Profile({ user }: { user: SessionUser }) {
  return (
    <>
      <NameForm key={user.name} name={user.name} />
      <AccountPart title="What others see of you">
        <ProfilePreview userId={user.id} name={user.name} />
      </AccountPart>
    </>
  );
}

function Security({ user }: { user: SessionUser }) {
  const session = useSession();
  const isAsked = session.status === 'signed_in' && session.lacks_staff_factor === true;
  const { data: fresh, error } = useQuery(accountQuery(user.id));
  return (
    <>
      <Alert>{error && textOfError(error)}</Alert>
      {fresh && (
        <>
          <AccountPart title="Password">
            <PasswordForm email={user.email} isQuiet />
          </AccountPart>
          <AccountPart title="Email">
            <EmailForm email={user.email} pending={fresh.new_email} />
          </AccountPart>
          {fresh.new_phone && (
            <AccountPart title="Phone">
              <PhoneCode phone={fresh.new_phone} />
            </AccountPart>
          )}
          <AccountPart title="Ways to sign in">
            <IdentityList identities={fresh.identities ?? []} />
          </AccountPart>
          <AccountPart title="Passkeys">
            <OwnPasskeys userId={user.id} />
          </AccountPart>
          <AccountPart title="Two-factor">
            <Alert>
              {isAsked &&
                'Admins need a second factor. Set up a passkey or an authenticator app to open the admin area.'}
            </Alert>
            <TwoFactorSetup userId={user.id} factors={fresh.factors ?? []} />
          </AccountPart>
          <AccountPart title="Where you’re signed in">
            <SessionList userId={user.id} />
          </AccountPart>
        </>
      )}
    </>
  );
}
