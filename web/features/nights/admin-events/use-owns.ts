import { useSession } from '../../../session/session.ts';

/** Whether the signed-in person may delete an event: its organizer and admins may, a co-organizer may not. */
export function useOwns(): (event: { organizer_id: string | null }) => boolean {
  const session = useSession();
  return ({ organizer_id }) =>
    session.status === 'signed_in' && (session.role === 'admin' || session.user.id === organizer_id);
}
