import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PlanSquad, type SquadView } from '../../../../worker/contract/trade/squads.ts';
import { unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import type { DialogProps } from '../../../ui/dialogs/dialog-button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { useApi } from '../../../use-api.ts';
import { forContract, formSchema, useForm } from '../../../use-form.ts';
import { BadgeFirst } from '../buying/badge-first.tsx';
import type { ShownListing } from '../buying/eligible-listings.ts';
import { readPrice } from '../listings/ask-price.ts';
import { PlacesStepper } from './places-stepper.tsx';
import { suggestedMost } from './squad-most.ts';
import s from './squads.module.css';
import { tokenOf } from './squads.queries.ts';

const NONE: readonly ShownListing[] = [];
const USUAL_PLACES = 4;

export interface Plan {
  event: { id: string; title: string };
  me: string;
  /** Cheapest first. The form suggests a price from these listings. */
  listings?: readonly ShownListing[];
  again?: Pick<SquadView, 'id' | 'places' | 'most_total'>;
}

interface Typed {
  places: number;
  /**
   * The text of the price field. In a new plan it is null until the captain types, and the field shows a suggested
   * price. If the captain plans an ended squad again, the text starts as the price of that squad.
   */
  most_total: string | null;
}

const textOf = (most: number | undefined) => (most === undefined ? '' : most.toFixed(2).replace('.00', ''));

export function PlanDialog({ event, me, listings = NONE, again, onClose }: Plan & DialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const plan = useMutation({
    mutationFn: (json: Parameters<typeof api.my.squads.$post>[0]['json']) => unwrap(api.my.squads.$post({ json })),
    networkMode: 'always',
    retry: false,
    onSuccess: ({ id, link }) => {
      void queryClient.invalidateQueries({ queryKey: ['mine'] });
      onClose();
      const to = navigate({ to: '/squad/$id', params: { id }, hash: link === null ? '' : tokenOf(link) });
      // The router does not scroll to the top, because the address has a fragment.
      void to.then(() => (document.documentElement.scrollTop = 0));
    },
  });
  const mostOf = ({ places, most_total }: Typed) => most_total ?? textOf(suggestedMost(listings, places));
  const form = useForm({
    schema: formSchema<Typed, Parameters<typeof plan.mutate>[0]>((typed) =>
      forContract(PlanSquad, {
        event_id: event.id,
        places: typed.places,
        most_total: readPrice(mostOf(typed)) ?? Number.NaN,
        ...(again && { again: again.id }),
      }),
    ),
    initial: { places: again?.places ?? USUAL_PLACES, most_total: again ? textOf(again.most_total) : null },
    mutation: plan,
  });
  const { places } = form.values;
  return (
    <Dialog title="Go together" locked={form.isBusy} onClose={onClose}>
      <form className={s.form} {...form.props}>
        <p>
          You all get a ticket for <b>{event.title}</b>, or nobody does. Each friend joins with your link and their own
          card.
        </p>
        <PlacesStepper value={places} onChange={(next) => form.change({ places: next })} />
        <Field
          label="The most each of you pays, with fees"
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          name="most_total"
          value={mostOf(form.values)}
          {...(form.problems['most_total'] === undefined ? {} : { error: form.problems['most_total'] })}
          onChange={({ target }) => form.change({ most_total: target.value })}
        />
        <p>You have 30 minutes. Nobody is charged until everybody has a ticket.</p>
        <Alert>{form.error?.message}</Alert>
        <BadgeFirst event_id={event.id} me={me}>
          <button type="submit" className="button primary" disabled={form.isBusy} aria-busy={form.isBusy}>
            {again ? 'Try again' : 'Get the link for your friends'}
          </button>
        </BadgeFirst>
      </form>
    </Dialog>
  );
}
