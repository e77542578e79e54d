import { useNavigate } from '@tanstack/react-router';
import { BEFORE_SIGN_OUT } from '../../../../session/where-next.ts';
import { showToast } from '../../../../ui/toast.ts';
import { useAuthAction } from './account.queries.ts';
import s from '../auth.module.css';

type Scope = 'local' | 'global' | 'others';

function useSignOut() {
  const navigate = useNavigate();
  return useAuthAction(
    async ({ auth }, scope: Scope) => {
      if (scope !== 'others') await navigate({ to: BEFORE_SIGN_OUT });
      const { error } = await auth.signOut({ scope });
      if (error) throw error;
    },
    { failed: 'Error', done: () => showToast({ title: 'Signed out' }) },
  );
}

export function SignOutButton() {
  const signOut = useSignOut();
  return (
    <button type="button" className="button" disabled={signOut.isPending} onClick={() => signOut.mutate('local')}>
      Sign Out
    </button>
  );
}

export function SignOutElsewhere() {
  const signOut = useSignOut();
  return (
    <div className={s.row}>
      <button type="button" className="button" disabled={signOut.isPending} onClick={() => signOut.mutate('others')}>
        Sign out all others
      </button>
      <button type="button" className="button" disabled={signOut.isPending} onClick={() => signOut.mutate('global')}>
        Sign out everywhere
      </button>
    </div>
  );
}
