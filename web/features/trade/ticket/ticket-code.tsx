import { type ReactNode, useCallback, useState } from 'react';
import { CODE_NAMES } from '../handover/code-words.ts';
import type { ShownTicket } from '../handover/kept-tickets.ts';
import { NO_PICTURE, REDRAWN, UNREADABLE, WRONG_TICKET } from '../handover/ticket-words.ts';
import s from './ticket-screen.module.css';

export function TicketCode({
  ticket,
  number,
  onProblem,
}: {
  ticket: ShownTicket;
  number: number;
  onProblem: (() => void) | undefined;
}) {
  const [isWhole, setWhole] = useState(false);
  const name = `${CODE_NAMES[ticket.format]} of ticket ${number}`;
  const { code, pages } = ticket;
  const first = code ?? pages[0];
  // The whole page is offered too, because the cut-out code lacks the names and rules on the page.
  const rest = code ? pages : pages.slice(1);
  return (
    <div className={s.ticket}>
      {first && <Picture picture={first} alt={name} />}
      <Notes ticket={ticket} onProblem={onProblem} />
      {rest.length > 0 && (
        <button type="button" className={s.opener} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          Whole ticket
        </button>
      )}
      {isWhole &&
        [...rest.entries()].map(([index, page]) => (
          <Picture key={index} picture={page} alt={`Ticket ${number}, page ${index + 1}`} />
        ))}
    </div>
  );
}

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
  if (matches === true) return isRedrawn && <p>{REDRAWN}</p>;
  return (
    <>
      <p>{pages.length > 0 ? UNREADABLE : NO_PICTURE}</p>
      {onProblem && (
        <button type="button" className={s.opener} onClick={onProblem}>
          Something is wrong with this ticket
        </button>
      )}
    </>
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
  return <img ref={show} alt={alt} className={s.picture} />;
}
