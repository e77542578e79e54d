import { Link } from '@tanstack/react-router';
import { BRAND } from '../../worker/contract/text/brand.ts';
import { useSwitches } from '../common/launch/use-switches.ts';
import { ContactLine } from '../common/legal/contact-line.tsx';
import s from '../common/legal/legal.module.css';

const PAID_HERE =
  'You pay by card through our payment provider. Your card is charged when the seller accepts, or right away for ' +
  'tickets marked “Sold at once”. We hold the money until the hand-over. If the seller doesn’t hand the tickets over, you ';
const PAID_BETWEEN_STUDENTS =
  `No money moves through ${BRAND}. We take no payment and hold none, so we can’t pay anything back. ` +
  'You and the other student settle the payment and the hand-over between you. Look at the ticket before you pay.';

/** Promises only what is built and switched on. */
export function TermsPage() {
  const switches = useSwitches();
  return (
    <article className={`wrap ${s.page}`}>
      <h1>Terms</h1>
      <section>
        <p className={s.lead}>
          {BRAND} lists student nights in Boston and New York. You can join a waitlist, write in a night's chat, and ask
          other students for a spare ticket. These are the rules.
        </p>
      </section>
      <section>
        <h2>You</h2>
        <ul>
          <li>Use your own name, your own address and one account. Keep your password to yourself.</li>
          <li>Each night has an age policy. The door decides who gets in.</li>
          <li>You’re responsible for what happens in your account. If someone else used it, tell us right away.</li>
        </ul>
      </section>
      <section>
        <h2>The nights</h2>
        <ul>
          <li>
            Organizers and their feeds publish the nights. We don’t run them, and an organizer can change or cancel one.
          </li>
          <li>A place on a waitlist isn’t a ticket. We may accept or decline it.</li>
        </ul>
      </section>
      <section>
        <h2>Tickets</h2>
        <ul>
          <li>Sellers are other students. A seller needs our approval before their first ticket goes on sale.</li>
          <li>
            Sell only tickets that you own and that their organizer lets you pass on. A fake ticket ends your account.
          </li>
          <li>If a night has a face value, its tickets can only be bought within the price band on its page.</li>
          <li>
            A request holds the tickets until the seller answers, for 24 hours at most. It costs nothing, and you can
            cancel it until the seller has answered.
          </li>
          {switches?.school && <li>Buying and selling need a school badge. Reading and waitlists don’t.</li>}
          {switches &&
            (switches.payments ? (
              <li>
                {PAID_HERE}
                {switches.handover
                  ? 'get other tickets for the same night or all your money back'
                  : 'get all your money back'}
                . The <Link to="/guarantee">refund guarantee</Link> has the details.
              </li>
            ) : (
              <li>{PAID_BETWEEN_STUDENTS}</li>
            ))}
        </ul>
      </section>
      <section>
        <h2>The chat</h2>
        <ul>
          <li>Everyone can read what you write there, even without an account.</li>
          <li>No threats, no hate, no spam, and nothing about other people that they wouldn’t post themselves.</li>
          <li>What you write stays yours. You let us show it in the chat.</li>
        </ul>
      </section>
      <section>
        <h2>What we may do</h2>
        <ul>
          <li>
            We may remove a message, mute a person in a chat, decline an application, stop an account from selling, or
            close it.
          </li>
          <li>If we stop an account, its tickets go off sale and its open requests end.</li>
        </ul>
      </section>
      <section>
        <h2>What we can’t promise</h2>
        <p>
          We check sellers and hold tickets as carefully as we can. We can’t promise that a ticket is real, that a night
          takes place, or that this site is always up. Nothing here takes away rights that the law gives you.
        </p>
      </section>
      <section>
        <h2>Questions</h2>
        <p>
          The <Link to="/privacy">privacy page</Link> says what is stored about you.
        </p>
        <ContactLine>For everything else, write to us.</ContactLine>
      </section>
      <p className="muted">Last changed on November 26, 2026.</p>
    </article>
  );
}
