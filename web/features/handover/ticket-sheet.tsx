import { type ReactNode, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { longDate } from '../../../worker/contract/event-time.ts';
import { CODE_NAMES } from './code-words.ts';
import type { ShownTicket } from './kept-tickets.ts';
import s from './ticket-sheet.module.css';
import { BRIGHTER, NO_PICTURE, REDRAWN, UNREADABLE, WRONG_TICKET } from './ticket-words.ts';
import { useWakeLock } from './use-wake-lock.ts';

/** Opened tickets on the whole screen, one beside the other. `onProblem` is called if the buyer says that something is wrong. */
export function TicketSheet({
  tickets,
  onClose,
  onProblem,
}: {
  tickets: readonly ShownTicket[];
  onClose: () => void;
  onProblem?: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const heading = useId();
  useWakeLock();
  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    return () => shown.close();
  }, []);
  const { event } = tickets[0]!;
  const turn = (to: number) => {
    setAt(to);
    strip.current?.scrollTo({ left: to * strip.current.clientWidth });
  };
  return createPortal(
    <dialog ref={dialog} className={s.sheet} aria-labelledby={heading} onClose={onClose}>
      <header className={s.head}>
        <div>
          <h2 id={heading}>{event.title}</h2>
          <p className="muted">
            {event.venue_name}, {longDate(event.start_at)}
          </p>
        </div>
        <form method="dialog">
          <button className="button">Close</button>
        </form>
      </header>
      <ul
        ref={strip}
        className={s.strip}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => clientWidth > 0 && setAt(Math.round(scrollLeft / clientWidth))}
      >
        {tickets.map((ticket, number) => (
          <li key={ticket.id} className={s.ticket} aria-label={`Ticket ${number + 1} of ${tickets.length}`} inert={number !== at}>
            {[...ticket.pages.entries()].map(([index, page]) => (
              <Picture key={index} picture={page} alt={`${CODE_NAMES[ticket.format]} of ticket ${number + 1}, page ${index + 1}`} />
            ))}
            <Notes ticket={ticket} onProblem={onProblem} />
          </li>
        ))}
      </ul>
      <footer className={s.foot}>
        {tickets.length > 1 && (
          <div className={s.turn}>
            <button type="button" className="button" disabled={at === 0} onClick={() => turn(at - 1)}>
              Previous
            </button>
            <p aria-live="polite">
              Ticket {at + 1} of {tickets.length}
            </p>
            <button type="button" className="button" disabled={at === tickets.length - 1} onClick={() => turn(at + 1)}>
              Next
            </button>
          </div>
        )}
        <p className="muted">{BRIGHTER}</p>
      </footer>
    </dialog>,
    document.body,
  );
}

/** What the buyer should know of this ticket: it is another one, it could not be read or shown, or it was drawn anew. */
function Notes({
  ticket: { matches, pages, isRedrawn },
  onProblem,
}: {
  ticket: ShownTicket;
  onProblem: (() => void) | undefined;
}): ReactNode {
  if (matches === false) {
    return (
      <p role="alert" className={s.wrong}>
        {WRONG_TICKET}
      </p>
    );
  }
  if (matches === true) return isRedrawn && <p className={s.note}>{REDRAWN}</p>;
  return (
    <div className={s.note}>
      <p>{pages.length > 0 ? UNREADABLE : NO_PICTURE}</p>
      {onProblem && (
        <button type="button" className="button" onClick={onProblem}>
          Something is wrong
        </button>
      )}
    </div>
  );
}

function Picture({ picture, alt }: { picture: Blob; alt: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(picture);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [picture],
  );
  return <img ref={show} alt={alt} />;
}
