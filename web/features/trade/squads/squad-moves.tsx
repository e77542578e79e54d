import { useNavigate } from '@tanstack/react-router';
import { SQUAD_PLACES, type SquadView } from '../../../../worker/contract/trade/squads.ts';
import { unwrap } from '../../../api.ts';
import { ConfirmButton } from '../../../ui/dialogs/confirm-button.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { StoryButton } from '../../nights/events/story-button.tsx';
import { SquadMates } from './squad-mates.tsx';
import { countText, homeText } from './squad-words.ts';
import s from './squads.module.css';

const READS = ['mine'];

/** `isOpen` is false once the squad's time is up or all its cards are authorized. */
export function SquadFriends({ squad, isOpen }: { squad: SquadView; isOpen: boolean }) {
  const api = useApi();
  const { id, you, mates } = squad;
  const lower = useAction(
    (places: number) => unwrap(api.my.squads[':id'].$patch({ param: { id }, json: { places } })),
    { reads: READS },
  );
  const free = useAction(
    (card_id: string) => unwrap(api.my.squads[':id'].cards[':card_id'].$delete({ param: { id, card_id } })),
    { reads: READS, done: () => showToast({ title: 'Place freed' }) },
  );
  const own = mates.find(({ is_you }) => is_you);
  const fewer = Math.max(squad.joined, SQUAD_PLACES.least);
  const isBusy = lower.isPending || free.isPending;
  const leads = isOpen && you.is_captain;
  const isWhole = squad.event.is_open && squad.authorized >= squad.places;
  return (
    <section className={s.friends} aria-labelledby="in">
      <h2 id="in">{squad.home_until === null ? countText(squad) : homeText(squad)}</h2>
      <SquadMates
        squad={squad}
        isBusy={isBusy}
        {...(leads && { onFree: (mate: { id: string }) => free.mutate(mate.id) })}
      />
      {(isOpen || isWhole) && (you.is_captain || own) && (
        <p className="row">
          {leads && fewer < squad.places && (
            <button type="button" className="button" disabled={isBusy} onClick={() => lower.mutate(fewer)}>
              Lower to {fewer} places
            </button>
          )}
          <StoryOfSquad squad={squad} />
          {isOpen && (you.is_captain ? <CallOff squad={squad} /> : own && <Leave squad={squad} card_id={own.id} />)}
        </p>
      )}
    </section>
  );
}

/** A button that shares the event as a story. The story leaves out the squad's link, because it is for friends only. */
function StoryOfSquad({ squad }: { squad: SquadView }) {
  const { event } = squad;
  const shown = { ...event, venue: { name: event.venue, city: event.city } };
  return <StoryButton event={shown} note={countText(squad)} />;
}

function CallOff({ squad: { id } }: { squad: SquadView }) {
  const api = useApi();
  const end = useAction(() => unwrap(api.my.squads[':id'].$delete({ param: { id } })), {
    reads: READS,
    done: () => showToast({ title: 'Squad called off' }),
  });
  return (
    <ConfirmButton
      label="Call it off"
      title="Call the squad off?"
      confirm="Call it off"
      keep="Keep it"
      isBusy={end.isPending}
      onConfirm={(close) => end.mutate(undefined, { onSettled: close })}
    >
      <p>It ends for all of you. Nobody is charged, and we tell your friends.</p>
    </ConfirmButton>
  );
}

function Leave({ squad: { id, event, captain }, card_id }: { squad: SquadView; card_id: string }) {
  const api = useApi();
  const navigate = useNavigate();
  const leave = useAction(() => unwrap(api.my.squads[':id'].cards[':card_id'].$delete({ param: { id, card_id } })), {
    reads: READS,
    done: () => {
      showToast({ title: 'You left the squad', text: 'You aren’t charged.' });
      void navigate({ to: '/events/$slug', params: { slug: event.slug } });
    },
  });
  return (
    <ConfirmButton
      label="Leave"
      title="Leave the squad?"
      confirm="Leave"
      keep="Stay"
      isBusy={leave.isPending}
      onConfirm={(close) => leave.mutate(undefined, { onSettled: close })}
    >
      <p>
        Your place becomes free, and you aren’t charged. <bdi>{captain}</bdi> sees that you left.
      </p>
    </ConfirmButton>
  );
}
