import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { refusalMinutes } from '../../../../worker/contract/trade/offers/offer-window.ts';
import {
  wantedNote,
  wantedPath,
  wantedPicturePath,
  type WantedView,
} from '../../../../worker/contract/trade/offers/wanted.ts';
import { BAR_KEY, launchQuery } from '../../../common/launch/launch.queries.ts';
import { useSignIn } from '../../../session/sign-in-link.tsx';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { useApi } from '../../../use-api.ts';
import { keepSellDraft, newDraft } from '../listings/sell-draft.ts';
import { useCurrentTime } from '../resale/use-current-time.ts';
import s from '../squads/squads.module.css';
import { TakeAtOnce } from './take-at-once.tsx';
import { lookingFor } from './wanted-words.ts';
import { useStopWanting } from './wanted.queries.ts';

const loadStory = () => import('../../nights/events/story-dialog.client.tsx').then((module) => module.StoryDialog);
const load = () => import('./wanted-dialog.tsx').then((module) => module.WantedDialog);

interface Shown {
  wanted: WantedView;
  user_id: string | null;
}

export function Wanted({ wanted, user_id }: Shown) {
  const { name, is_yours } = wanted;
  return (
    <div className={s.state}>
      <h2>{is_yours ? 'You’re looking for tickets' : `${name ?? 'A student'} is looking for tickets`}</h2>
      <p>{lookingFor(wanted, useCurrentTime())}.</p>
      {wanted.rests && (
        <output>
          Your search is paused while you have a request for this night. Others can’t see it now.{' '}
          <Link to="/my-tickets">My tickets</Link>
        </output>
      )}
      {is_yours && user_id !== null ? (
        <Yours wanted={wanted} user_id={user_id} />
      ) : (
        <SellThem wanted={wanted} user_id={user_id} />
      )}
    </div>
  );
}

function Yours({ wanted, user_id }: { wanted: WantedView; user_id: string }) {
  const { event, places, most_each, until } = wanted;
  const navigate = useNavigate();
  const stop = useStopWanting(event.id, () => void navigate({ to: '/events/$slug', params: { slug: event.slug } }));
  return (
    <>
      {!wanted.rests && (
        <>
          <p>If somebody sells through your link, the tickets are held for you before they go to anybody else.</p>
          <DialogButton
            className={`button primary ${s.next}`}
            load={loadStory}
            pass={{
              event: { ...event, venue: { name: event.venue, city: event.city } },
              own: { picture: wantedPicturePath(wanted.id), says: wantedNote(wanted), path: wantedPath(wanted.id) },
            }}
          >
            Share your link
          </DialogButton>
        </>
      )}
      <TakeAtOnce search={wanted} user_id={user_id} />
      <p className="row">
        <DialogButton
          className="button"
          load={load}
          pass={{ event, place: { places, wanted: { id: wanted.id, most_each, until } } }}
        >
          Change
        </DialogButton>
        <button type="button" className="button" disabled={stop.isPending} onClick={() => stop.mutate()}>
          Stop looking
        </button>
      </p>
    </>
  );
}

function SellThem({ wanted: { id, name, places, most_each, event }, user_id }: Shown) {
  const api = useApi();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const minutes = refusalMinutes({ start_at: new Date(event.start_at), now: useCurrentTime() });
  // Visitors use the switches that came with the page.
  const { data: early } = useQuery({ ...launchQuery(api), queryKey: BAR_KEY, enabled: false });
  const { data: switches } = useQuery({ ...launchQuery(api), enabled: user_id !== null });
  if (!(switches ?? early)?.sell) return null;
  const sell = () => {
    if (user_id === null) {
      signIn();
      return;
    }
    keepSellDraft(user_id, {
      ...newDraft(),
      event: { ...event, venue_name: event.venue },
      quantity: String(places),
      wanted: { id, name, places, most_each },
    });
    void navigate({ to: '/sell' });
  };
  return (
    <>
      <p>
        If you sell through this page, they have the first {minutes} minutes. After that, your tickets go to everybody.
      </p>
      <button type="button" className={`button primary ${s.next}`} onClick={sell}>
        Sell them your tickets
      </button>
    </>
  );
}
