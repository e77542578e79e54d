import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sendWaitingForms } from '../features/waitlist/form-outbox.ts';

/** What waits until the page has loaded and rests: forms that never reached the server, and the copies for when there is no network. */
export function AfterLoad() {
  const { api } = useRouteContext({ from: '__root__' });
  useEffect(() => {
    const flush = () => void sendWaitingForms(api);
    flush();
    addEventListener('online', flush);
    return () => removeEventListener('online', flush);
  }, [api]);
  useEffect(() => {
    if ('serviceWorker' in navigator && !__IS_DEV__) void keepCopies();
  }, []);
  return null;
}

/** Registers the worker of this build and tells it what this page was made of. */
async function keepCopies(): Promise<void> {
  try {
    await navigator.serviceWorker.register(`/sw.js?v=${__BUILD_ID__}`);
    const { active } = await navigator.serviceWorker.ready;
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    const seen = [location.pathname, ...new Set(files.filter((path) => /^\/assets\/.+\.(js|css|woff2)$/.test(path)))];
    active?.postMessage({ seen }, { transfer: [] });
  } catch {
    // Without a worker (private windows refuse it) the site works, only not offline.
  }
}
