import { priceText } from '../../../../worker/contract/trade/money.ts';
import { unwrap } from '../../../api.ts';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import resale from '../resale/resale.module.css';
import s from './payouts.module.css';
import { dayText } from './payout-words.ts';
import type { Payouts } from './payouts.queries.ts';

export function PayoutSums({ payouts }: { payouts: Payouts }) {
  const api = useApi();
  const { waiting, ready, leaving, frozen, debt, next_run, least_in_run, may_ask } = payouts;
  const ask = useAction(() => unwrap(api.my.payouts.now.$post()), {
    reads: ['mine'],
    done: () => showToast({ title: 'On its way', text: 'Your bank shows it in a few days.' }),
  });
  const sums: (readonly [label: string, amount: number, isShown: boolean])[] = [
    ['Ready', ready, true],
    ['Waiting', waiting, true],
    ['On its way', leaving, leaving > 0],
    ['Frozen', frozen, frozen > 0],
    ['You owe us', debt, debt > 0],
  ];
  return (
    <section className={resale.sheet} aria-labelledby="money">
      <div className={s.card}>
        <h2 id="money">Your money</h2>
        <dl className={s.money}>
          {sums.map(
            ([label, amount, isShown]) =>
              isShown && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{priceText(amount)}</dd>
                </div>
              ),
          )}
        </dl>
        <p>
          The next payout leaves on <b>{dayText(next_run)}</b>, if at least {priceText(least_in_run)} is ready.
          {debt > 0 && ' We deduct what you owe us.'}
        </p>
        {may_ask && (
          <button
            type="button"
            className="button"
            disabled={ask.isPending}
            aria-busy={ask.isPending}
            onClick={() => ask.mutate(undefined)}
          >
            Pay me {priceText(Math.max(0, Math.round((ready - debt) * 100) / 100))} now
          </button>
        )}
      </div>
    </section>
  );
}
