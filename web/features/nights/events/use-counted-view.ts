import { useEffect } from 'react';
import type { ApiClient } from '../../../api.ts';

export function useCountedView(api: ApiClient, slug: string): void {
  useEffect(() => {
    if (navigator.onLine) api.events[':slug'].views.$post({ param: { slug } }).catch(() => undefined);
  }, [api, slug]);
}
