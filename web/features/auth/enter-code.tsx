import { useNavigate } from '@tanstack/react-router';
import { useTypedEmail } from '../../session/gates.tsx';
import { toNewPassword } from '../../session/where-next.ts';
import { Field } from '../../ui/field.tsx';
import { useForm } from '../../use-form.ts';
import { useAuthAction } from './account.queries.ts';
import { AuthForm } from './auth-form.tsx';
import { CodeField } from './code-form.tsx';
import { AddressAndCode } from './credentials.ts';
import { verifyCode } from './verify-code.ts';

/**
 * Takes the code of a mail or a text message together with the address that it was sent to, and signs the person in. If the code belongs to a sign-up in
 * another browser, its password is not applied, so the person chooses a new one.
 */
export function EnterCode({ from }: { from: string | null }) {
  const navigate = useNavigate();
  const known = useTypedEmail();
  const verify = useAuthAction(
    async (given, { address, code }: { address: string; code: string }) => {
      const sent = address.includes('@') ? ({ email: address, type: 'email' } as const) : ({ phone: address, type: 'sms' } as const);
      await verifyCode(given, { ...sent, token: code });
      const { data } = await given.auth.mfa.getAuthenticatorAssuranceLevel();
      return data?.currentAuthenticationMethods.some((each) => (typeof each === 'string' ? each : each.method) === 'recovery') ?? false;
    },
    { done: (needsPassword) => void (needsPassword && navigate({ href: toNewPassword(from), replace: true })) },
  );
  const form = useForm({ schema: AddressAndCode, initial: { address: known, code: '' }, mutation: verify, checksOnLeave: true });
  return (
    <AuthForm form={form} label="Continue" busyLabel="Checking…">
      <Field label="Email or phone number" autoComplete="username" autoCapitalize="none" required {...form.field('address')} />
      <CodeField label="Code" {...form.field('code')} change={(code) => form.change({ code })} />
    </AuthForm>
  );
}
