import { useQuery } from '@tanstack/react-query';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { DayPlot } from '../../../common/plots/day-plot.tsx';
import plots from '../../../common/plots/numbers.module.css';
import { useApi } from '../../../use-api.ts';
import { trafficQuery } from './operations.queries.ts';

const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const timeText = (at: string): string => TIME.format(new Date(at));
const msText = (ms: number): string => `${ms.toLocaleString('en-US')} ms`;
/** The most urgent first. */
const LANES = [
  ['codes', 'Messages with codes'],
  ['trade', 'Messages about trade'],
  ['nights', 'Messages about changed nights'],
  ['news', 'All other messages'],
] as const;

export function TrafficPlots() {
  const api = useApi();
  const traffic = useQuery(trafficQuery(api));
  const bars = traffic.data ?? [];
  const days = bars.map(({ at }) => at);
  const shown = { days, name: timeText };
  return (
    <ListStates list={traffic} count={bars.length} empty="">
      <div className={plots.plots}>
        <DayPlot {...shown} title="Requests" counts={bars.map(({ requests }) => requests)} />
        <DayPlot {...shown} title="Errors on our side" counts={bars.map(({ errors }) => errors)} />
        <DayPlot
          {...shown}
          title="95 % answered within"
          counts={bars.map(({ p95_ms }) => p95_ms)}
          text={msText}
          isLevel
        />
        {LANES.map(([lane, title]) => (
          <DayPlot {...shown} key={lane} title={title} counts={bars.map(({ mails }) => mails[lane])} />
        ))}
      </div>
    </ListStates>
  );
}
