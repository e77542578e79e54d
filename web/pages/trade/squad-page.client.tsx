import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useSwitches } from '../../common/launch/use-switches.ts';
import { SquadState } from '../../features/trade/squads/squad-state.tsx';
import { squadQuery } from '../../features/trade/squads/squads.queries.ts';
import s from '../../features/trade/squads/squads.module.css';
import { NightHead } from '../../features/trade/ticket/night-head.tsx';
import { RequireSignedIn } from '../../session/gates.tsx';
import { useSession } from '../../session/session.ts';
import { Loading } from '../../ui/loading.tsx';
import { useApi } from '../../use-api.ts';
import { Invitation, LinkMessage } from './link-pages.tsx';

export function SquadPage() {
  const session = useSession();
  if (session.status === 'signed_out')
    return (
      <Invitation title="A friend plans a night with you">
        You each pay with your own card, and you all get tickets or nobody is charged. Sign in to see the night and who
        is in.
      </Invitation>
    );
  return (
    <RequireSignedIn>
      {session.status === 'signed_in' && <SquadOfLink key={session.user.id} user_id={session.user.id} />}
    </RequireSignedIn>
  );
}

function SquadOfLink({ user_id }: { user_id: string }) {
  const api = useApi();
  const { id } = useParams({ from: '/squad/$id' });
  // The URL has the squad's token after the #, so the token reaches the server only in the body of an HTTP request.
  const token = useLocation({ select: ({ hash }) => hash });
  const switches = useSwitches();
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
  if (error) return <LinkMessage title="We couldn’t open this squad">{error.message}</LinkMessage>;
  if (!squad || !switches) return <Loading />;
  return <LinkMessage title="Squads are closed right now">Keep the link and open it later.</LinkMessage>;
}
