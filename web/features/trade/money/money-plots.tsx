import { useQuery } from '@tanstack/react-query';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { DayPlot } from '../../../common/plots/day-plot.tsx';
import n from '../../../common/plots/numbers.module.css';
import { useApi } from '../../../use-api.ts';
import { moneyDaysQuery } from './money.queries.ts';

const PLOTS = [
  { key: 'held', title: 'Held at the end of the day', isLevel: true },
  { key: 'paid', title: 'Paid to sellers', isLevel: false },
  { key: 'refunded', title: 'Refunded to buyers', isLevel: false },
  { key: 'fees', title: 'Fees earned', isLevel: false },
] as const;

export function MoneyPlots() {
  const api = useApi();
  const list = useQuery(moneyDaysQuery(api));
  const days = list.data ?? [];
  return (
    <ListStates list={list} count={days.length} empty="">
      <div className={n.plots}>
        {PLOTS.map(({ key, title, isLevel }) => (
          <DayPlot
            key={key}
            title={title}
            days={days.map(({ day }) => day)}
            counts={days.map((day) => day[key])}
            text={priceText}
            isLevel={isLevel}
          />
        ))}
      </div>
    </ListStates>
  );
}
