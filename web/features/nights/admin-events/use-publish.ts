import { UNDO_MS } from '../../../../worker/contract/staff/undo.ts';
import type { AdminEvent } from '../../../admin-ui/admin.queries.ts';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { eventCalls } from './admin-events.queries.ts';

/**
 * Publishes or unpublishes an event, and offers to undo that in a toast. The mails about it wait two minutes, so nobody
 * gets a mail about a change that was undone.
 */
export function usePublish() {
  const api = useApi();
  const calls = eventCalls(api);
  const undo = useAction(calls.edit, {
    done: ({ title }) => showToast({ title: 'Undone', text: `${title}. Nobody was told.` }),
  });
  const set = useAction(
    ({ event: { id, updated_at }, isOn }: { event: AdminEvent; isOn: boolean }) =>
      calls.edit({ id, json: { is_published: isOn, updated_at } }),
    {
      done: ({ id, title, updated_at }, { event, isOn }) =>
        showToast({
          title: isOn ? 'Event published' : 'Event unpublished',
          text: isOn ? title : `${title}. Everyone affected gets an email in two minutes.`,
          openMs: UNDO_MS,
          action: {
            label: 'Undo',
            run: () =>
              undo.mutate({ id, json: { is_published: !isOn, publish_at: event.publish_at ?? '', updated_at } }),
          },
        }),
    },
  );
  return {
    isBusy: set.isPending || undo.isPending,
    publish: (event: AdminEvent, isOn: boolean) => set.mutate({ event, isOn }),
  };
}

/** Publishes, unpublishes, duplicates and restores events. When an event is duplicated, `onCopy` gets the copy. */
export function useEventMoves(onCopy: (copy: AdminEvent) => void) {
  const calls = eventCalls(useApi());
  const { isBusy, publish } = usePublish();
  const duplicate = useAction(calls.duplicate, {
    done: (copy) => {
      showToast({ title: 'Event copied', text: 'A draft, one week later.' });
      onCopy(copy);
    },
  });
  const restore = useAction(calls.restore, {
    done: ({ title }) =>
      showToast({
        title: 'Night is back on',
        text: `${title}. Everyone who heard about the cancellation gets an email.`,
      }),
  });
  return {
    isBusy: isBusy || duplicate.isPending || restore.isPending,
    publish,
    duplicate: duplicate.mutate,
    restore: restore.mutate,
  };
}
