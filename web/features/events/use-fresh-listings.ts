import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';

/** Pages that hear of a change at the same moment do not all ask at the same moment. */
const SPREAD_MS = 100;

/**
 * Tells this page that the listings of its event may have changed: they are read anew within the spread, and once however often it is
 * told. A page nobody looks at reads when it is looked at again.
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
