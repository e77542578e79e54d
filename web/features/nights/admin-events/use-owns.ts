import { useSession } from '../../../session/session.ts';

/** Says whether the signed-in person may delete an event: admins and its organizer may, a co-organizer may not. */
export function useOwns(): (event: { organizer_id: string | null }) => boolean {
  const session = useSession();
  return ({ organizer_id }) =>
    session.status === 'signed_in' && (session.role === 'admin' || session.user.id === organizer_id);
}
