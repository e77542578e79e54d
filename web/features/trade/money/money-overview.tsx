import { priceText } from '../../../../worker/contract/trade/money.ts';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import s from '../../../admin-ui/admin.module.css';
import { Alert } from '../../../ui/alert.tsx';
import m from './money.module.css';
import type { Overview } from './money.queries.ts';

const BALANCES = [
  { key: 'held', label: 'Held until hand-over' },
  { key: 'payable', label: 'Owed to sellers' },
  { key: 'refund_due', label: 'Owed to buyers' },
  { key: 'disputed', label: 'Held back by banks' },
  { key: 'receivable', label: 'Owed by sellers' },
  { key: 'fees_earned', label: 'Fees earned' },
  { key: 'provider', label: 'With the provider' },
] as const;

export function MoneyOverview({ overview: { alarm, balance, reconciliation } }: { overview: Overview }) {
  return (
    <>
      <Alert>{alarm}</Alert>
      <dl className={`${s.figures} ${m.balances}`}>
        {BALANCES.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{priceText(balance[key])}</dd>
          </div>
        ))}
      </dl>
      <Comparison of={reconciliation} />
    </>
  );
}

function Comparison({ of }: { of: Overview['reconciliation'] }) {
  if (!of)
    return <p className="muted">The ledger hasn’t been compared with the provider yet. This happens every hour.</p>;
  if (of.difference === 0) {
    return (
      <p className="muted">
        The ledger and the provider matched to the cent on <DateTime instant={of.at} />.
      </p>
    );
  }
  return (
    <>
      <p>
        Compared on <DateTime instant={of.at} />. The ledger and the provider disagree about these transactions:
      </p>
      {of.unmatched.length === 0 && <p className="muted">None was found that explains the difference.</p>}
      <ul className={s.form}>
        {of.unmatched.map(({ id, source, type, net_cents }) => (
          <li key={id}>
            {priceText(net_cents / 100)} {type === 'ledger_only' ? 'in the ledger only' : type}
            <div className={s.small}>{source ? `${source}, ${id}` : id}</div>
          </li>
        ))}
      </ul>
    </>
  );
}
