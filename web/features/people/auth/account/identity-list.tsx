import { useQuery } from '@tanstack/react-query';
import type { UserIdentity } from '../../../../session/auth.client.ts';
import { showToast } from '../../../../ui/toast.ts';
import { googleQuery, useAuthAction } from './account.queries.ts';
import s from '../auth.module.css';

const NAMES: Record<string, string> = { email: 'Email and password', phone: 'Phone', google: 'Google' };

/** Lists the identities of an account. The last remaining identity cannot be disconnected. */
export function IdentityList({ identities }: { identities: readonly UserIdentity[] }) {
  const unlink = useAuthAction(({ auth, must }, identity: UserIdentity) => must(auth.unlinkIdentity(identity)), {
    failed: 'Error',
    done: () => showToast({ title: 'Disconnected' }),
  });
  const link = useAuthAction(
    ({ auth, must }) =>
      must(auth.linkIdentity({ provider: 'google', options: { redirectTo: `${location.origin}/account` } })),
    { failed: 'Error' },
  );
  const { data: isGoogleOn } = useQuery(googleQuery);
  const ways = identities.toSorted((one, other) => one.provider.localeCompare(other.provider));
  return (
    <>
      <ul className={s.rows}>
        {ways.map((identity) => (
          <li key={identity.identity_id}>
            <span>
              <b>{NAMES[identity.provider] ?? identity.provider}</b>
              <span className="muted">{String(identity.identity_data?.['email'] ?? '')}</span>
            </span>
            {identities.length > 1 && (
              <button
                type="button"
                className="button"
                disabled={unlink.isPending}
                aria-label={`Disconnect ${NAMES[identity.provider] ?? identity.provider}`}
                onClick={() => unlink.mutate(identity)}
              >
                Disconnect
              </button>
            )}
          </li>
        ))}
      </ul>
      {isGoogleOn && !identities.some(({ provider }) => provider === 'google') && (
        <button
          type="button"
          className="button"
          disabled={link.isPending || link.isSuccess}
          onClick={() => link.mutate()}
        >
          Connect Google
        </button>
      )}
    </>
  );
}
