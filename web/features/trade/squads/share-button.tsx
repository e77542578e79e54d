import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import type { SquadView } from '../../../../worker/contract/trade/squads.ts';
import { useShare } from '../../../common/use-share.ts';
import s from './squads.module.css';

export function ShareButton({ squad: { event, most_total, pay_by }, link }: { squad: SquadView; link: string }) {
  const { said, share } = useShare();
  const text = () =>
    `Come with me to ${event.title}. We each pay our own ticket, at most ${priceText(most_total)}. Join by ${untilWhen(pay_by)}:`;
  return (
    <>
      <button
        type="button"
        className={`button primary ${s.next}`}
        onClick={() => void share({ title: event.title, text: text(), url: link })}
      >
        Send the link to your friends
      </button>
      <output className={s.said}>{said}</output>
    </>
  );
}
