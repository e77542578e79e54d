import { BRAND } from '../../worker/contract/text/brand.ts';
import { ContactLine } from '../common/legal/contact-line.tsx';
import { BROWSER_DATA } from '../../worker/contract/people/browser-data.ts';
import { KEPT_DATA, type KeptData } from '../../worker/contract/people/kept-data.ts';
import s from '../common/legal/legal.module.css';

/**
 * What is stored about people, why, who sees it, and for how long. Drawn from the list that the tables are checked
 * against.
 */
export function PrivacyPage() {
  return (
    <article className={`wrap ${s.page}`}>
      <h1>Privacy</h1>
      <section>
        <p className={s.lead}>
          This page says what {BRAND} stores about you, why, who sees it, and for how long. There is no advertising here
          and no tracking over other sites. Nothing about you is sold.
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
          To stop programs that guess passwords or send floods, the server counts requests by account, by browser and by
          network address. It forgets a count about an hour after the limit is free again. A failed request is logged
          with its path, a number and the error, without your name, address or what you typed.
        </p>
        <p>
          We count how often the page of a night is opened on each day. Nothing tells who opened it, and it takes no
          cookie.
        </p>
      </section>
      <section>
        <h2>Who works for us</h2>
        <ul>
          <li>Cloudflare runs the servers, the database and the sending of mail. It sees what passes through them.</li>
          <li>Google knows that you sign in here, if you choose to sign in with Google.</li>
          <li>Twilio carries text messages to your phone number, where text messages are switched on.</li>
          <li>
            Cloudflare Turnstile checks that you are a person on the forms to sign in and sign up, where it is switched
            on.
          </li>
        </ul>
      </section>
      <section>
        <h2>What you can ask for</h2>
        <ContactLine>
          Ask us what is stored about you, or to correct or delete it. Write from the address that it is about, so that
          nobody else can ask in your name.
        </ContactLine>
      </section>
      <p className="muted">Last changed on November 22, 2026.</p>
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
