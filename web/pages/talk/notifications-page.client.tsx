import { NoticeList } from '../../features/talk/notices/notice-list.tsx';
import s from '../../features/talk/notices/notices.module.css';
import { RequireSignedIn } from '../../session/gates.tsx';
import { useSession } from '../../session/session.ts';

export function NotificationsPage() {
  const session = useSession();
  return (
    <RequireSignedIn signedOutTo="/auth">
      <section className={`wrap ${s.page}`}>
        <h1>Notifications</h1>
        {session.status === 'signed_in' && <NoticeList userId={session.user.id} />}
      </section>
    </RequireSignedIn>
  );
}
