import { BRAND } from '../../worker/contract/text/brand.ts';
import { ContactLine } from '../common/legal/contact-line.tsx';
import { BROWSER_DATA } from '../../worker/contract/people/browser-data.ts';
import { KEPT_DATA, type KeptData } from '../../worker/contract/people/kept-data.ts';
import { useSwitches } from '../common/launch/use-switches.ts';
import s from '../common/legal/legal.module.css';

/** Lists `KEPT_DATA`. A test compares this list with the tables of the database. */
export function PrivacyPage() {
  const switches = useSwitches();
  return (
    <article className={`wrap ${s.page}`}>
      <h1>Privacy</h1>
      <section>
        <p className={s.lead}>
          This page says what {BRAND} stores about you, why, who sees it, and for how long. There’s no advertising here
          and no tracking across other sites. We never sell your data.
        </p>
        <p>You can read the nights, the venues and the chats without an account and without giving your name.</p>
      </section>
      <section>
        <h2>What we store</h2>
        {KEPT_DATA.map((kept) => (
          <Kept key={kept.subject} kept={kept} />
        ))}
      </section>
      <section>
        <h2>What your browser stores</h2>
        <p>Each of these is needed for what you do here. None of them follows you to another site.</p>
        {BROWSER_DATA.map(({ names, what, until }) => (
          <div key={names[0]} className={s.facts}>
            <h3>{names.join(', ')}</h3>
            <dl>
              <dt>What</dt>
              <dd>{what}</dd>
              <dt>Until</dt>
              <dd>{until}</dd>
            </dl>
          </div>
        ))}
      </section>
      <section>
        <h2>Limits, counts and logs</h2>
        <p>
          To stop programs that guess passwords or flood us with requests, the server counts requests by account,
          browser and network address. It deletes a count about an hour after the limit resets. A failed request is
          logged with its path, a number and the error, without your name, address or what you typed.
        </p>
        <p>
          We count how often a night’s page is opened each day. The count doesn’t say who opened it and needs no cookie.
        </p>
      </section>
      <section>
        <h2>Who handles data for us</h2>
        <ul>
          <li>Cloudflare runs the servers, the database and the sending of email. It sees what passes through them.</li>
          <li>Google knows that you sign in here, if you choose to sign in with Google.</li>
          {switches && (
            <li>
              {switches.payments
                ? 'Stripe takes card payments and pays sellers.'
                : 'Payments by card are off. Stripe keeps its records of earlier payments.'}
            </li>
          )}
          <li>Twilio delivers text messages to your phone number, if text messages are switched on.</li>
          <li>
            Cloudflare Turnstile checks that you are a person on the forms to sign in and sign up, if it is switched on.
          </li>
        </ul>
      </section>
      <section>
        <h2>What you can ask for</h2>
        <ContactLine>
          Ask us what we store about you, or ask us to correct or delete it. Write from the address in question, so that
          nobody else can ask in your name.
        </ContactLine>
      </section>
      <p className="muted">Last changed on November 26, 2026.</p>
    </article>
  );
}

function Kept({ kept: { subject, what, why, who, until } }: { kept: KeptData }) {
  return (
    <div className={s.facts}>
      <h3>{subject}</h3>
      <dl>
        <dt>What</dt>
        <dd>{what}</dd>
        <dt>Why</dt>
        <dd>{why}</dd>
        <dt>Who</dt>
        <dd>{who}</dd>
        <dt>Until</dt>
        <dd>{until}</dd>
      </dl>
    </div>
  );
}
