import { useQuery } from '@tanstack/react-query';
import s from '../../../admin-ui/admin.module.css';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { NextStep } from './disputes.tsx';
import { disputeQuery, moneyCalls } from './money.queries.ts';

export function DisputeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const api = useApi();
  const query = useQuery(disputeQuery(api, id));
  const submit = useAction(moneyCalls(api).submitEvidence, {
    done: () => {
      showToast({ title: 'Evidence sent', text: 'The bank decides in a few weeks.' });
      onClose();
    },
  });
  return (
    <Dialog title="Evidence" locked={submit.isPending} onClose={onClose}>
      <div className={s.form}>
        <ListStates list={query} count={query.data ? 1 : 0} empty="">
          {query.data && (
            <>
              <p>
                <NextStep of={query.data.dispute} />
              </p>
              <pre className={s.json}>{query.data.evidence}</pre>
              {query.data.dispute.status === 'open' && !query.data.dispute.evidence_sent_at && (
                <>
                  <p className={s.small}>You can send it only once.</p>
                  <button
                    type="button"
                    className="button primary"
                    disabled={submit.isPending}
                    onClick={() => submit.mutate(id)}
                  >
                    Send to the bank
                  </button>
                </>
              )}
            </>
          )}
        </ListStates>
      </div>
    </Dialog>
  );
}
