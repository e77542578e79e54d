import { useQuery, useQueryClient } from '@tanstack/react-query';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import type { WantedView } from '../../../../worker/contract/trade/offers/wanted.ts';
import { unwrap } from '../../../api.ts';
import { useAction } from '../../../use-action.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { useApi } from '../../../use-api.ts';
import s from '../squads/squads.module.css';
import { openCardPage } from '../payments/card-page.ts';
import { cardQuery } from './wanted.queries.ts';

type Search = Pick<WantedView, 'event' | 'places' | 'most_each'>;

export function TakeAtOnce({ search, user_id }: { search: Search; user_id: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const about = { user_id, event_id: search.event.id };
  const { data: card } = useQuery(cardQuery(api, about));
  const { card: route } = api.my.events[':id'].wanted;
  const param = { id: search.event.id };
  const readAgain = () => queryClient.invalidateQueries({ queryKey: cardQuery(api, about).queryKey });
  // Reloads no list, because the browser leaves for the card page. On return, the state of the card is read again.
  const give = useAction(() => unwrap(route.$put({ param })), {
    reads: [],
    done: ({ page_url }) => (page_url === null ? void readAgain() : openCardPage(page_url)),
  });
  const takeBack = useAction(() => unwrap(route.$delete({ param })), { reads: [], done: () => void readAgain() });
  if (!card || (card.state === 'off' && !card.is_possible)) return null;
  const isBusy = give.isPending || takeBack.isPending;
  return (
    <section className={s.friends} aria-labelledby="take-at-once">
      <h3 id="take-at-once">Take tickets at once</h3>
      <Switch
        label="Take tickets at once"
        isOn={card.state === 'on'}
        disabled={isBusy}
        onChange={(isOn) => (isOn ? give.mutate(undefined) : takeBack.mutate(undefined))}
      />
      <p>{saysOf(card.state, search)}</p>
      {card.state === 'asked' && (
        <p className="row">
          <button type="button" className="button" disabled={isBusy} onClick={() => give.mutate(undefined)}>
            Continue to the card page
          </button>
          <button type="button" className="button" disabled={isBusy} onClick={() => takeBack.mutate(undefined)}>
            Don’t give a card
          </button>
        </p>
      )}
    </section>
  );
}

const IN_ADVANCE = 'Some sellers say yes in advance, and then it’s charged at once.';

function saysOf(state: 'off' | 'asked' | 'on', { places, most_each }: Search): string {
  const tickets = ticketCount(places);
  const price = `up to ${priceText(most_each)}${places === 1 ? '' : ' each'} with fees`;
  if (state === 'asked') return 'We’re waiting for your card. Until you give one, you get offers as before.';
  if (state === 'off') {
    return `Give a card, and we take ${tickets} at ${price} for you as soon as they’re offered to you. You don’t have to answer, and your card is charged only once a seller says yes. ${IN_ADVANCE}`;
  }
  return `We take the first ${places === 1 ? 'ticket' : tickets} at ${price} for you, and charge your card once the seller says yes. ${IN_ADVANCE} If you change what you’re looking for, that counts for your card too.`;
}
