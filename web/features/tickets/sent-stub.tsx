import { type Buying, tickets } from './buying.ts';
import s from './buy-panel.module.css';
import { exact } from './offers.ts';
import { untilWhen } from './until-when.ts';

/** The stub torn off when a request was sent: what was asked for, and what happens next. Outlives the last ticket. */
export function SentStub({ buying: { granted } }: { buying: Pick<Buying, 'granted'> }) {
  return (
    <output className={s.sent}>
      {granted && (
        <span key={granted.id} className={s.torn}>
          <b>
            {tickets(granted.quantity)} at {exact(granted.offered_price)} each
          </b>
          <span>Request sent. The seller has until {untilWhen(granted.expires_at)}.</span>
        </span>
      )}
    </output>
  );
}
