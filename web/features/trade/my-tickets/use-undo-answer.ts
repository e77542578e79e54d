import { useRouteContext } from '@tanstack/react-router';
import { unwrap } from '../../../api.ts';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { TOUCHED } from '../resale/resale.queries.ts';

/**
 * Takes the answer to a request back, in the ten seconds before its buyer is told. A later try is refused with a
 * sentence.
 */
export function useUndoAnswer() {
  const { api } = useRouteContext({ from: '__root__' });
  return useAction((id: string) => unwrap(api['ticket-requests'][':id'].undo.$post({ param: { id } })), {
    reads: TOUCHED,
    done: () =>
      showToast({ title: 'Answer undone', text: 'The request waits for your answer again. Nobody was told.' }),
  });
}
