import type { Factor } from '../../session/auth.client.ts';
import { showToast } from '../../ui/toast.ts';
import { useAuthAction } from './account.queries.ts';
import s from './auth.module.css';
import { CodeForm } from './code-form.tsx';

const NAME = 'Authenticator app';

/** The second factor of the account: shows it, removes it, or sets one up. */
export function TwoFactorSetup({ factors }: { factors: readonly Factor[] }) {
  const enrol = useAuthAction(
    async ({ auth, must }) => {
      // An unfinished set-up would keep the name.
      const left = factors.filter(({ status, factor_type }) => status !== 'verified' && factor_type === 'totp');
      for (const { id } of left) await must(auth.mfa.unenroll({ factorId: id }));
      return must(auth.mfa.enroll({ factorType: 'totp', friendlyName: NAME }));
    },
    { failed: 'Error' },
  );
  const verify = useAuthAction(
    ({ auth, must }, { code }: { code: string }) => must(auth.mfa.challengeAndVerify({ factorId: enrol.data!.id, code })),
    {
      done: () => {
        enrol.reset();
        showToast({ title: 'Two-factor is on', text: 'From now on we ask for a code when you sign in.' });
      },
    },
  );
  const remove = useAuthAction(({ auth, must }, id: string) => must(auth.mfa.unenroll({ factorId: id })), {
    failed: 'Error',
    done: () => showToast({ title: 'Two-factor is off' }),
  });
  const verified = factors.filter(({ status }) => status === 'verified');
  const offered = enrol.data;
  if (offered) {
    return (
      <>
        <p>Scan this with your authenticator app, then enter the code it shows.</p>
        <img className={s.qr} src={offered.totp.qr_code} alt="QR code for your authenticator app" width="220" height="220" />
        <p>
          No camera? Enter this key: <code className={s.key}>{offered.totp.secret}</code>
        </p>
        <CodeForm label="Turn on" verify={verify} />
        <button type="button" className="button" onClick={() => enrol.reset()}>
          Cancel
        </button>
      </>
    );
  }
  return verified.length > 0 ? (
    <ul className={s.rows}>
      {verified.map((factor) => (
        <li key={factor.id}>
          <b>{factor.friendly_name ?? (factor.factor_type === 'phone' ? 'Phone' : NAME)}</b>
          <button type="button" className="button" disabled={remove.isPending} onClick={() => remove.mutate(factor.id)}>
            Remove
          </button>
        </li>
      ))}
    </ul>
  ) : (
    <>
      <p className="muted">A code from your phone, beside your password.</p>
      <button type="button" className="button" disabled={enrol.isPending} onClick={() => enrol.mutate()}>
        Set up two-factor
      </button>
    </>
  );
}
