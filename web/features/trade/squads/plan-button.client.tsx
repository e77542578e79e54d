import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { BAR_KEY, launchQuery } from '../../../common/launch/launch.queries.ts';
import { useSession, useUserId } from '../../../session/session.ts';
import { useSignIn } from '../../../session/sign-in-link.tsx';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { useApi } from '../../../use-api.ts';
import { eventQuery } from '../../nights/events/events.queries.ts';
import { eligibleFor } from '../buying/eligible-listings.ts';
import { myEventQuery } from '../buying/my-event.queries.ts';
import { useCurrentTime } from '../resale/use-current-time.ts';
import { countText } from './squad-words.ts';
import s from './squads.module.css';

const LABEL = 'Go together, each pays their own';
const LEAST = 2;

const load = () => import('./plan-dialog.tsx').then((module) => module.PlanDialog);

export function PlanButton() {
  const api = useApi();
  const { slug } = useParams({ from: '/events/$slug' });
  const session = useSession();
  const signIn = useSignIn();
  const now = useCurrentTime();
  const me = useUserId();
  // Visitors use the switches that came with the page.
  const { data: early } = useQuery({ ...launchQuery(api), queryKey: BAR_KEY, enabled: false });
  const { data: switches } = useQuery({ ...launchQuery(api), enabled: me !== null });
  const { data: event } = useQuery(eventQuery(api, slug));
  const { data: mine } = useQuery(myEventQuery(api, { user_id: me, event_id: event?.id ?? '' }));
  if (mine?.squad)
    return (
      <Link to="/squad/$id" params={{ id: mine.squad.id }} className={s.link}>
        Your squad: {countText(mine.squad)}
      </Link>
    );
  const isOn = (me === null ? (switches ?? early) : switches)?.squads ?? false;
  if (!event || !isOn || session.status === 'loading' || Date.parse(event.start_at) <= now.getTime()) return null;
  const listings = eligibleFor(event.listings ?? [], me);
  if (listings.reduce((sum, { quantity }) => sum + quantity, 0) < LEAST) return null;
  if (me === null)
    return (
      <button type="button" className={s.link} onClick={signIn}>
        {LABEL}
      </button>
    );
  return (
    <DialogButton className={s.link} load={load} pass={{ event, me, listings }}>
      {LABEL}
    </DialogButton>
  );
}
