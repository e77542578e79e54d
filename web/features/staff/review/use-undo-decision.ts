import { useRouteContext } from '@tanstack/react-router';
import { UNDO_MS } from '../../../../worker/contract/staff/undo.ts';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import type { Queue } from './review-queues.ts';

interface Decided {
  ids: string[];
  undo_until: string;
}

/** Reports a decision in a toast, with an undo button for the ten seconds before the mail goes out. */
export function useUndoDecision(queue: Queue) {
  const { api } = useRouteContext({ from: '__root__' });
  const undo = useAction((decided: Decided) => queue.undo(api, decided), {
    done: () => showToast({ title: 'Decision undone', text: 'No mail was sent.' }),
  });
  const report = (title: string, { ids, undo_until }: { ids: string[]; undo_until: string | null | undefined }) => {
    if (!undo_until) return showToast({ title });
    const text = ids.length === 1 ? 'They get a mail in ten seconds.' : 'All of them get a mail in ten seconds.';
    showToast({
      title,
      text,
      openMs: UNDO_MS,
      action: { label: 'Undo', run: () => undo.mutate({ ids, undo_until }) },
    });
  };
  return { report };
}
