import { useEffect } from 'react';
import type { ApiClient } from '../../../api.ts';

/** Tells the server that an event's page was opened. If the call fails, the view is not counted. */
export function useCountedView(api: ApiClient, slug: string): void {
  useEffect(() => {
    if (navigator.onLine) api.events[':slug'].views.$post({ param: { slug } }).catch(() => undefined);
  }, [api, slug]);
}
