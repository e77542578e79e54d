import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';

/** In ms. A random wait up to this long keeps all open pages from reading at the same moment. */
const SPREAD_MS = 100;

/**
 * Returns a function that reads the listings again after a short random wait. Calls during the wait cause no further
 * read. A hidden page reads the listings only once it is shown again.
 */
export function useFreshListings(queryKey: readonly unknown[]): () => void {
  const queryClient = useQueryClient();
  const key = useRef(queryKey);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isReadDue = useRef(false);

  const refresh = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    isReadDue.current = document.hidden;
    if (!document.hidden) void queryClient.invalidateQueries({ queryKey: key.current });
  }, [queryClient]);

  useEffect(() => {
    const onShown = () => isReadDue.current && refresh();
    document.addEventListener('visibilitychange', onShown);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [refresh]);

  return useCallback(() => {
    timer.current ??= setTimeout(refresh, Math.random() * SPREAD_MS);
  }, [refresh]);
}
