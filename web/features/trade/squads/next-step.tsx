import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import type { SquadView } from '../../../../worker/contract/trade/squads.ts';
import { unwrap } from '../../../api.ts';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { BadgeFirst } from '../buying/badge-first.tsx';
import { openCardPage } from '../payments/card-page.ts';
import { JoinWaitlistButton } from '../../nights/waitlist/join-waitlist-button.tsx';
import { ShareButton } from './share-button.tsx';
import { isForWaitlist, isHome } from './squad-words.ts';
import s from './squads.module.css';
import { squadQuery, tokenOf } from './squads.queries.ts';

const load = () => import('./plan-dialog.tsx').then((module) => module.PlanDialog);

export interface Shown {
  squad: SquadView;
  user_id: string;
  /** Empty when the person comes back from the card page. */
  token: string;
}

export function NextStep({ squad, user_id, token, isOpen }: Shown & { isOpen: boolean }) {
  const { state, you, event, joined, places, link } = squad;
  const withFees = { ...event, ticket_price: null, fees_included: true };
  if (state === 'gathering') {
    if (!isOpen) return null;
    if (you.card === null) return joined < places && <Join squad={squad} user_id={user_id} token={token} />;
    if (you.card === 'awaiting') return <ToCardPage url={you.card_url} />;
    return joined < places && link !== null && <ShareButton squad={squad} link={link} />;
  }
  if (state === 'ended')
    return (
      you.is_captain &&
      event.is_open && (
        <>
          <DialogButton className={`button primary ${s.next}`} load={load} pass={{ event, me: user_id, again: squad }}>
            Try again
          </DialogButton>
          {isForWaitlist(squad) && (
            <JoinWaitlistButton event={withFees} label={`Join the waitlist for all ${places}`} places={places} />
          )}
        </>
      )
    );
  if (squad.home_until !== null) return <AnswerHome squad={squad} user_id={user_id} token={token} />;
  if (you.request_id === null) return null;
  return state === 'in' ? (
    <Link to="/pass/$requestId" params={{ requestId: you.request_id }} className={`button primary ${s.next}`}>
      Show your ticket
    </Link>
  ) : (
    <Link to="/my-tickets" className={`button ${s.next}`}>
      My tickets
    </Link>
  );
}

function Join({ squad, user_id, token }: Shown) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { id, event, link, most_total } = squad;
  const join = useAction(
    () => unwrap(api.my.squads.join.$post({ json: { token: token || (link === null ? '' : tokenOf(link)) } })),
    {
      reads: [],
      done: (joined) => {
        queryClient.setQueryData(squadQuery(api, { user_id, id, token }).queryKey, joined);
        if (joined.you.card_url !== null) openCardPage(joined.you.card_url);
      },
    },
  );
  return (
    <BadgeFirst event_id={event.id} me={user_id}>
      <button
        type="button"
        className={`button primary ${s.next}`}
        disabled={join.isPending}
        aria-busy={join.isPending}
        onClick={() => join.mutate(undefined)}
      >
        Join with your card: at most {priceText(most_total)}
      </button>
    </BadgeFirst>
  );
}

function AnswerHome({ squad, user_id, token }: Shown) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { id } = squad;
  const isSaid = isHome(squad);
  const home = api.my.squads[':id'].home;
  const answer = useAction(() => unwrap(isSaid ? home.$delete({ param: { id } }) : home.$put({ param: { id } })), {
    reads: [],
    done: (answered) => queryClient.setQueryData(squadQuery(api, { user_id, id, token }).queryKey, answered),
  });
  return (
    <button
      type="button"
      className={`button ${isSaid ? '' : 'primary '}${s.next}`}
      aria-busy={answer.isPending}
      onClick={() => {
        // The button stays enabled while it sends, because a disabled button would lose the focus.
        if (!answer.isPending) answer.mutate(undefined);
      }}
    >
      {isSaid ? 'Not home yet' : 'Got home'}
    </button>
  );
}

function ToCardPage({ url }: { url: string | null }) {
  if (url === null) return <output>We’re opening the card page...</output>;
  return (
    <button type="button" className={`button primary ${s.next}`} onClick={() => openCardPage(url)}>
      Continue to the card page
    </button>
  );
}
