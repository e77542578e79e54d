import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { unwrap } from '../../../api.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { launchQuery } from '../../../common/launch/launch.queries.ts';
import s from '../resale/resale.module.css';
import { type MyListing, TOUCHED } from '../resale/resale.queries.ts';

/** What it means that tickets are sold at once. */
export const SOLD_AT_ONCE = 'Buyers get these tickets as soon as their card is authorised. You cannot decline.';

/**
 * Says whether a listing is sold at once, and changes it. It is shown while buyers pay here; one that is still on can
 * be switched off.
 */
export function InstantSwitch({ listing: { id, is_instant, event } }: { listing: MyListing }) {
  const { api } = useRouteContext({ from: '__root__' });
  const { data: switches } = useQuery(launchQuery(api));
  const move = useAction(
    (next: boolean) => unwrap(api.listings[':id'].$patch({ param: { id }, json: { is_instant: next } })),
    {
      reads: TOUCHED,
      done: (listing) =>
        showToast(
          listing.is_instant
            ? { title: 'Sold at once', text: `${event.title}: the next card that is authorised buys them.` }
            : { title: 'You answer again', text: `${event.title}: each request waits for your yes.` },
        ),
    },
  );
  if (!switches?.payments && !is_instant) return null;
  return (
    <div className={s.instant}>
      <Switch
        label={`Sold at once: ${event.title}`}
        isOn={is_instant}
        words={['Sold at once', 'You answer first']}
        disabled={move.isPending}
        onChange={(next) => move.mutate(next)}
      />
      {is_instant && <p className={s.small}>{SOLD_AT_ONCE}</p>}
    </div>
  );
}
