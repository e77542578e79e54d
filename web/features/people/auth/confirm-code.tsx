import { showToast } from '../../../ui/toast.ts';
import { useAuthAction } from './account/account.queries.ts';
import { CodeForm } from './code-form.tsx';
import { verifyCode } from './verify-code.ts';

export function ConfirmCode({ email, isQuiet = false }: { email: string; isQuiet?: boolean }) {
  const verify = useAuthAction(
    (given, { code }: { code: string }) => verifyCode(given, { email, token: code, type: 'signup' }),
    {
      done: () => showToast({ title: 'Email confirmed', text: 'You are signed in.' }),
    },
  );
  return <CodeForm label="Confirm" verify={verify} isQuiet={isQuiet} />;
}
