import { useEffect, useRef } from 'react';
import { COUNTED, UNDER_STEPS } from '../../../../../worker/contract/nights/filter-steps.ts';
import type { EventFilters } from './event-filters.ts';
import type { EventChoices, FilterProps } from '../events-list.queries.ts';
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
  // A price in the URL gets a chip even if it is not one of `UNDER_STEPS`. A neighborhood in the URL gets a chip even
  // if it has no night.
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

export function FilterChips({ filters, choices, onChange }: FilterProps) {
  return <Chips path="/events" chips={chipsOf(filters, choices)} filters={filters} onChange={onChange} />;
}

/** The chips are links, so that a tap also works before the page is hydrated. */
export function Chips<Filters extends object>({
  path,
  chips,
  filters,
  onChange,
}: {
  path: '/events' | '/tickets';
  chips: readonly Chip<Filters>[];
  filters: Partial<Filters>;
  onChange: (change: Partial<Filters>) => void;
}) {
  const set: Partial<Record<string, unknown>> = { ...filters };
  const row = useRef<HTMLFieldSetElement>(null);
  const shown = chips.length;
  useEffect(() => {
    // On a phone the row of chips is wider than the screen. Once the chips have loaded, the row scrolls to the first
    // chip whose filter is set.
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (shown === 0 || !row.current || !current) return;
    const end = current.offsetLeft + current.offsetWidth + 20 - row.current.clientWidth;
    row.current.scrollLeft = Math.max(row.current.scrollLeft, end);
  }, [shown]);
  return (
    <fieldset className={s.chips} ref={row}>
      <legend className="sr">Filters</legend>
      {chips.map(({ change, label, count }) => {
        const [[name, value] = ['', '']] = Object.entries(change);
        const isCurrent = set[name] === value;
        const changed = isCurrent ? ({ [name]: '' } as Partial<Filters>) : change;
        return (
          <a
            key={label}
            href={hrefOf(path, { ...filters, ...changed })}
            rel="nofollow"
            className={s.chip}
            aria-current={isCurrent || undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onChange(changed);
            }}
          >
            {label}{' '}
            {typeof count === 'number' && (
              <span className={s.count}>
                {countText(count)} <span className="sr">{count === 1 ? 'night' : 'nights'}</span>
              </span>
            )}
          </a>
        );
      })}
    </fieldset>
  );
}

function hrefOf(path: string, filters: object): string {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set).toString()}`;
}
