import { useNavigate } from '@tanstack/react-router';
import { useTypedEmail } from '../../session/gates.tsx';
import { toNewPassword } from '../../session/where-next.ts';
import { Field } from '../../ui/field.tsx';
import { useForm } from '../../use-form.ts';
import { useAuthAction } from './account.queries.ts';
import { AuthForm } from './auth-form.tsx';
import { CodeField } from './code-form.tsx';
import { EmailAndCode } from './credentials.ts';
import { verifyCode } from './verify-code.ts';

/**
 * Takes the code of a mail together with the address that it was sent to, and signs the person in. If the code belongs to a sign-up in
 * another browser, its password is not applied, so the person chooses a new one.
 */
export function EnterCode({ from }: { from: string | null }) {
  const navigate = useNavigate();
  const known = useTypedEmail();
  const verify = useAuthAction(
    async (given, { email, code }: { email: string; code: string }) => {
      await verifyCode(given, { email, token: code, type: 'email' });
      const { data } = await given.auth.mfa.getAuthenticatorAssuranceLevel();
      return data?.currentAuthenticationMethods.some((each) => (typeof each === 'string' ? each : each.method) === 'recovery') ?? false;
    },
    { done: (needsPassword) => void (needsPassword && navigate({ href: toNewPassword(from), replace: true })) },
  );
  const form = useForm({ schema: EmailAndCode, initial: { email: known, code: '' }, mutation: verify, checksOnLeave: true });
  return (
    <AuthForm form={form} label="Continue" busyLabel="Checking…">
      <Field label="Email" type="email" autoComplete="email" required {...form.field('email')} />
      <CodeField label="Code" {...form.field('code')} change={(code) => form.change({ code })} />
    </AuthForm>
  );
}
