import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useRouteContext } from '@tanstack/react-router';
import { longDate } from '../../../worker/contract/time/event-time.ts';
import { unwrap } from '../../api.ts';
import { launchQuery } from '../../common/launch/launch.queries.ts';
import { RequireSignedIn } from '../../session/gates.tsx';
import { useSession } from '../../session/session.ts';
import { useSignIn } from '../../session/sign-in-link.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Loading } from '../../ui/loading.tsx';

/**
 * The page of a link by which a friend gives a ticket away. It says what the link is for before it asks people to sign
 * in. Opening it changes nothing.
 */
export function GivenPage() {
  const session = useSession();
  if (session.status === 'signed_out') return <Invitation />;
  return (
    <RequireSignedIn>
      <TicketOfLink />
    </RequireSignedIn>
  );
}

function Invitation() {
  const signIn = useSignIn();
  return (
    <section className="wrap message">
      <h1>A friend has a ticket for you</h1>
      <p>You pay nothing. Sign in to see which night it is for, and take it.</p>
      <p className="row">
        <button type="button" className="button primary" onClick={signIn}>
          Sign in
        </button>
      </p>
    </section>
  );
}

function TicketOfLink() {
  const { api } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // The token is behind the #, so it reaches the server only in the body of a request.
  const token = useLocation({ select: ({ hash }) => hash });
  const { data: switches } = useQuery(launchQuery(api));
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
  if (!isOn) return <Message title="Tickets can’t be given away right now">Keep the link and open it later.</Message>;
  if (token === '') return <Message title="This link doesn’t work">Ask the friend who sent it for a new one.</Message>;
  if (!ticket && !error) return <Loading />;
  if (!ticket) return <Message title="This link doesn’t work">{error?.message}</Message>;
  if (ticket.is_mine) return <Message title="You have this ticket">It is in My tickets.</Message>;
  if (ticket.is_own)
    return (
      <Message title="This is your own link">
        Send it to the friend who comes along. To take the ticket back, open it in My tickets.
      </Message>
    );
  return (
    <section className="wrap message">
      <h1>{ticket.from ?? 'A student'} has a ticket for you</h1>
      <p>
        <b>{ticket.title}</b>, {longDate(ticket.start_at)}, {ticket.venue_name}
      </p>
      <p>
        You pay nothing. You have a pass of your own on this phone, which works without a connection once you have
        opened it. {ticket.from ?? 'The student'} and the door see your name. You can give the ticket back, but to
        nobody else.
      </p>
      {ticket.was_opened && <p>Your friend has opened its file, so both of you can have its code.</p>}
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

function Message({ title, children }: { title: string; children: string | undefined }) {
  return (
    <section className="wrap message">
      <h1>{title}</h1>
      <output>{children}</output>
      <p className="row">
        <Link to="/my-tickets" className="button">
          My tickets
        </Link>
      </p>
    </section>
  );
}
