import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';

/** The reads of all open pages are spread over this time, in ms. */
const SPREAD_MS = 100;

/**
 * Returns what to call when the listings of the event may have changed. They are then read again within the spread, and
 * only once for several calls. A hidden page reads once it is shown again.
 */
export function useFreshListings(queryKey: readonly unknown[]): () => void {
  const queryClient = useQueryClient();
  const key = useRef(queryKey);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOwed = useRef(false);

  const refresh = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    isOwed.current = document.hidden;
    if (!document.hidden) void queryClient.invalidateQueries({ queryKey: key.current });
  }, [queryClient]);

  useEffect(() => {
    const onShown = () => isOwed.current && refresh();
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
