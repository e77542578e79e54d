import { Link } from '@tanstack/react-router';
import { BRAND } from '../../worker/contract/text/brand.ts';
import { useSwitches } from '../common/launch/use-switches.ts';
import { ContactLine } from '../common/legal/contact-line.tsx';
import s from '../common/legal/legal.module.css';

/** Promises only what is switched on. */
export function GuaranteePage() {
  const switches = useSwitches();
  return (
    <article className={`wrap ${s.page}`}>
      <h1>Refund guarantee</h1>
      {switches && (switches.payments ? <Guarantee hasOthers={switches.handover} /> : <NothingToRefund />)}
      <section>
        <h2>Questions</h2>
        <p>
          The <Link to="/terms">terms</Link> have the other rules.
        </p>
        <ContactLine>Don’t see your case? Write to us.</ContactLine>
      </section>
    </article>
  );
}

function NothingToRefund() {
  return (
    <section>
      <p className={s.lead}>
        There’s no refund guarantee today, because {BRAND} takes no payments. You pay the other student, and we can’t
        pay anything back.
      </p>
      <p>Tickets that you paid for here by card keep the guarantee that applied when you bought them.</p>
    </section>
  );
}

/** `hasOthers`: the launch switch `handover` is on, so we look for other tickets before we refund. */
function Guarantee({ hasOthers }: { hasOthers: boolean }) {
  return (
    <>
      <section>
        <p className={s.lead}>
          We hold your money until the hand-over. If the tickets fail you, you get all of it back, with the fees, on the
          card you paid with. Never a voucher.
        </p>
      </section>
      <section>
        <h2>You get your money back if</h2>
        <ul>
          <li>the seller doesn’t send the tickets in time;</li>
          <li>the tickets don’t work or aren’t what the seller listed;</li>
          <li>the night is canceled.</li>
        </ul>
        {hasOthers && (
          <p>
            If the seller fails you, we look for other tickets for the same night first. If we find some, you get those,
            and any price difference back. You never pay more.
          </p>
        )}
        <p>If the seller declines or doesn’t answer, your card isn’t charged at all.</p>
      </section>
      <section>
        <h2>What you do</h2>
        <ul>
          <li>
            Open your tickets when they come, and check the night and the number. The guarantee ends once you confirm
            that you have them.
          </li>
          <li>
            If something is wrong, report it in My tickets before your tickets count as received. The date is shown
            there.
          </li>
          <li>If they never come or the night is canceled, you do nothing. The money comes back automatically.</li>
        </ul>
        {hasOthers && (
          <p>
            The seller can answer a report. We decide by the time shown in My tickets. If we don’t, you win, unless your
            phone has confirmed the code of a ticket. If it has, the case stays open until we decide.
          </p>
        )}
      </section>
      <section>
        <h2>What it doesn’t cover</h2>
        <p>
          A change of mind, a night that wasn’t fun, a door that turns you away because of your age, and sales outside
          Vouch.
        </p>
      </section>
    </>
  );
}
