import { type ReactNode, useState } from 'react';
import { ProblemDialog } from '../problems/problem-dialog.tsx';
import { whyClosed } from '../handover/ticket-words.ts';
import { PassCode } from '../pass/pass-code.tsx';
import { WalletButtons } from '../pass/wallet-buttons.tsx';
import type { OwnPasses } from '../pass/own-passes.ts';
import { TicketCode } from './ticket-code.tsx';
import { clockText, SEEN_BY_SELLER, showText, TAKE_CARE, whichCode } from './ticket-words.ts';
import s from './ticket-screen.module.css';
import type { OwnTicket } from './use-own-ticket.ts';

/** The phone's clock is mentioned only if it is off by more than this, in ms. */
const CLOCK_MS = 15_000;

export function CodePanel({ own, at }: { own: OwnTicket; at: number }) {
  const { request, passes, bought, tickets, problem, isOffline, isLoading } = own;
  const [isMore, setMore] = useState(false);
  const [hasProblem, setProblem] = useState(false);
  const pass = passes?.passes[at] ?? passes?.passes[0];
  const ticket = tickets[at] ?? tickets[0];
  const closed = bought && bought.tickets.length > 0 ? whyClosed(bought) : null;
  const passCode = pass && passes && <Pass pass={pass} ahead_ms={passes.ahead_ms} />;
  const ticketCode = ticket ? (
    <TicketCode
      key={ticket.id}
      ticket={ticket}
      number={at + 1}
      onProblem={request ? () => setProblem(true) : undefined}
    />
  ) : (
    closed && <p>{closed}</p>
  );
  const first = whichCode({
    isPassScanned: passes?.is_pass_scanned,
    hasPass: pass !== undefined,
    hasTicket: ticketCode !== null,
  });
  const [code, other] = first === 'pass' ? [passCode, ticketCode] : [ticketCode, passCode];
  const shows = showText({ first, passes, handover: request?.payment?.handover });
  const nothing =
    passes?.passes.length === 0
      ? 'Your friends have all of these tickets, each with a pass of their own.'
      : 'There is nothing to show at the door yet.';
  return (
    <section className={s.panel} aria-label="Your code">
      {code ? (
        <>
          <p className={s.scans}>{shows}</p>
          {code}
        </>
      ) : isLoading ? (
        <p>Getting your ticket...</p>
      ) : (
        <p role={problem ? 'alert' : undefined}>{problem?.text ?? nothing}</p>
      )}
      {isOffline && code && (
        <p role="note">No connection. {first === 'pass' ? 'The pass' : 'Your ticket'} still works.</p>
      )}
      {passes && Math.abs(passes.ahead_ms) > CLOCK_MS && <p role="note">{clockText(passes.ahead_ms)}</p>}
      {code && (
        <button type="button" className={s.opener} aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          More
        </button>
      )}
      {isMore && (
        <More
          id={request?.id}
          passes={passes}
          position={pass?.position}
          note={ticket && bought ? SEEN_BY_SELLER : null}
        >
          {other}
        </More>
      )}
      {hasProblem && request && <ProblemDialog request={request} onClose={() => setProblem(false)} />}
    </section>
  );
}

function Pass({ pass, ahead_ms }: { pass: OwnPasses['passes'][number]; ahead_ms: number }) {
  return (
    <>
      <PassCode pass={pass} ahead_ms={ahead_ms} />
      <p>
        If the camera can’t read it, give this code and your name: <b className={s.short}>{pass.short_code}</b>
      </p>
    </>
  );
}

function More({
  id,
  passes,
  position,
  note,
  children,
}: {
  id: string | undefined;
  passes: OwnPasses | null;
  position: number | undefined;
  note: string | null;
  children: ReactNode;
}) {
  return (
    <div className={s.more}>
      {children}
      {note && <p>{note}</p>}
      {passes && id && position !== undefined && <WalletButtons id={id} ticket={position} wallets={passes.wallets} />}
      <p>{TAKE_CARE}</p>
    </div>
  );
}
