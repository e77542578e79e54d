import { MAX_BULK } from '../../../../worker/contract/staff/reviews.ts';
import s from '../../../admin-ui/admin.module.css';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { commonMoves, type Queue, type Waiting, wordOf } from './review-queues.ts';
import type { Report } from './use-undo-decision.ts';

/** A decision changes either all selected rows or none of them. */
export function BulkBar({
  queue,
  rows,
  report,
  onDone,
}: {
  queue: Queue;
  rows: readonly Waiting[];
  report: Report;
  onDone: () => void;
}) {
  const api = useApi();
  const items = rows.map(({ id, updated_at }) => ({ id, updated_at }));
  const decide = useAction((status: string) => queue.decideMany(api, status, items), {
    done: ({ changed, undo_until }, status) => {
      report(`${changed} ${wordOf(status)}`, { ids: items.map(({ id }) => id), undo_until });
      onDone();
    },
  });
  const moves = commonMoves(queue, rows);
  return (
    <section aria-label="With those selected" className={rows.length > 0 ? s.bulk : 'sr'}>
      <output>{rows.length > 0 ? `${rows.length} selected` : 'Nobody selected'}</output>
      {rows.length > MAX_BULK && <span>At most {MAX_BULK} at once.</span>}
      {rows.length > 0 && moves.length === 0 && <span>No decision fits all of them.</span>}
      {rows.length <= MAX_BULK &&
        moves.map((status) => (
          <button
            key={status}
            type="button"
            className="button"
            disabled={decide.isPending}
            onClick={() => decide.mutate(status)}
          >
            {queue.verbs[status]} {rows.length}
          </button>
        ))}
    </section>
  );
}
