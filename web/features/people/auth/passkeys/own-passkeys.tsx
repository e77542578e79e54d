import { queryOptions, useQuery } from '@tanstack/react-query';
import { textOfError } from '../../../../session/auth-error-text.ts';
import { openAuth } from '../../../../session/browser-session.ts';
import { shortTime } from '../../../../admin-ui/date-time.tsx';
import { Alert } from '../../../../ui/alert.tsx';
import { showToast } from '../../../../ui/toast.ts';
import { useAuthAction } from '../account/account.queries.ts';
import s from '../auth.module.css';
import { knowsPasskeys } from '../factors/passkeys.ts';
import { addPasskey } from './add-passkey.ts';

const passkeysQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['account', user_id, 'passkeys'],
    queryFn: async () => {
      const { auth, must } = await openAuth();
      return must(auth.passkey.list());
    },
    staleTime: 10_000,
  });

export function OwnPasskeys({ userId }: { userId: string }) {
  const { data: passkeys = [], error } = useQuery(passkeysQuery(userId));
  const add = useAuthAction(addPasskey, {
    done: () => showToast({ title: 'Passkey added', text: 'You can now sign in with it, without your password.' }),
  });
  const remove = useAuthAction(({ auth, must }, passkeyId: string) => must(auth.passkey.delete({ passkeyId })), {
    failed: 'Error',
    done: () => showToast({ title: 'Passkey removed', text: 'You can also delete it in the settings of your device.' }),
  });
  return (
    <>
      <p className="muted">Sign in with your face, fingerprint or screen lock instead of a password.</p>
      <Alert>{error && textOfError(error)}</Alert>
      <ul className={s.rows} hidden={passkeys.length === 0}>
        {passkeys.map(({ id, friendly_name = 'Passkey', created_at, last_used_at }) => (
          <li key={id}>
            <span>
              <b>{friendly_name}</b>
              <small className="muted">
                {last_used_at ? `Last used ${shortTime(last_used_at)}` : `Added ${shortTime(created_at)}`}
              </small>
            </span>
            <button
              type="button"
              className="button"
              disabled={remove.isPending}
              aria-label={`Remove ${friendly_name}`}
              onClick={() => remove.mutate(id)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <Alert>{add.error && textOfError(add.error)}</Alert>
      {knowsPasskeys() ? (
        <button type="button" className="button" disabled={add.isPending} onClick={() => add.mutate()}>
          {add.isPending ? 'Waiting for your device…' : 'Add a passkey on this device'}
        </button>
      ) : (
        <p className="muted">This browser doesn’t support passkeys. Open this page in another browser to add one.</p>
      )}
    </>
  );
}
