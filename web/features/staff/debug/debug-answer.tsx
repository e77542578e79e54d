import type { UseQueryResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../../api.ts';
import { GoTo } from '../../../session/gates.tsx';
import { type Session, useSession } from '../../../session/session.ts';
import { afterRefusal } from '../../../session/where-next.ts';
import { Loading } from '../../../ui/loading.tsx';

/**
 * Returns the user's id, `nobody` for a visitor, or null while unknown. Debug pages have no gate in the browser,
 * because only the server knows whether it runs on a developer's machine.
 */
export function useAsker(): string | null {
  const session: Session = useSession();
  if (session.status === 'loading') return null;
  return session.status === 'signed_in' ? session.user.id : 'nobody';
}

export function DebugAnswer<T>({
  answer: { data, error, refetch },
  children,
}: {
  answer: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  const page = useRouter().latestLocation.href;
  const next = error instanceof ApiError ? afterRefusal(error.status, page) : null;
  if (next) return <GoTo {...next} />;
  if (error) {
    return (
      <p role="alert" className="row">
        No connection: {error.message}
        <button type="button" className="button" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  }
  return data === undefined ? <Loading /> : children(data);
}
