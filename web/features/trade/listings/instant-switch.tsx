import { unwrap } from '../../../api.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { useApi } from '../../../use-api.ts';
import s from '../resale/resale.module.css';
import { type MyListing, TOUCHED } from '../resale/resale.queries.ts';

export const SOLD_AT_ONCE = 'Buyers get these tickets as soon as their card is authorized. You can’t decline.';

/** While payments are off, the switch is shown only if it is on. */
export function InstantSwitch({ listing: { id, is_instant, event } }: { listing: MyListing }) {
  const api = useApi();
  const switches = useSwitches();
  const move = useAction(
    (next: boolean) => unwrap(api.listings[':id'].$patch({ param: { id }, json: { is_instant: next } })),
    {
      reads: TOUCHED,
      done: (listing) =>
        showToast(
          listing.is_instant
            ? { title: 'Sold at once', text: `${event.title}: the next buyer whose card is authorized gets them.` }
            : { title: 'You answer first', text: `${event.title}: nothing is sold until you say yes.` },
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
