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
 * Takes the code of a mail or a text message together with the address that it was sent to, and signs the person in. If
 * the code belongs to a sign-up in another browser, its password is not applied, so the person is led to the page for a
 * new one. The page must not lead on while `onBusy` says so.
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

/** Whether the code opened the session as a recovery: the password of its sign-up was dropped. */
async function lacksPassword({ auth }: Auth): Promise<boolean> {
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  return (
    data?.currentAuthenticationMethods.some((each) => (typeof each === 'string' ? each : each.method) === 'recovery') ??
    false
  );
}
