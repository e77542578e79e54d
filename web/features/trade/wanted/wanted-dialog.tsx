import { useMutation, useQueryClient } from '@tanstack/react-query';
import { WantTickets } from '../../../../worker/contract/trade/offers/wanted.ts';
import { MOST_HELD } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { Alert } from '../../../ui/alert.tsx';
import type { DialogProps } from '../../../ui/dialogs/dialog-button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { useApi } from '../../../use-api.ts';
import { forContract, formSchema, useForm } from '../../../use-form.ts';
import type { Place } from '../offers/offers.queries.ts';
import { useCurrentTime } from '../resale/use-current-time.ts';
import { readPrice } from '../listings/ask-price.ts';
import s from '../squads/squads.module.css';
import { sendWanted } from './wanted.queries.ts';
import { untilChoices } from './wanted-words.ts';

interface Typed {
  places: string;
  most_each: string;
  until: string;
}

const COUNTS = Array.from({ length: MOST_HELD }, (_, at) => at + 1);

export function WantedDialog({
  event,
  place: { places, wanted },
  onClose,
}: { event: { id: string; start_at: string }; place: Pick<Place, 'places' | 'wanted'> } & DialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const choices = untilChoices(event.start_at, useCurrentTime());
  const show = useMutation({
    mutationFn: (json: Parameters<typeof sendWanted>[1]['json']) => sendWanted(api, { event_id: event.id, json }),
    networkMode: 'always',
    retry: false,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['mine'] });
      onClose();
    },
  });
  const form = useForm({
    schema: formSchema<Typed, Parameters<typeof show.mutate>[0]>(({ places: count, most_each, until }) =>
      forContract(WantTickets, { places: Number(count), most_each: readPrice(most_each) ?? Number.NaN, until }),
    ),
    initial: {
      places: String(places),
      most_each: wanted ? wanted.most_each.toFixed(2).replace('.00', '') : '',
      until: (choices.find(({ until }) => until === wanted?.until) ?? choices.at(-1))?.until ?? '',
    },
    mutation: show,
  });
  const { values } = form;
  return (
    <Dialog title="Tell people what you’re looking for" locked={form.isBusy} onClose={onClose}>
      <form className={s.form} {...form.props}>
        <p>
          You get a link to share. If somebody sells through it, you have the first 30 minutes to take the tickets, and
          10 in the last hour before the night. You keep your place on the waitlist.
        </p>
        <SelectField
          label="Tickets"
          name="places"
          value={values.places}
          onChange={({ target }) => form.change({ places: target.value })}
        >
          {COUNTS.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </SelectField>
        <Field
          label="The most you pay for each, with fees"
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          {...form.field('most_each')}
        />
        <SelectField
          label="Until"
          name="until"
          value={values.until}
          error={form.problems['until']}
          onChange={({ target }) => form.change({ until: target.value })}
        >
          {choices.map(({ until, label }) => (
            <option key={until} value={until}>
              {label}
            </option>
          ))}
        </SelectField>
        <p>
          Everybody with the link sees your first name and what you’re looking for. We offer you only tickets at this
          price or less.
        </p>
        <Alert>{form.error?.message}</Alert>
        <button type="submit" className="button primary" disabled={form.isBusy} aria-busy={form.isBusy}>
          {wanted ? 'Save' : 'Get the link'}
        </button>
      </form>
    </Dialog>
  );
}
