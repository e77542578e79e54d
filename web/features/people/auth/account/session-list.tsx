import { queryOptions, useQuery } from '@tanstack/react-query';
import { shortTime } from '../../../../admin-ui/date-time.tsx';
import { textOfError } from '../../../../session/auth-error-text.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { showToast } from '../../../../ui/toast.ts';
import { askAuth, endSession } from '../ask-auth.ts';
import s from '../auth.module.css';
import { useAuthAction } from './account.queries.ts';
import { SignOutElsewhere } from './sign-out-buttons.tsx';

interface OwnSession {
  id: string;
  device: string;
  last_used_at: string;
  is_current: boolean;
}

const sessionsQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['account', user_id, 'sessions'],
    queryFn: () => askAuth<OwnSession[]>('/auth/v1/sessions'),
    staleTime: 10_000,
  });

export function SessionList({ userId }: { userId: string }) {
  const { data: sessions = [], error } = useQuery(sessionsQuery(userId));
  const end = useAuthAction((_given, { id }: OwnSession) => endSession(id), {
    failed: 'Error',
    done: (_output, { device }) => showToast({ title: 'Signed out', text: device }),
  });
  return (
    <>
      <Alert>{error && textOfError(error)}</Alert>
      <ul className={s.rows}>
        {sessions.map((session) => (
          <li key={session.id}>
            <span>
              <b>{session.device}</b>
              <small className="muted">Last used {shortTime(session.last_used_at)}</small>
            </span>
            {session.is_current ? (
              <Badge>This device</Badge>
            ) : (
              <button
                type="button"
                className="button"
                disabled={end.isPending}
                aria-label={`Sign out ${session.device}`}
                onClick={() => end.mutate(session)}
              >
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
      <SignOutElsewhere />
    </>
  );
}
