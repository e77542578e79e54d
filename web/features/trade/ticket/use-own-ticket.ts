import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { eventOfListPass } from '../../../common/list-pass.ts';
import { storedSession } from '../../../session/stored-session.ts';
import { useApi } from '../../../use-api.ts';
import { forgetTickets, type ShownTicket } from '../handover/kept-tickets.ts';
import { keptOfRequest, openTickets } from '../handover/open-tickets.ts';
import { type BoughtTickets, boughtTicketsQuery } from '../handover/ticket-api.ts';
import { fetchPasses, forgetPasses, isRefusal, type OwnPasses, storedPasses } from '../pass/own-passes.ts';
import { type MyRequest, requestsQuery } from '../resale/resale.queries.ts';

/** Without a connection, `passes` and `tickets` come from this phone. `request` and `bought` need the server. */
export interface OwnTicket {
  request: MyRequest | undefined;
  passes: OwnPasses | null;
  bought: BoughtTickets | undefined;
  /** The venue's own tickets, opened. Empty if the seller uploaded none, or if they cannot be opened now. */
  tickets: readonly ShownTicket[];
  problem: { text: string; isSignedOut: boolean } | null;
  isOffline: boolean;
  isLoading: boolean;
}

function useStored(id: string, user_id: string) {
  const [stored, setStored] = useState<{ passes: OwnPasses | null; tickets: readonly ShownTicket[] }>();
  useEffect(() => {
    let isLeft = false;
    void Promise.all([storedPasses(id).catch(() => null), keptOfRequest(user_id, id)]).then(
      ([passes, tickets]) => isLeft || setStored({ passes, tickets }),
    );
    return () => {
      isLeft = true;
    };
  }, [id, user_id]);
  return stored;
}

export function useOwnTicket(id: string): OwnTicket {
  const api = useApi();
  const queryClient = useQueryClient();
  const [user_id] = useState(() => storedSession()?.user?.id ?? '');
  const stored = useStored(id, user_id);
  // Without a connection each query fails at once, so the screen shows the copies that this phone has stored.
  const live = { retry: false, networkMode: 'always', refetchOnReconnect: 'always', staleTime: 0 } as const;
  const passes = useQuery({
    queryKey: ['mine', user_id, 'passes', id],
    queryFn: () => fetchPasses(api, id),
    refetchOnWindowFocus: true,
    ...live,
  });
  // A person on the event's list has bought nothing, so there is no request to read.
  const enabled = user_id !== '' && eventOfListPass(id) === null;
  const requests = useQuery({ ...requestsQuery(api, user_id), ...live, enabled });
  const bought = useQuery({
    ...boughtTicketsQuery(api, { user_id, request_id: id }),
    ...live,
    enabled,
  });
  const request = requests.data?.find((each) => each.id === id);
  const event = request?.event ?? passes.data?.event;
  const { tickets = [], may_open: mayOpen = false, why_not } = bought.data ?? {};
  const opened = useQuery({
    queryKey: ['mine', user_id, 'opened-tickets', id, tickets.map((ticket) => ticket.id).join()],
    queryFn: async () => {
      const shown = await openTickets(api, { user_id, request: { id, event: event! }, tickets });
      // For a wrong ticket the server freezes the seller's money, so the request's status is read again.
      if (shown.some(({ matches }) => matches === false))
        await queryClient.invalidateQueries({ queryKey: requestsQuery(api, user_id).queryKey });
      return shown;
    },
    ...live,
    staleTime: Infinity,
    gcTime: 0,
    enabled: mayOpen && tickets.length > 0 && event !== undefined,
  });
  // Once a friend has taken a ticket, this phone no longer shows it, and deletes the stored copy.
  const held = bought.data && new Set(bought.data.tickets.map((ticket) => ticket.id));
  const heldIds = held && [...held].join();
  const isRefused = isRefusal(passes.error) && passes.error.status !== 401;
  const hasEnded = why_not === 'ended';
  useEffect(() => {
    // Deletes the stored passes if the server refuses them, and the stored tickets if the sale has ended.
    if (isRefused) void forgetPasses((kept) => kept === id).catch(() => undefined);
    const isHeld = (ticket: string) => !hasEnded && heldIds?.split(',').includes(ticket);
    if (hasEnded || heldIds !== undefined)
      void forgetTickets((row) => row.request_id === id && !isHeld(row.id)).catch(() => undefined);
  }, [isRefused, hasEnded, heldIds, id]);
  const error = passes.error ?? requests.error ?? bought.error;
  return {
    request,
    passes: isRefused ? null : (passes.data ?? stored?.passes ?? null),
    bought: bought.data,
    tickets: hasEnded ? [] : (opened.data ?? stored?.tickets ?? []).filter((ticket) => held?.has(ticket.id) ?? true),
    problem: (opened.error ?? error) && {
      text: (opened.error ?? error)!.message,
      isSignedOut: isRefusal(passes.error) && passes.error.status === 401,
    },
    isOffline: error !== null && !isRefusal(error),
    isLoading: !stored || passes.isLoading || requests.isLoading || bought.isLoading || opened.isLoading,
  };
}
