import { useQuery } from '@tanstack/react-query';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { useApi } from '../../../use-api.ts';
import { Brief } from './brief.tsx';
import m from './money.module.css';
import { type Dispute, disputesQuery } from './money.queries.ts';

const loadDispute = async () => (await import('./dispute-dialog.tsx')).DisputeDialog;

const STATUS = {
  open: { tone: 'bad', word: 'open' },
  won: { tone: 'good', word: 'won' },
  lost: { tone: 'plain', word: 'lost' },
} as const;

export function Disputes() {
  const api = useApi();
  const list = useQuery(disputesQuery(api));
  const rows = list.data ?? [];
  return (
    <ListStates list={list} count={rows.length} empty="No buyer has disputed a payment.">
      <ul className={m.list}>
        {rows.map((dispute) => (
          <li key={dispute.id}>
            <Brief {...dispute}>
              <Badge tone={STATUS[dispute.status].tone}>{STATUS[dispute.status].word}</Badge>{' '}
              {priceText(dispute.amount)}, {dispute.reason.replaceAll('_', ' ')}. <NextStep of={dispute} />
            </Brief>
            <DialogButton className="button" load={loadDispute} pass={{ id: dispute.id }}>
              Evidence<span className="sr"> for {dispute.event_title}</span>
            </DialogButton>
          </li>
        ))}
      </ul>
    </ListStates>
  );
}

export function NextStep({
  of: { status, evidence_sent_at, evidence_due_by },
}: {
  of: Pick<Dispute, 'status' | 'evidence_sent_at' | 'evidence_due_by'>;
}) {
  if (status !== 'open') return null;
  if (evidence_sent_at) {
    return (
      <span className={s.small}>
        Evidence sent <DateTime instant={evidence_sent_at} />. The bank decides.
      </span>
    );
  }
  return evidence_due_by ? (
    <b>
      Send the evidence by <DateTime instant={evidence_due_by} />.
    </b>
  ) : (
    <b>Send the evidence.</b>
  );
}
