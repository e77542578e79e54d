import * as v from 'valibot';
import { Field } from '../../../../ui/fields/field.tsx';
import { useForm } from '../../../../use-form.ts';
import { useAuthAction } from '../account/account.queries.ts';
import { askAuth } from '../ask-auth.ts';
import { AuthForm } from '../auth-form.tsx';
import s from '../auth.module.css';

const RecoveryCode = v.object({ code: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter one of your recovery codes')) });

export function RecoveryCodeSignIn() {
  const use = useAuthAction(async ({ auth, must }, { code }: { code: string }) => {
    const tokens = await askAuth<{ access_token: string; refresh_token: string }>('/auth/v1/recovery-codes/verify', {
      code,
    }).catch(explain);
    await must(auth.setSession(tokens));
  });
  const form = useForm({ schema: RecoveryCode, initial: { code: '' }, mutation: use });
  return (
    <details className={s.other}>
      <summary>Use a recovery code</summary>
      <AuthForm form={form} label="Use the code" busyLabel="Checking…" isQuiet>
        <Field
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          required
          {...form.field('code')}
        />
      </AuthForm>
    </details>
  );
}

/** The usual error text says to use the newest code. That does not fit recovery codes, so they have their own text. */
function explain(error: Error & { code?: string }): never {
  throw error.code === 'mfa_verification_failed' ? Object.assign(error, { code: 'wrong_recovery_code' }) : error;
}
