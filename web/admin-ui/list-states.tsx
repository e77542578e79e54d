import type { ReactNode } from 'react';
import { Alert } from '../ui/alert.tsx';
import s from './admin.module.css';

interface ListState {
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  hasNextPage?: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage?: () => Promise<unknown>;
}

const NO_MATCH = 'Nothing matches. Change or clear a filter to see more.';

export function ListStates({
  list,
  count,
  empty,
  isFiltered = false,
  children,
}: {
  list: ListState;
  count: number;
  empty: string;
  /** Whether a filter or a search may hide rows. */
  isFiltered?: boolean;
  children: ReactNode;
}) {
  const { error, isPending, isFetching, hasNextPage = false, refetch, fetchNextPage } = list;
  return (
    <>
      {error && (
        <Alert>
          {error.message}{' '}
          <button type="button" className="button" onClick={() => void refetch()}>
            Try again
          </button>
        </Alert>
      )}
      {count > 0 && children}
      {isPending && !error && <RowPlaceholders />}
      <output className={count > 0 ? 'sr' : 'muted'}>
        {isPending && !error && <span className="sr">Loading...</span>}
        {!isPending && count === 0 && !error && (isFiltered ? NO_MATCH : empty)}
        {count > 0 && `${count}${hasNextPage ? ' or more' : ''} shown`}
      </output>
      {hasNextPage && fetchNextPage && (
        <p>
          <button type="button" className="button" disabled={isFetching} onClick={() => void fetchNextPage()}>
            {isFetching ? 'Loading...' : 'Load more'}
          </button>
        </p>
      )}
    </>
  );
}

function RowPlaceholders() {
  return (
    <div className={s.coming} data-skeleton>
      <div />
      <div />
      <div />
    </div>
  );
}
