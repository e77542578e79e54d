import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { EnterCode } from '../../features/people/auth/enter-code.tsx';
import { textOfCode } from '../../session/auth-error-text.ts';
import { AuthForm, Sheet } from '../../features/people/auth/auth-form.tsx';
import s from '../../features/people/auth/auth.module.css';
import { EmailOnly } from '../../features/people/auth/credentials.ts';
import { GoTo, useOrigin, useTypedEmail } from '../../session/gates.tsx';
import { useResend } from '../../features/people/auth/resend-confirmation.tsx';
import { useSession } from '../../session/session.ts';
import { afterSignIn, type Outcome, stateFrom } from '../../session/where-next.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useForm } from '../../use-form.ts';

const TITLES: Record<Outcome['kind'], string> = {
  signup: 'Email confirmed',
  email_change: 'Email changed',
  half: 'One more link',
  failed: 'That link didn’t work',
};

export function ConfirmPage() {
  const router = useRouter();
  // Read once on opening, because `router` has the state of the next page as soon as this page is left.
  const [outcome] = useState(() => router.latestLocation.state.outcome);
  return outcome ? <LinkOutcome outcome={outcome} /> : <SentCode />;
}

function LinkOutcome({ outcome }: { outcome: Outcome }) {
  const session = useSession();
  const from = useOrigin();
  const email = session.status === 'signed_in' ? session.user.email : null;
  return (
    <Sheet title={TITLES[outcome.kind]}>
      {outcome.kind === 'failed' && <Failed error_code={outcome.error_code} from={from} />}
      {outcome.kind === 'half' && (
        <p>This address is confirmed. Now open the link that we sent to your other address.</p>
      )}
      {outcome.kind === 'signup' && <p>{email ? `You are signed in as ${email}.` : 'You can sign in now.'}</p>}
      {outcome.kind === 'email_change' && (
        <p>{email ? `From now on, sign in with ${email}.` : 'You can sign in with it now.'}</p>
      )}
      <p className={s.row}>
        {email && from ? (
          <a href={from} className="button primary">
            Back to where you were
          </a>
        ) : (
          <Link to="/events" className="button primary">
            Browse Events
          </Link>
        )}
        <Link to={email ? '/account' : '/auth'} state={email ? {} : stateFrom(from)} className="button">
          {email ? 'Account' : 'Sign In'}
        </Link>
      </p>
    </Sheet>
  );
}

function SentCode() {
  const session = useSession();
  const from = useOrigin();
  // While the form checks a code, this page does not navigate: the form may open the page for a new password.
  const [isBusy, setBusy] = useState(false);
  if (session.status === 'loading') return <Loading />;
  const next = afterSignIn(session, from);
  if (next && !isBusy) return <GoTo {...next} />;
  if (session.status === 'signed_in' && !isBusy) return <Loading />;
  return (
    <Sheet title="Enter your code">
      <p className="muted">
        Enter the code from the email or text message that confirms your address, invites you or signs you in.
      </p>
      <EnterCode from={from} onBusy={setBusy} />
      <p className={s.links}>
        <Link to="/auth" state={stateFrom(from)}>
          Back to sign in
        </Link>
      </p>
    </Sheet>
  );
}

function Failed({ error_code, from }: { error_code: string; from: string | null }) {
  const { resend, captcha } = useResend(from);
  const known = useTypedEmail();
  const form = useForm({ schema: EmailOnly, initial: { email: known }, mutation: resend, checksOnLeave: true });
  return (
    <>
      <p role="alert">{textOfCode(error_code)}</p>
      {error_code === 'otp_expired' && (
        <AuthForm form={form} label="Send a new link" busyLabel="Send a new link">
          <Field label="Email" type="email" autoComplete="email" required {...form.field('email')} />
          {captcha}
        </AuthForm>
      )}
    </>
  );
}
