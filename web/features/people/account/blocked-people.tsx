import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../../ui/alert.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { blockedQuery, safetyCalls } from '../../talk/chat/my-chat.queries.ts';
import s from '../auth/auth.module.css';

export function BlockedPeople({ userId }: { userId: string }) {
  const api = useApi();
  const { data: people, error } = useQuery(blockedQuery(api, userId));
  const unblock = useAction(safetyCalls(api).setBlocked, {
    reads: ['mine'],
    done: () => showToast({ title: 'Unblocked' }),
  });
  return (
    <>
      <p className="muted">
        In chats, messages from people you block are hidden, and they can no longer notify you. They won’t know.
      </p>
      <Alert>{error?.message}</Alert>
      {people?.length === 0 && <p>You haven’t blocked anyone. You can block a person from their message in a chat.</p>}
      {people && people.length > 0 && (
        <ul className={s.rows}>
          {people.map(({ user_id, display_name }) => (
            <li key={user_id}>
              <b dir="auto">{display_name ?? 'A student'}</b>
              <button
                type="button"
                className="button"
                disabled={unblock.isPending}
                onClick={() => unblock.mutate({ user_id, to: false })}
              >
                Unblock<span className="sr"> {display_name ?? 'A student'}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
