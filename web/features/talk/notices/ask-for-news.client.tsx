import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { DAY } from '../../../../worker/contract/time/durations.ts';
import { useSession } from '../../../session/session.ts';
import { launchQuery } from '../../../common/launch/launch.queries.ts';
import { HowToInstall } from './how-to-install.tsx';
import s from './notices.module.css';
import { useDevice } from './use-device.ts';

/** In local storage: when the person said "Not now" on this device, in UTC ms. */
const ASKED = 'vouch.asked-push';
const AGAIN_AFTER_MS = 30 * DAY;

/**
 * Asks, after a first request, listing or message, whether to tell the person at once. After "Not now" it waits for 30
 * days.
 */
export function AskForNews() {
  const { api } = useRouteContext({ from: '__root__' });
  const session = useSession();
  const { data: switches } = useQuery(launchQuery(api));
  const isAsked = switches?.push && session.status === 'signed_in' && !session.second_factor;
  return isAsked ? <Question /> : null;
}

function Question() {
  const { state, isBusy, set } = useDevice();
  const [mayAsk, setMayAsk] = useState(() => Date.now() - Number(localStorage.getItem(ASKED) ?? 0) > AGAIN_AFTER_MS);
  const notNow = () => {
    localStorage.setItem(ASKED, String(Date.now()));
    setMayAsk(false);
  };
  if (!mayAsk || (state !== 'off' && state !== 'needs_install')) return null;
  return (
    <section className={s.question} aria-labelledby="ask-for-news">
      <h2 id="ask-for-news">Get told at once?</h2>
      {state === 'needs_install' ? (
        <HowToInstall />
      ) : (
        <p>This device can show you the answer as soon as it is there.</p>
      )}
      <p className="row">
        {state === 'off' && (
          <button type="button" className="button primary" disabled={isBusy} onClick={() => set(true)}>
            Yes
          </button>
        )}
        <button type="button" className="button" disabled={isBusy} onClick={notNow}>
          Not now
        </button>
      </p>
    </section>
  );
}
