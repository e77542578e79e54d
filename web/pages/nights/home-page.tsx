import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { BRAND, TAGLINE } from '../../../worker/contract/text/brand.ts';
import { EventGrid, EventSkeletons } from '../../features/nights/events/event-card.tsx';
import { homeQuery } from '../../features/nights/events/events.queries.ts';
import { JoinWaitlistButton } from '../../features/nights/waitlist/join-waitlist-button.tsx';
import { FindAnEvent } from '../late-parts.ts';
import { DialogButton } from '../../ui/dialogs/dialog-button.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { useApi } from '../../use-api.ts';
import s from './home-page.module.css';

const loadReseller = () =>
  import('../../features/nights/waitlist/reseller-dialog.client.tsx').then((module) => module.ResellerDialog);
const loadVideo = () => import('../hero-video.client.tsx').then((module) => module.HeroVideo);

/** A constant, because React must not render this element again before the code of `FindAnEvent` has loaded. */
const FIND = (
  <nav aria-label="Find a night" className={s.actions}>
    <ErrorBoundary>
      <Suspense>
        <FindAnEvent />
      </Suspense>
    </ErrorBoundary>
  </nav>
);

export function HomePage() {
  return (
    <>
      <section className={s.hero}>
        <LazyPart load={loadVideo} idle />
        <p className={s.brand}>
          <span aria-hidden="true">
            {BRAND.toLowerCase()
              .split('')
              .map((letter) => (
                <span key={letter}>{letter}</span>
              ))}
          </span>
          <span className="sr">{BRAND}</span>
        </p>
        <h1>{TAGLINE}</h1>
        <p>
          {'Student nights in Boston and New York.\nTickets from verified students, '}
          <br />
          at a fair price.
        </p>
        <div className={s.actions}>
          <button type="button" className="button primary" onClick={showUpcoming}>
            Join the Waitlist
          </button>
          <DialogButton className="button" load={loadReseller} pass={{}}>
            Become a Verified Ticket Reseller
          </DialogButton>
        </div>
        {FIND}
      </section>
      <section id="upcoming" className="wrap" aria-labelledby="upcoming-heading">
        <div className={s.heading}>
          <h2 id="upcoming-heading">Upcoming events</h2>
          <Link to="/events">See all nights</Link>
        </div>
        <Suspense fallback={<EventSkeletons />}>
          <Upcoming />
        </Suspense>
      </section>
    </>
  );
}

function Upcoming() {
  const api = useApi();
  const { data, dataUpdatedAt } = useSuspenseQuery(homeQuery(api));
  if (data.events.length === 0) return <p className="muted">No nights are announced yet. Check back soon.</p>;
  return <EventGrid events={data.events} now={dataUpdatedAt} titled action={JoinWaitlistButton} />;
}

function showUpcoming(): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById('upcoming')?.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
}
