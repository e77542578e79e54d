import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSignIn } from '../../../session/sign-in-link.tsx';
import { useUserId } from '../../../session/session.ts';
import { showToast } from '../../../ui/toast.ts';
import { useApi } from '../../../use-api.ts';
import { type Marks, marksQuery } from './plans.queries.ts';
import { type MarkKind, setMark } from './set-mark.ts';
import { keepMark } from './waiting-mark.ts';

const LISTS = { event: 'event_ids', venue: 'venue_ids' } as const satisfies Record<MarkKind, keyof Marks>;

/** Whether the person marked an event or a venue, and its toggle. A mark of a visitor is set when they come back. */
export function useMark(kind: MarkKind, id: string): { isMarked: boolean; toggle: () => void } {
  const api = useApi();
  const signIn = useSignIn();
  const queryClient = useQueryClient();
  const user_id = useUserId();
  const query = marksQuery(api, user_id);
  const list = LISTS[kind];
  const { data: isMarked = false } = useQuery({ ...query, select: (marks) => marks[list].includes(id) });
  const { mutate } = useMutation({
    mutationFn: (next: boolean) => setMark(api, { kind, id, isMarked: next }),
    // Two clicks on one button reach the server in order.
    scope: { id: `mark ${kind} ${id}` },
    onMutate: async (next) => {
      await queryClient.cancelQueries({ queryKey: query.queryKey });
      queryClient.setQueryData(
        query.queryKey,
        (marks) => marks && { ...marks, [list]: withMark(marks[list], id, next) },
      );
    },
    onError: (error) => {
      showToast({ title: 'Error', text: error.message, isDestructive: true });
      void queryClient.invalidateQueries({ queryKey: query.queryKey });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['mine', user_id, 'plans'] }),
  });
  const toggle = () => {
    if (user_id !== null) return mutate(!isMarked);
    keepMark({ kind, id });
    showToast({
      title: 'Sign in to save it',
      text: kind === 'event' ? 'We’ll save the night once you’re in.' : 'You’ll follow the venue once you’re in.',
    });
    signIn();
  };
  return { isMarked, toggle };
}

function withMark(ids: readonly string[], id: string, isMarked: boolean): string[] {
  const others = ids.filter((other) => other !== id);
  return isMarked ? [...others, id] : others;
}
