import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { longDate } from '../../../worker/contract/time/event-time.ts';
import { unwrap } from '../../api.ts';
import { useSwitches } from '../../common/launch/use-switches.ts';
import { RequireSignedIn } from '../../session/gates.tsx';
import { useSession } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useApi } from '../../use-api.ts';
import { Invitation, LinkMessage } from './link-pages.tsx';

export function GivenPage() {
  const session = useSession();
  if (session.status === 'signed_out')
    return (
      <Invitation title="A friend has a ticket for you">
        You pay nothing. Sign in to see which night it is for, and take it.
      </Invitation>
    );
  return (
    <RequireSignedIn>
      <TicketOfLink />
    </RequireSignedIn>
  );
}

function TicketOfLink() {
  const api = useApi();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // The token is behind the #, so it reaches the server only in the body of a request.
  const token = useLocation({ select: ({ hash }) => hash });
  const switches = useSwitches();
  const isOn = switches?.squads ?? false;
  const { data: ticket, error } = useQuery({
    queryKey: ['mine', 'given-link', token],
    enabled: isOn && token !== '',
    queryFn: () => unwrap(api.my.given.look.$post({ json: { token } })),
    retry: false,
    staleTime: Infinity,
  });
  const accept = useMutation({
    mutationFn: () => unwrap(api.my.given.accept.$post({ json: { token } })),
    retry: false,
    onSuccess: ({ request_id }) => {
      void queryClient.invalidateQueries({ queryKey: ['mine'] });
      void navigate({ to: '/pass/$requestId', params: { requestId: request_id }, replace: true });
    },
  });
  if (!switches) return <Loading />;
  if (!isOn)
    return <LinkMessage title="Tickets can’t be given away right now">Keep the link and open it later.</LinkMessage>;
  if (token === '')
    return <LinkMessage title="This link doesn’t work">Ask the friend who sent it for a new one.</LinkMessage>;
  if (!ticket && !error) return <Loading />;
  if (!ticket) return <LinkMessage title="This link doesn’t work">{error?.message}</LinkMessage>;
  if (ticket.is_mine) return <LinkMessage title="You have this ticket">It is in My tickets.</LinkMessage>;
  if (ticket.is_own)
    return (
      <LinkMessage title="This is your own link">
        Send it to the friend who comes along. To take the ticket back, open it in My tickets.
      </LinkMessage>
    );
  return (
    <section className="wrap message">
      <h1>{ticket.from ?? 'A student'} has a ticket for you</h1>
      <p>
        <b>{ticket.title}</b>, {longDate(ticket.start_at)}, {ticket.venue_name}
      </p>
      <p>
        You pay nothing. You get a pass of your own on this phone, which works without a connection once you have opened
        it. {ticket.from ?? 'The student'} and the door see your name. You can give the ticket back, but you can’t pass
        it on.
      </p>
      {ticket.was_opened && <p>Your friend has opened its file, so they may have the code, too.</p>}
      <p className="muted">If somebody asks you for money for this link, don’t pay: you would have no protection.</p>
      <Alert>{accept.error?.message}</Alert>
      <p className="row">
        <button type="button" className="button primary" disabled={accept.isPending} onClick={() => accept.mutate()}>
          Take the ticket
        </button>
        <Link to="/events/$slug" params={{ slug: ticket.slug }} className="button">
          See the night
        </Link>
      </p>
    </section>
  );
}
