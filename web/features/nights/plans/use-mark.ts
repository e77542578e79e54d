import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSignIn } from '../../../session/sign-in-link.tsx';
import { sessionKnown, sessionNow, useUserId } from '../../../session/session.ts';
import { showToast } from '../../../ui/toast.ts';
import { useApi } from '../../../use-api.ts';
import { type Marks, marksQuery } from './plans.queries.ts';
import { type MarkKind, setMark } from './set-mark.ts';
import { keepMark } from './waiting-mark.ts';

const LISTS = { event: 'event_ids', venue: 'venue_ids' } as const satisfies Record<MarkKind, keyof Marks>;

interface Change {
  user_id: string;
  isMarked: boolean;
}

/** Says whether a person saved an event or follows a venue. `toggle` changes this. A visitor must sign in first. */
export function useMark(kind: MarkKind, id: string): { isMarked: boolean; toggle: () => Promise<void> } {
  const api = useApi();
  const signIn = useSignIn();
  const queryClient = useQueryClient();
  const list = LISTS[kind];
  const { data: isMarked = false } = useQuery({
    ...marksQuery(api, useUserId()),
    select: (marks) => marks[list].includes(id),
  });
  const keyOf = (user_id: string) => marksQuery(api, user_id).queryKey;
  const isListed = (user_id: string) => queryClient.getQueryData(keyOf(user_id))?.[list].includes(id);
  const { mutate } = useMutation({
    mutationFn: (next: Change) => setMark(api, { kind, id, isMarked: next.isMarked }),
    // Two clicks on one button reach the server in order.
    scope: { id: `mark ${kind} ${id}` },
    onMutate: async (next) => {
      const queryKey = keyOf(next.user_id);
      if (queryClient.getQueryData(queryKey) === undefined) return { wasRead: false };
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        (marks) => marks && { ...marks, [list]: withMark(marks[list], id, next.isMarked) },
      );
      return { wasRead: true };
    },
    onError: (error, { user_id }) => {
      showToast({ title: 'Error', text: error.message, isDestructive: true });
      void queryClient.invalidateQueries({ queryKey: keyOf(user_id) });
    },
    onSettled: async (_answer, error, { user_id }, optimistic) => {
      if (!error && !optimistic?.wasRead) {
        // The list of marks was not loaded when the change began. A read that is under way may lack the change.
        await queryClient.cancelQueries({ queryKey: keyOf(user_id) });
        void queryClient.invalidateQueries({ queryKey: keyOf(user_id) });
      }
      return queryClient.invalidateQueries({ queryKey: ['mine', user_id, 'plans'] });
    },
  });
  const toggle = async () => {
    await sessionKnown();
    const session = sessionNow();
    if (session.status === 'signed_in')
      return mutate({ user_id: session.user.id, isMarked: !isListed(session.user.id) });
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
