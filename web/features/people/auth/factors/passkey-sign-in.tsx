import type { Factor } from '../../../../session/auth.client.ts';
import { textOfError } from '../../../../session/auth-error-text.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { useAuthAction } from '../account/account.queries.ts';
import { answerByPasskey, knowsPasskeys } from './passkeys.ts';

export function PasskeySignIn({ factor }: { factor: Factor }) {
  const use = useAuthAction((given) => answerByPasskey(given, factor.id));
  const name = factor.friendly_name ?? 'your passkey';
  if (!knowsPasskeys()) {
    return (
      <p className="muted">
        This browser doesn’t support passkeys. Sign in with the browser or device that has {name}.
      </p>
    );
  }
  return (
    <>
      <Alert>{use.error && textOfError(use.error)}</Alert>
      <button type="button" className="button primary" disabled={use.isPending} onClick={() => use.mutate()}>
        {use.isPending ? 'Waiting for your device…' : `Use ${name}`}
      </button>
    </>
  );
}
