import { type ReactNode, useRef, useState } from 'react';
import { Turnstile } from './turnstile.tsx';

/** The site key of Turnstile, which the server writes into the page. Empty if Turnstile is not set up. */
function siteKey(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="turnstile-site-key"]')?.content ?? '';
}

/**
 * Returns Turnstile's widget, and the function `take`, which returns the widget's token. A token works once, so the
 * widget gets a new one after each `take`. Without Turnstile, `widget` and `take()` are empty.
 */
export function useCaptcha(): { widget: ReactNode; take: () => { captchaToken?: string } } {
  const token = useRef<string>(undefined);
  const [round, setRound] = useState(0);
  const key = siteKey();
  const keep = (given: string | undefined) => {
    token.current = given;
  };
  return {
    widget: key && <Turnstile key={round} siteKey={key} onToken={keep} />,
    take: () => {
      const captchaToken = token.current;
      if (captchaToken === undefined) return {};
      token.current = undefined;
      setRound((count) => count + 1);
      return { captchaToken };
    },
  };
}
