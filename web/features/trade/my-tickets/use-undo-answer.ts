import { unwrap } from '../../../api.ts';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { TOUCHED } from '../resale/resale.queries.ts';

export function useUndoAnswer() {
  const api = useApi();
  return useAction((id: string) => unwrap(api['ticket-requests'][':id'].undo.$post({ param: { id } })), {
    reads: TOUCHED,
    done: () =>
      showToast({ title: 'Answer undone', text: 'The request waits for your answer again. The buyer wasn’t told.' }),
  });
}
