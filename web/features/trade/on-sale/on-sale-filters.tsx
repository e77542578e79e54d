import { UNDER_STEPS } from '../../../../worker/contract/nights/filter-steps.ts';
import s from '../../nights/events/filters/filter-bar.module.css';
import { DateAndCity } from '../../nights/events/filters/date-and-city.tsx';
import { type Chip, Chips } from '../../nights/events/filters/filter-chips.tsx';
import o from './on-sale.module.css';
import type { OnSaleChoices, OnSaleFilters as Filters } from './on-sale.queries.ts';

/** The filter chips in order. "2 together" and "Tonight" come first, so that both are visible without scrolling. */
function chipsOf(choices: OnSaleChoices | null): Chip<Filters>[] {
  const counts: Partial<Record<string, unknown>> = choices?.counts ?? {};
  const chip = (change: Partial<Filters>, label: string, name: string) => ({
    change,
    label,
    count: counts[name] as number | undefined,
  });
  return [
    chip({ pair: '1' }, '2 together', 'pair'),
    chip({ when: 'tonight' }, 'Tonight', 'tonight'),
    chip({ when: 'tomorrow' }, 'Tomorrow', 'tomorrow'),
    chip({ when: 'weekend' }, 'This weekend', 'weekend'),
    ...UNDER_STEPS.map((most) => chip({ under: String(most) }, `Up to $${most}`, `under_${most}`)),
  ];
}

export function OnSaleFilters({
  filters,
  choices,
  onChange,
}: {
  filters: Partial<Filters>;
  choices: OnSaleChoices | null;
  onChange: (change: Partial<Filters>) => void;
}) {
  return (
    <search>
      <form className={`${s.bar} ${o.bar}`} action="/tickets" onSubmit={(event) => event.preventDefault()}>
        <DateAndCity when={filters.when} city={filters.city} cities={choices?.city} onChange={onChange} />
        <noscript>
          <button type="submit" className="button">
            Search
          </button>
        </noscript>
      </form>
      <Chips path="/tickets" chips={chipsOf(choices)} filters={filters} onChange={onChange} />
    </search>
  );
}
