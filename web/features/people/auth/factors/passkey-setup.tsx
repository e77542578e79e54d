import type { Factor } from '../../../../session/auth.client.ts';
import { Field } from '../../../../ui/fields/field.tsx';
import { showToast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../use-form.ts';
import { useAuthAction } from '../account/account.queries.ts';
import { AuthForm } from '../auth-form.tsx';
import { PasskeyName } from '../credentials.ts';
import { answerByPasskey, knowsPasskeys } from './passkeys.ts';

export function PasskeySetup({ factors }: { factors: readonly Factor[] }) {
  const add = useAuthAction(
    async (given, { name }: { name: string }) => {
      const { auth, must } = given;
      // A factor left from an unfinished set-up would block the name.
      const left = factors.filter(({ status, factor_type }) => status !== 'verified' && factor_type === 'webauthn');
      for (const { id } of left) await must(auth.mfa.unenroll({ factorId: id }));
      const { id } = await must(auth.mfa.enroll({ factorType: 'webauthn', friendlyName: name }));
      await answerByPasskey(given, id).catch(async (error: unknown) => {
        await auth.mfa.unenroll({ factorId: id });
        throw error;
      });
    },
    {
      done: () => {
        form.reset({ name: '' });
        showToast({ title: 'Passkey added', text: 'From now on we’ll ask for it when you sign in.' });
      },
    },
  );
  const form = useForm({ schema: PasskeyName, initial: { name: '' }, mutation: add });
  if (!knowsPasskeys())
    return (
      <p className="muted">This browser doesn’t support passkeys. Open this page in another browser to add one.</p>
    );
  return (
    <AuthForm form={form} isQuiet label="Add a passkey" busyLabel="Waiting for your device…">
      <Field label="Name of the passkey" placeholder="My laptop" maxLength={60} required {...form.field('name')} />
    </AuthForm>
  );
}
