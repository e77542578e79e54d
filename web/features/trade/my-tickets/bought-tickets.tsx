import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../../../session/session.ts';
import { showToast } from '../../../ui/toast.ts';
import { ProblemDialog } from '../problems/problem-dialog.tsx';
import type { MyRequest } from '../resale/resale.queries.ts';
import s from '../handover/handover.module.css';
import { forgetTickets, type ShownTicket } from '../handover/kept-tickets.ts';
import { keptOfRequest, openTickets } from '../handover/open-tickets.ts';
import { type BoughtTickets as Bought, boughtTicketsQuery } from '../handover/ticket-api.ts';
import { TicketSheet } from '../handover/ticket-sheet.tsx';
import { SEEN_BY_SELLER, whyClosed } from '../handover/ticket-words.ts';

/** The button that shows the bought tickets, or when they open. Shows nothing if they are handed over elsewhere. */
export function BoughtTickets({ request }: { request: MyRequest }) {
  const session = useSession();
  return session.status === 'signed_in' && <OfPerson userId={session.user.id} request={request} />;
}

function OfPerson({ userId, request }: { userId: string; request: MyRequest }) {
  const { api } = useRouteContext({ from: '__root__' });
  const { data: bought, error } = useQuery(boughtTicketsQuery(api, { user_id: userId, request_id: request.id }));
  const hasEnded = bought?.why_not === 'ended';
  useEffect(() => {
    // The request has ended, so this device deletes its tickets.
    if (hasEnded) void forgetTickets(({ request_id }) => request_id === request.id).catch(() => undefined);
  }, [hasEnded, request.id]);
  if (!bought) return error && <p className="muted">We couldn’t load your tickets: {error.message}</p>;
  if (bought.tickets.length === 0) return null;
  const closed = whyClosed(bought);
  if (closed) return <p>{closed}</p>;
  return <Openable userId={userId} request={request} bought={bought} />;
}

function Openable({ userId, request, bought: { tickets } }: { userId: string; request: MyRequest; bought: Bought }) {
  const { api } = useRouteContext({ from: '__root__' });
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<ShownTicket[]>();
  const [isOpening, setOpening] = useState(false);
  const [hasProblem, setProblem] = useState(false);
  const open = async () => {
    setOpening(true);
    try {
      const opened = await openTickets(api, { user_id: userId, request, tickets });
      setShown(opened);
      if (opened.some(({ matches }) => matches === false)) await queryClient.invalidateQueries({ queryKey: ['mine'] });
    } catch (error) {
      const kept = await keptOfRequest(userId, request.id);
      if (kept.length > 0) setShown(kept);
      else
        showToast({
          title: 'Not opened',
          text: error instanceof Error ? error.message : 'Please try again.',
          isDestructive: true,
        });
    } finally {
      setOpening(false);
    }
  };
  return (
    <div className={s.bought}>
      <button
        type="button"
        className="button primary"
        disabled={isOpening}
        aria-busy={isOpening}
        onClick={() => void open()}
      >
        {isOpening ? 'Opening' : tickets.length === 1 ? 'Show ticket' : `Show ${tickets.length} tickets`}
        <span className="sr"> for {request.event.title}</span>
      </button>
      <p className={s.small}>{SEEN_BY_SELLER}</p>
      {shown && (
        <TicketSheet
          tickets={shown}
          onClose={() => setShown(undefined)}
          onProblem={() => {
            setShown(undefined);
            setProblem(true);
          }}
        />
      )}
      {hasProblem && <ProblemDialog request={request} onClose={() => setProblem(false)} />}
    </div>
  );
}
