import { useEffect, useRef } from 'react';
import { COUNTED, UNDER_STEPS } from '../../../../../worker/contract/nights/filter-steps.ts';
import type { EventFilters } from './event-filters.ts';
import type { EventChoices } from '../events-list.queries.ts';
import s from './filter-bar.module.css';

/** A number of nights: "12", or "50+". */
export const countText = (count: number) => (count > COUNTED ? `${COUNTED}+` : String(count));

export interface Chip<Filters extends object> {
  change: Partial<Filters>;
  label: string;
  count: number | null | undefined;
}

const PRICE = 30;

/** Lists the chips in order: the most used ones come first, because a phone shows only the first few. */
function chipsOf({ under, area }: Partial<EventFilters>, choices: EventChoices | null): Chip<EventFilters>[] {
  const counts: Partial<Record<string, unknown>> = choices?.counts ?? {};
  const chip = (change: Partial<EventFilters>, label: string, name: string) => ({
    change,
    label,
    count: counts[name] as number | undefined,
  });
  const price = (most: number) => chip({ under: String(most) }, `Up to $${most}`, `under_${most}`);
  // A price in the URL that is not among the steps gets its own chip, and so does a neighborhood without any night.
  const known = choices?.area ?? [];
  const areas =
    area && !known.some(({ value }) => value === area) ? [...known, { value: area, label: area, events: 0 }] : known;
  const prices = [...new Set([...UNDER_STEPS, ...(under ? [Number(under)] : [])])].filter((most) => most !== PRICE);
  return [
    chip({ when: 'tonight' }, 'Tonight', 'tonight'),
    price(PRICE),
    chip({ when: 'weekend' }, 'This weekend', 'weekend'),
    ...areas.map(({ value, events }) => ({ change: { area: value }, label: value, count: events })),
    chip({ when: 'tomorrow' }, 'Tomorrow', 'tomorrow'),
    chip({ available: '1' }, 'Tickets available', 'available'),
    ...prices.toSorted((a, b) => a - b).map(price),
    ...(choices?.age.map(({ value, events }) => ({ change: { age: value }, label: value, count: events })) ?? []),
    ...(choices?.tag.map(({ value, events }) => ({ change: { tag: value }, label: `#${value}`, count: events })) ?? []),
  ];
}

/**
 * Chips that set one filter each, with the number of nights that each would show. Tapping a pressed chip clears its
 * filter.
 */
export function FilterChips({
  filters,
  choices,
  onChange,
}: {
  filters: Partial<EventFilters>;
  choices: EventChoices | null;
  onChange: (change: Partial<EventFilters>) => void;
}) {
  return <Chips chips={chipsOf(filters, choices)} filters={filters} onChange={onChange} />;
}

/** A row of chips. A chip is pressed if its filter is set. */
export function Chips<Filters extends object>({
  chips,
  filters,
  onChange,
}: {
  chips: readonly Chip<Filters>[];
  filters: Partial<Filters>;
  onChange: (change: Partial<Filters>) => void;
}) {
  const set: Partial<Record<string, unknown>> = { ...filters };
  const row = useRef<HTMLFieldSetElement>(null);
  const shown = chips.length;
  useEffect(() => {
    // On a phone the row is wider than the screen. Once the chips are known, it scrolls to a filter that a link has
    // set.
    const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed=true]');
    if (shown === 0 || !row.current || !pressed) return;
    const end = pressed.offsetLeft + pressed.offsetWidth + 20 - row.current.clientWidth;
    row.current.scrollLeft = Math.max(row.current.scrollLeft, end);
  }, [shown]);
  return (
    <fieldset className={s.chips} ref={row}>
      <legend className="sr">Filters</legend>
      {chips.map(({ change, label, count }) => {
        const [[name, value] = ['', '']] = Object.entries(change);
        const isPressed = set[name] === value;
        return (
          <button
            key={label}
            type="button"
            className={s.chip}
            aria-pressed={isPressed}
            onClick={() => onChange(isPressed ? ({ [name]: '' } as Partial<Filters>) : change)}
          >
            {label}{' '}
            {typeof count === 'number' && (
              <span className={s.count}>
                {countText(count)} <span className="sr">{count === 1 ? 'night' : 'nights'}</span>
              </span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}
