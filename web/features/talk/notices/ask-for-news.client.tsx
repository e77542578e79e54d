import { useState } from 'react';
import { DAY } from '../../../../worker/contract/time/durations.ts';
import { useSession } from '../../../session/session.ts';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { HowToInstall } from './how-to-install.tsx';
import s from './notices.module.css';
import { useDevice } from './use-device.ts';

/** The key in local storage of the time (UTC ms) when the person said "Not now" on this device. */
const ASKED = 'vouch.asked-push';
const AGAIN_AFTER_MS = 30 * DAY;

/** Offers push messages after a first request, listing or message. After "Not now" it waits for 30 days. */
export function AskForNews() {
  const session = useSession();
  const switches = useSwitches();
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
      <h2 id="ask-for-news">Want to know right away?</h2>
      {state === 'needs_install' ? <HowToInstall /> : <p>This device can show you answers as soon as they arrive.</p>}
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
