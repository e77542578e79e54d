import { showToast } from '../../../../ui/toast.ts';
import { Field } from '../../../../ui/fields/field.tsx';
import { useForm } from '../../../../use-form.ts';
import { useAuthAction } from './account.queries.ts';
import { AuthForm } from '../auth-form.tsx';
import s from '../auth.module.css';
import { CodeForm } from '../code-form.tsx';
import { EmailOnly } from '../credentials.ts';
import { verifyCode } from '../verify-code.ts';

/** Changes the email address. The new address and the old one, if any, must be confirmed by mailed links or codes. */
export function EmailForm({ email, pending }: { email: string; pending: string | undefined }) {
  const change = useAuthAction(
    ({ auth, must }, { email: wanted }: { email: string }) =>
      must(auth.updateUser({ email: wanted }, { emailRedirectTo: `${location.origin}/account` })),
    { done: () => form.reset({ email: '' }) },
  );
  const form = useForm({ schema: EmailOnly, initial: { email: '' }, mutation: change, checksOnLeave: true });
  return (
    <>
      {pending && (
        <>
          <output className={s.notice}>
            We sent a link and a code to {email ? 'your address and to ' : ''}
            {pending}. Open {email ? 'both links' : 'the link'}, or enter {email ? 'both codes' : 'the code'} here, to
            finish the change.
          </output>
          {[email, pending].filter(Boolean).map((address) => (
            <ChangeCode key={address} address={address} />
          ))}
        </>
      )}
      <AuthForm form={form} isQuiet label="Change email" busyLabel="Sending…">
        <Field label="New email" type="email" autoComplete="email" required {...form.field('email')} />
      </AuthForm>
    </>
  );
}

function ChangeCode({ address }: { address: string }) {
  const verify = useAuthAction(
    async (given, { code }: { code: string }) => {
      const { session } = await verifyCode(given, { email: address, token: code, type: 'email_change' });
      return session !== null;
    },
    {
      done: (isChanged) =>
        showToast(
          isChanged
            ? { title: 'Email changed' }
            : { title: 'This address is confirmed', text: 'Now enter the code we emailed to your other address.' },
        ),
    },
  );
  if (verify.isSuccess) return <p className="muted">{address} is confirmed.</p>;
  return <CodeForm label={`Confirm ${address}`} fieldLabel={`Code sent to ${address}`} verify={verify} isQuiet />;
}
