import { useRef } from 'react';
import { UNDO_MS } from '../../../../worker/contract/staff/undo.ts';
import { showToast } from '../../../ui/toast.ts';
import { dismissToast, toasts } from '../../../ui/toast-list.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import type { Queue } from './review-queues.ts';

export type Report = (title: string, decided: { ids: string[]; undo_until: string | null | undefined }) => void;

interface Decided {
  ids: string[];
  undo_until: string;
}

/** Reports decisions in toasts with an undo button, which works until the mail goes out. */
export function useUndoDecision(queue: Queue) {
  const api = useApi();
  const undo = useAction((decided: Decided) => queue.undo(api, decided), {
    done: () => showToast({ title: 'Decision undone', text: 'No email was sent.' }),
  });
  const last = useRef<{ title: string; decided: Decided } | undefined>(undefined);
  const run = (decided: Decided) => {
    if (last.current?.decided === decided) last.current = undefined;
    undo.mutate(decided);
  };
  const report: Report = (title, { ids, undo_until }) => {
    last.current = undefined;
    if (!undo_until) return showToast({ title });
    const decided = { ids, undo_until };
    last.current = { title, decided };
    const text = ids.length === 1 ? 'They get an email in ten seconds.' : 'All of them get an email in ten seconds.';
    showToast({
      title,
      text,
      openMs: UNDO_MS,
      action: { label: 'Undo', run: () => run(decided) },
    });
  };
  const undoLast = () => {
    if (!last.current)
      return showToast({ title: 'Nothing to undo', text: 'You have decided nothing that can be undone.' });
    const { title, decided } = last.current;
    for (const toast of toasts()) if (toast.action && toast.title === title) dismissToast(toast.id);
    run(decided);
  };
  return { report, undoLast };
}
