import type { Factor } from '../../../../session/auth.client.ts';
import { showToast } from '../../../../ui/toast.ts';
import { useAuthAction } from '../account/account.queries.ts';
import s from '../auth.module.css';
import { CodeForm } from '../code-form.tsx';
import { CopyButton } from '../copy-button.tsx';
import { PasskeySetup } from './passkey-setup.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const NAME = 'Authenticator app';
const KINDS: Partial<Record<string, string>> = { totp: NAME, phone: 'Phone', webauthn: 'Passkey' };

export function TwoFactorSetup({ userId, factors }: { userId: string; factors: readonly Factor[] }) {
  const enroll = useAuthAction(
    async ({ auth, must }) => {
      // A person cannot have two factors with one name, so a factor of an unfinished set-up is removed first.
      const left = factors.filter(({ status, factor_type }) => status !== 'verified' && factor_type === 'totp');
      for (const { id } of left) await must(auth.mfa.unenroll({ factorId: id }));
      return must(auth.mfa.enroll({ factorType: 'totp', friendlyName: NAME }));
    },
    { failed: 'Error' },
  );
  const verify = useAuthAction(
    ({ auth, must }, { code }: { code: string }) =>
      must(auth.mfa.challengeAndVerify({ factorId: enroll.data!.id, code })),
    {
      done: () => {
        enroll.reset();
        showToast({ title: 'Two-factor is on', text: 'From now on we’ll ask for a code when you sign in.' });
      },
    },
  );
  const verified = factors.filter(({ status }) => status === 'verified');
  const remove = useAuthAction(({ auth, must }, id: string) => must(auth.mfa.unenroll({ factorId: id })), {
    failed: 'Error',
    done: () => showToast({ title: verified.length > 1 ? 'Second factor removed' : 'Two-factor is off' }),
  });
  const enrolled = enroll.data;
  if (enrolled) {
    return (
      <>
        <p>Scan this with the authenticator app on your phone, then enter the code it shows.</p>
        <img
          className={s.qr}
          src={enrolled.totp.qr_code}
          alt="QR code for your authenticator app"
          width="220"
          height="220"
        />
        <p>
          Is the app on this device? Open it here, or enter this key in it:{' '}
          <code className={s.key}>{enrolled.totp.secret}</code>
        </p>
        <div className={s.row}>
          <a className="button" href={enrolled.totp.uri}>
            Open in your authenticator app
          </a>
          <CopyButton text={enrolled.totp.secret} label="Copy the key" />
        </div>
        <CodeForm label="Turn on" verify={verify} />
        <button type="button" className="button" onClick={() => enroll.reset()}>
          Cancel
        </button>
      </>
    );
  }
  return (
    <>
      {verified.length === 0 && (
        <p className="muted">A second step after your password: a code from your phone, or a passkey.</p>
      )}
      <ul className={s.rows} hidden={verified.length === 0}>
        {verified.map(({ id, factor_type, friendly_name }) => (
          <li key={id}>
            <span>
              <b>{friendly_name ?? KINDS[factor_type]}</b>
              {friendly_name !== KINDS[factor_type] && <small className="muted">{KINDS[factor_type]}</small>}
            </span>
            <button type="button" className="button" disabled={remove.isPending} onClick={() => remove.mutate(id)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      {!verified.some(({ factor_type }) => factor_type === 'totp') && (
        <button type="button" className="button" disabled={enroll.isPending} onClick={() => enroll.mutate()}>
          Set up two-factor
        </button>
      )}
      <PasskeySetup factors={factors} />
      {verified.length > 0 && <RecoveryCodes userId={userId} />}
    </>
  );
}
