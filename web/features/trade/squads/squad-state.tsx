import type { SquadView } from '../../../../worker/contract/trade/squads.ts';
import { useCountdown } from '../payments/countdown.ts';
import { useCurrentTime } from '../resale/use-current-time.ts';
import { NextStep, type Shown } from './next-step.tsx';
import { SquadFriends } from './squad-moves.tsx';
import { squadStatus } from './squad-words.ts';
import s from './squads.module.css';

const gathers = ({ state, authorized, places }: SquadView, left: string | null) =>
  state === 'gathering' && authorized < places && left !== null;

export function SquadState({ squad, user_id, token }: Shown) {
  const now = useCurrentTime();
  const left = useCountdown(squad.pay_by);
  const isOpen = gathers(squad, left);
  const { title, next, tone } = squadStatus(squad, now);
  return (
    <div className={s.stub}>
      <section className={s.state} aria-labelledby="state">
        <output className={s.state}>
          <h2 id="state" data-tone={tone}>
            {title}
          </h2>
          <p>{next}</p>
        </output>
        {isOpen && (
          <p className={s.left} role="timer">
            <b>{left}</b> left
          </p>
        )}
        <NextStep squad={squad} user_id={user_id} token={token} isOpen={isOpen} />
      </section>
      {squad.state !== 'ended' && <SquadFriends squad={squad} isOpen={isOpen} />}
    </div>
  );
}
