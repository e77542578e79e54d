import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { textOfCode } from '../session/auth-error-text.ts';
import { AuthForm, Sheet } from '../features/auth/auth-form.tsx';
import s from '../features/auth/auth.module.css';
import { EmailOnly } from '../features/auth/credentials.ts';
import { GoTo } from '../session/gates.tsx';
import { useResend } from '../features/auth/resend-confirmation.tsx';
import { useSession } from '../session/session.ts';
import { HOME, type Outcome } from '../session/where-next.ts';
import { Field } from '../ui/field.tsx';
import { useForm } from '../use-form.ts';

const TITLES: Record<Outcome['kind'], string> = {
  signup: 'Email confirmed',
  email_change: 'Email changed',
  half: 'One more link',
  failed: 'That link did not work',
};

/** Tells what a mail link did: the account is confirmed, the address is changed, or the link was too old. */
export function ConfirmPage() {
  const session = useSession();
  const router = useRouter();
  // Read when this page opens. While it is left, the state is already that of another page.
  const [outcome] = useState(() => router.latestLocation.state.outcome);
  if (!outcome) return <GoTo {...HOME} />;
  const email = session.status === 'signed_in' ? session.user.email : null;
  return (
    <Sheet title={TITLES[outcome.kind]}>
      {outcome.kind === 'failed' && <Failed error_code={outcome.error_code} />}
      {outcome.kind === 'half' && <p>This address is confirmed. Now open the link that we sent to your other address.</p>}
      {outcome.kind === 'signup' && <p>{email ? `You are signed in as ${email}.` : 'You can sign in now.'}</p>}
      {outcome.kind === 'email_change' && <p>{email ? `You sign in with ${email} from now on.` : 'You can sign in with it now.'}</p>}
      <p className={s.row}>
        <Link to="/events" className="button primary">
          Browse Events
        </Link>
        <Link to={email ? '/account' : '/auth'} className="button">
          {email ? 'Account' : 'Sign In'}
        </Link>
      </p>
    </Sheet>
  );
}

function Failed({ error_code }: { error_code: string }) {
  const { resend, captcha } = useResend();
  const form = useForm({ schema: EmailOnly, initial: { email: '' }, mutation: resend, checksOnLeave: true });
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
