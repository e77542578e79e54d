import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { flushOutbox } from './waitlist/outbox.ts';

/** What waits until the page has loaded and rests: forms that never reached the server go out now, and whenever the network is back. */
export function Afterwards() {
  const { api } = useRouteContext({ from: '__root__' });
  useEffect(() => {
    const flush = () => void flushOutbox(api);
    flush();
    addEventListener('online', flush);
    return () => removeEventListener('online', flush);
  }, [api]);
  return null;
}
