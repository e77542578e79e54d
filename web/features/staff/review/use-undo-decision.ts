import { useRouteContext } from '@tanstack/react-router';
import { UNDO_MS } from '../../../../worker/contract/staff/undo.ts';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import type { Queue } from './review-queues.ts';

interface Decided {
  ids: string[];
  undo_until: string;
}

/** Reports a decision in a toast, with a button that takes it back in the ten seconds before anybody is told. */
export function useUndoDecision(queue: Queue) {
  const { api } = useRouteContext({ from: '__root__' });
  const undo = useAction((decided: Decided) => queue.undo(api, decided), {
    done: () => showToast({ title: 'Decision undone', text: 'Nobody was told.' }),
  });
  const offer = (title: string, { ids, undo_until }: { ids: string[]; undo_until: string | null | undefined }) => {
    if (!undo_until) return showToast({ title });
    const told =
      ids.length === 1 ? 'They are told by mail in ten seconds.' : 'All of them are told by mail in ten seconds.';
    showToast({
      title,
      text: told,
      openMs: UNDO_MS,
      action: { label: 'Undo', run: () => undo.mutate({ ids, undo_until }) },
    });
  };
  return { offer };
}
