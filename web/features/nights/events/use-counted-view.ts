import { useEffect } from 'react';
import type { ApiClient } from '../../../api.ts';

/**
 * Tells the server that the page of an event was opened. If that fails, one view is not counted, and nobody is told.
 */
export function useCountedView(api: ApiClient, slug: string): void {
  useEffect(() => {
    if (navigator.onLine) api.events[':slug'].views.$post({ param: { slug } }).catch(() => undefined);
  }, [api, slug]);
}
