import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ListStates } from '../../admin-ui/list-states.tsx';
import { useApi } from '../../use-api.ts';
import { DayPlot } from './day-plot.tsx';
import { allNumbersQuery, type DayNumbers, eventNumbersQuery } from './numbers.queries.ts';
import s from './numbers.module.css';

const PLOTS = [
  { key: 'views', title: 'Page views' },
  { key: 'joins', title: 'Waitlist joins' },
  { key: 'requests', title: 'Ticket requests' },
  { key: 'sold', title: 'Tickets sold' },
] as const;

export function EventPlots({ id }: { id: string }) {
  const api = useApi();
  return <DayPlots list={useQuery(eventNumbersQuery(api, id))} />;
}

export function AllPlots() {
  const api = useApi();
  return <DayPlots list={useQuery(allNumbersQuery(api))} />;
}

/** If the numbers of a plot did not load, the plot says so. */
function DayPlots({ list }: { list: UseQueryResult<DayNumbers[]> }) {
  const days = list.data ?? [];
  return (
    <ListStates list={list} count={days.length} empty="">
      <div className={s.plots}>
        {PLOTS.map(({ key, title }) => {
          const counts = days.flatMap((day) => day[key] ?? []);
          return counts.length === days.length ? (
            <DayPlot key={key} title={title} days={days.map(({ day }) => day)} counts={counts} />
          ) : (
            <figure key={key} className={s.plot}>
              <figcaption>{title}</figcaption>
              <p className="muted">These numbers aren’t loading right now. Try again later.</p>
            </figure>
          );
        })}
      </div>
    </ListStates>
  );
}
