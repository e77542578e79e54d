import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams, useRouteContext } from '@tanstack/react-router';
import { launchQuery } from '../../common/launch/launch.queries.ts';
import { SquadState } from '../../features/trade/squads/squad-state.tsx';
import { squadQuery } from '../../features/trade/squads/squads.queries.ts';
import s from '../../features/trade/squads/squads.module.css';
import { NightHead } from '../../features/trade/ticket/night-head.tsx';
import { RequireSignedIn } from '../../session/gates.tsx';
import { useSession } from '../../session/session.ts';
import { useSignIn } from '../../session/sign-in-link.tsx';
import { Loading } from '../../ui/loading.tsx';

/**
 * The page of a squad's link. It says what the link is for before it asks people to sign in. Opening it changes
 * nothing.
 */
export function SquadPage() {
  const session = useSession();
  if (session.status === 'signed_out') return <Invitation />;
  return (
    <RequireSignedIn>
      {session.status === 'signed_in' && <SquadOfLink key={session.user.id} user_id={session.user.id} />}
    </RequireSignedIn>
  );
}

function Invitation() {
  const signIn = useSignIn();
  return (
    <section className="wrap message">
      <h1>A friend plans a night with you</h1>
      <p>
        You each pay with your own card, and you all get tickets or nobody is charged. Sign in to see the night and who
        is in.
      </p>
      <p className="row">
        <button type="button" className="button primary" onClick={signIn}>
          Sign in
        </button>
      </p>
    </section>
  );
}

function SquadOfLink({ user_id }: { user_id: string }) {
  const { api } = useRouteContext({ from: '__root__' });
  const { id } = useParams({ from: '/squad/$id' });
  // The token is behind the #, so it reaches the server only in the body of a request.
  const token = useLocation({ select: ({ hash }) => hash });
  const { data: switches } = useQuery(launchQuery(api));
  const { data: squad, error } = useQuery({ ...squadQuery(api, { user_id, id, token }), retry: false });
  if (squad && (switches?.squads || squad.you.card !== null || squad.you.is_captain)) {
    const { event } = squad;
    return (
      <section className={`wrap ${s.page}`}>
        <NightHead event={{ ...event, venue_name: event.venue, address: undefined }} poster={undefined} />
        <SquadState key={squad.id} squad={squad} user_id={user_id} token={token} />
        <p className="row">
          <Link to="/events/$slug" params={{ slug: event.slug }} className="button">
            See the night
          </Link>
        </p>
      </section>
    );
  }
  if (error) return <Message title="We couldn’t open this squad">{error.message}</Message>;
  if (!squad || !switches) return <Loading />;
  return <Message title="Squads are closed right now">Keep the link and open it later.</Message>;
}

function Message({ title, children }: { title: string; children: string }) {
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
