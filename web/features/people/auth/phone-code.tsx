import { showToast } from '../../../ui/toast.ts';
import { useAuthAction } from './account/account.queries.ts';
import { CodeForm } from './code-form.tsx';
import { verifyCode } from './verify-code.ts';

export function PhoneCode({ phone }: { phone: string }) {
  const verify = useAuthAction(
    (given, { code }: { code: string }) => verifyCode(given, { phone, token: code, type: 'phone_change' }),
    {
      done: () => showToast({ title: 'Phone number changed' }),
    },
  );
  return (
    <>
      <p>We sent a code to +{phone}. It works for a minute.</p>
      <CodeForm label="Confirm the number" verify={verify} isQuiet />
    </>
  );
}
