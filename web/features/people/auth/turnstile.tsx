import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TURNSTILE } from '../../../../worker/contract/people/turnstile.ts';

interface TurnstileApi {
  render: (
    container: HTMLElement,
    options: {
      sitekey: string;
      size: 'flexible';
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ) => string | undefined;
  remove: (widget: string) => void;
}

declare global {
  interface Window {
    /** Set by Turnstile's own script. */
    turnstile?: TurnstileApi;
  }
}

let loading: Promise<TurnstileApi> | undefined;

/** Loads the script of Turnstile once for all widgets. After a failure, the next widget tries again. */
function loadTurnstile(): Promise<TurnstileApi> {
  if (window.turnstile) return Promise.resolve(window.turnstile);
  loading ??= new Promise<TurnstileApi>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${TURNSTILE}/turnstile/v0/api.js?render=explicit`;
    script.async = true;
    script.addEventListener('load', () =>
      window.turnstile ? resolve(window.turnstile) : reject(new Error('Turnstile did not start.')),
    );
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('Turnstile could not be loaded.'));
    });
    document.head.append(script);
  }).finally(() => {
    loading = undefined;
  });
  return loading;
}

/** Passes the token to `onToken`, and undefined once the token has expired. */
export function Turnstile({ siteKey, onToken }: { siteKey: string; onToken: (token: string | undefined) => void }) {
  const container = useRef<HTMLDivElement>(null);
  const [isBroken, setBroken] = useState(false);
  const give = useEffectEvent(onToken);
  useEffect(() => {
    let isLeft = false;
    let remove = () => undefined as void;
    const show = async () => {
      const turnstile = await loadTurnstile();
      if (isLeft || !container.current) return;
      const widget = turnstile.render(container.current, {
        sitekey: siteKey,
        size: 'flexible',
        callback: (token) => give(token),
        'expired-callback': () => give(undefined),
        'error-callback': () => setBroken(true),
      });
      if (widget) remove = () => turnstile.remove(widget);
    };
    show().catch(() => setBroken(true));
    return () => {
      isLeft = true;
      remove();
    };
  }, [siteKey]);
  return (
    <>
      <div ref={container} />
      {isBroken && <p role="alert">The captcha didn’t load. Allow {new URL(TURNSTILE).host}, then reload the page.</p>}
    </>
  );
}
