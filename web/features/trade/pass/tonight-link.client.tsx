import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { MINUTE } from '../../../../worker/contract/time/durations.ts';
import { EVENTS_CHANGED, eventOfNow } from './own-events.ts';
import s from './tonight-link.module.css';

/** Reads only what this browser stores. */
export function TonightLink() {
  const [event, setEvent] = useState(eventOfNow);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    const read = () => setEvent(eventOfNow());
    const timer = setInterval(read, MINUTE);
    // Another tab can store nights too, and signing out deletes them.
    for (const name of [EVENTS_CHANGED, 'storage', 'focus']) addEventListener(name, read);
    return () => {
      clearInterval(timer);
      for (const name of [EVENTS_CHANGED, 'storage', 'focus']) removeEventListener(name, read);
    };
  }, []);
  if (!event || /^\/(pass|door)\//.test(path)) return null;
  return (
    <aside className={s.slip} aria-label="Tonight">
      <Link to="/pass/$requestId" params={{ requestId: event.id }} className={s.link}>
        <span className={s.night}>Tonight: {event.title}.</span> <b>Show ticket</b>
      </Link>
    </aside>
  );
}
