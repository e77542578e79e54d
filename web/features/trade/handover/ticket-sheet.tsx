import { type MouseEvent, type ReactNode, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { longDate } from '../../../../worker/contract/time/event-time.ts';
import { CODE_NAMES } from './code-words.ts';
import type { ShownTicket } from './kept-tickets.ts';
import s from './ticket-sheet.module.css';
import { BRIGHTER, LARGER, NO_PICTURE, REDRAWN, UNREADABLE, WRONG_TICKET } from './ticket-words.ts';
import { useWakeLock } from './use-wake-lock.ts';

/** Shows opened tickets full screen, side by side. `onProblem` is called if the buyer says that something is wrong. */
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
  const goTo = (to: number) => {
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
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          clientWidth > 0 && setAt(Math.round(scrollLeft / clientWidth))
        }
      >
        {tickets.map((ticket, number) => (
          <li
            key={ticket.id}
            className={s.ticket}
            aria-label={`Ticket ${number + 1} of ${tickets.length}`}
            inert={number !== at}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls this box
            tabIndex={0}
          >
            {[...ticket.pages.entries()].map(([index, page]) => (
              <Picture
                key={index}
                picture={page}
                alt={`${CODE_NAMES[ticket.format]} of ticket ${number + 1}, page ${index + 1}`}
              />
            ))}
            <Notes ticket={ticket} onProblem={onProblem} />
          </li>
        ))}
      </ul>
      <footer className={s.foot}>
        {tickets.length > 1 && (
          <div className={s.turn}>
            <button type="button" className="button" disabled={at === 0} onClick={() => goTo(at - 1)}>
              Previous
            </button>
            <p aria-live="polite">
              Ticket {at + 1} of {tickets.length}
            </p>
            <button type="button" className="button" disabled={at === tickets.length - 1} onClick={() => goTo(at + 1)}>
              Next
            </button>
          </div>
        )}
        <p className="muted">{BRIGHTER}</p>
        {tickets[at]!.pages.length > 0 && <p className="muted">{LARGER}</p>}
      </footer>
    </dialog>,
    document.body,
  );
}

/** Tells the buyer if this is the wrong ticket, if it could not be read or shown, or if its code was redrawn. */
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

/**
 * A page of a ticket. Printed codes are small on a phone, so a tap enlarges the page around that point. The next tap
 * shows the whole page again.
 */
function Picture({ picture, alt }: { picture: Blob; alt: string }) {
  const button = useRef<HTMLButtonElement>(null);
  /** The tapped point, as fractions of the width and the height. */
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null);
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(picture);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [picture],
  );
  useLayoutEffect(() => {
    if (point) scrollToPoint(button.current!, point);
  }, [point]);
  const zoom = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // A key press has no position, so it enlarges the middle.
    const tapped = detail === 0 ? { x: 0.5, y: 0.5 } : { x: (clientX - left) / width, y: (clientY - top) / height };
    setPoint(point ? null : tapped);
  };
  return (
    <button ref={button} type="button" className={s.page} aria-pressed={point !== null} onClick={zoom}>
      <span className="sr">Enlarge </span>
      <img ref={show} alt={alt} />
    </button>
  );
}

/** Scrolls the ticket so that a point of the page is in the middle. */
function scrollToPoint(page: HTMLElement, { x, y }: { x: number; y: number }): void {
  const ticket = page.parentElement!;
  const [shown, view] = [page.getBoundingClientRect(), ticket.getBoundingClientRect()];
  ticket.scrollTo({
    left: ticket.scrollLeft + shown.left + x * shown.width - view.left - view.width / 2,
    top: ticket.scrollTop + shown.top + y * shown.height - view.top - view.height / 2,
  });
}
