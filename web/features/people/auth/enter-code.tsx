import { useNavigate } from '@tanstack/react-router';
import type { Auth } from '../../../session/browser-session.ts';
import { useTypedEmail } from '../../../session/gates.tsx';
import { toNewPassword } from '../../../session/where-next.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { useForm } from '../../../use-form.ts';
import { useAuthAction } from './account/account.queries.ts';
import { AuthForm } from './auth-form.tsx';
import { CodeField } from './code-form.tsx';
import { AddressAndCode } from './credentials.ts';
import { verifyCode } from './verify-code.ts';

/**
 * Signs in with the code from a mail or text message. If the sign-up began in another browser, the password of the
 * sign-up is dropped, and the page for a new password opens. Other code must not navigate while `onBusy` reports true.
 */
export function EnterCode({ from, onBusy }: { from: string | null; onBusy: (isBusy: boolean) => void }) {
  const navigate = useNavigate();
  const known = useTypedEmail();
  const verify = useAuthAction(async (given, { address, code }: { address: string; code: string }) => {
    const sent = address.includes('@')
      ? ({ email: address, type: 'email' } as const)
      : ({ phone: address, type: 'sms' } as const);
    onBusy(true);
    try {
      await verifyCode(given, { ...sent, token: code });
      if (await lacksPassword(given)) await navigate({ href: toNewPassword(from), replace: true });
    } finally {
      onBusy(false);
    }
  });
  const form = useForm({
    schema: AddressAndCode,
    initial: { address: known, code: '' },
    mutation: verify,
    checksOnLeave: true,
  });
  return (
    <AuthForm form={form} label="Continue" busyLabel="Checking…">
      <Field
        label="Email or phone number"
        autoComplete="username"
        autoCapitalize="none"
        required
        {...form.field('address')}
      />
      <CodeField label="Code" {...form.field('code')} change={(code) => form.change({ code })} />
    </AuthForm>
  );
}

/** Says whether the session began as a recovery, which means that the sign-up's password was dropped. */
async function lacksPassword({ auth }: Auth): Promise<boolean> {
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  return (
    data?.currentAuthenticationMethods.some((each) => (typeof each === 'string' ? each : each.method) === 'recovery') ??
    false
  );
}
