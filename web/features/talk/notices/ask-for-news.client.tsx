import { useState } from 'react';
import { DAY } from '../../../../worker/contract/time/durations.ts';
import { useSession } from '../../../session/session.ts';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { HowToInstall } from './how-to-install.tsx';
import s from './notices.module.css';
import { useDevice } from './use-device.ts';

/** A key in local storage. Its value is the time (UTC ms) of the last "Not now" on this device. */
const ASKED = 'vouch.asked-push';
const AGAIN_AFTER_MS = 30 * DAY;

/** Offers push messages after a ticket request, a listing or a chat message, but not for 30 days after "Not now". */
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
