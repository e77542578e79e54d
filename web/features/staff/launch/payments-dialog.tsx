import { useQuery } from '@tanstack/react-query';
import { missingForPayments, PAYMENTS_WORD, SetSwitch } from '../../../../worker/contract/staff/launch.ts';
import { LAW_PACKS } from '../../../../worker/contract/staff/law-packs.ts';
import { PAYMENTS_QUESTIONS, type QUESTION_NAMES } from '../../../../worker/contract/staff/payments-questions.ts';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { type FormMutation, forContract, formSchema, useForm } from '../../../use-form.ts';
import { paymentChecksQuery, type SwitchMove } from './launch-desk.queries.ts';
import a from '../../../admin-ui/admin.module.css';
import { useApi } from '../../../use-api.ts';
import s from './launch.module.css';

type Name = (typeof QUESTION_NAMES)[number];

const schema = formSchema(({ word, answered }: { word: string; answered: Name[] }) => {
  const given = { word: word.trim().toLowerCase(), answered };
  return forContract(SetSwitch, { is_on: true, was_on: false, ...given }, missingForPayments(given));
});

export function PaymentsDialog({ mutation, onClose }: { mutation: FormMutation<SwitchMove>; onClose: () => void }) {
  const api = useApi();
  const list = useQuery(paymentChecksQuery(api));
  const form = useForm({ schema, initial: { word: '', answered: [] as Name[] }, mutation });
  const { answered } = form.values;
  const failing = list.data?.checks.filter(({ sentence }) => sentence !== null).length;
  return (
    <Dialog title="Turn payments on?" locked={form.isBusy} onClose={onClose}>
      <form className={a.form} {...form.props}>
        <p>From then on buyers pay by card, and we hold their money until the hand-over.</p>
        <h3>Checks</h3>
        <ListStates list={list} count={list.data?.checks.length ?? 0} empty="">
          <ul className={s.checks} aria-label="Checks">
            {list.data?.checks.map(({ name, value, sentence }) => (
              <li key={name} data-wrong={sentence !== null || undefined}>
                <b>{name}</b>
                <span className={s.value}>{value}</span>
                <span className={s.state}>{sentence ?? 'Ready'}</span>
              </li>
            ))}
          </ul>
        </ListStates>
        <button type="button" className="button" disabled={list.isFetching} onClick={() => void list.refetch()}>
          {list.isFetching ? 'Reading...' : 'Read the checks again'}
        </button>
        <fieldset className={s.questions} aria-describedby={form.problems['answered'] && 'answered-error'}>
          <legend>The owner’s questions</legend>
          <p className={a.small}>The runbook of operations has them in full. {lawOf(list.data?.cities ?? [])}</p>
          <ul className={a.small} aria-label="Laws on resale">
            {LAW_PACKS.map(({ title, law, source, read_on }) => (
              <li key={title}>
                {title}: <a href={source}>{law}</a>, read on {read_on}. No lawyer has confirmed it.
              </li>
            ))}
          </ul>
          {PAYMENTS_QUESTIONS.map(({ name, title, asks }) => (
            <CheckField
              key={name}
              name="answered"
              label={`${title}: ${asks}`}
              checked={answered.includes(name)}
              onChange={({ target }) =>
                form.change({ answered: target.checked ? [...answered, name] : answered.filter((one) => one !== name) })
              }
            />
          ))}
          {form.problems['answered'] && (
            <p id="answered-error" className={a.error} role="alert">
              {form.problems['answered']}
            </p>
          )}
        </fieldset>
        <Field label={`Type ${PAYMENTS_WORD}`} autoComplete="off" autoCapitalize="none" {...form.field('word')} />
        {form.error && <Alert>{form.error.message}</Alert>}
        <button className="button primary" disabled={form.isBusy || failing !== 0} aria-busy={form.isBusy}>
          {failing ? `${failing} of the checks fail` : 'Turn payments on'}
        </button>
      </form>
    </Dialog>
  );
}

function lawOf(cities: readonly string[]): string {
  if (cities.length === 0) return 'No night is coming yet, so also ask about the law of the places where you begin.';
  return `Nights are coming in ${cities.join(', ')}. Answer the legal ones for each of these places.`;
}
