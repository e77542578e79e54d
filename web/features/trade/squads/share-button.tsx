import { useState } from 'react';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import type { SquadView } from '../../../../worker/contract/trade/squads.ts';
import s from './squads.module.css';

/** Shares the link of a squad through the system's sheet, or copies it where there is no sheet. */
export function ShareButton({ squad: { event, most_total, pay_by }, link }: { squad: SquadView; link: string }) {
  const [said, setSaid] = useState('');
  const share = async () => {
    const text = `Come with me to ${event.title}. We each pay our own ticket, at most ${priceText(most_total)}. Join by ${untilWhen(pay_by)}:`;
    try {
      if ('share' in navigator) await navigator.share({ title: event.title, text, url: link });
      else {
        await (navigator as Navigator).clipboard.writeText(link);
        setSaid('Link copied');
      }
    } catch (error) {
      if ((error as Error).name !== 'AbortError') setSaid(`Copy this link: ${link}`);
    }
  };
  return (
    <>
      <button type="button" className={`button primary ${s.next}`} onClick={() => void share()}>
        Send the link to your friends
      </button>
      <output className={s.said}>{said}</output>
    </>
  );
}
