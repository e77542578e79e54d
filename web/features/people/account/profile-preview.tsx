import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type ApiClient, unwrap } from '../../../api.ts';
import { MessageAuthor } from '../../talk/chat/message-item.tsx';
import { SellerLine } from '../seller/seller-line.tsx';
import s from './account.module.css';

/** The own profile as others see it. `name` is part of the key, so that a new name is shown at once. */
const shownQuery = (api: ApiClient, user_id: string, name: string) =>
  queryOptions({ queryKey: ['mine', user_id, 'profile', name], queryFn: () => unwrap(api.my.profile.$get()) });

/** What others see of the person, drawn by the parts of the listing and of the chat. */
export function ProfilePreview({ userId, name }: { userId: string; name: string }) {
  const { api } = useRouteContext({ from: '__root__' });
  const { data: profile } = useQuery(shownQuery(api, userId, name));
  if (!profile) return <output className="muted">Loading...</output>;
  return (
    <>
      <p className="muted">On tickets that you sell</p>
      <div className={s.preview}>
        <SellerLine seller={profile} said="2 tickets" />
      </div>
      <p className="muted">In a chat</p>
      <div className={s.preview}>
        <MessageAuthor name={profile.display_name ?? 'A student'} isVerified={profile.is_student_verified}>
          10:30 PM
        </MessageAuthor>
      </div>
      <p className="muted">
        Other students do not see your email address. Only the seller of tickets that you have paid for sees it, to send
        them to you.
      </p>
    </>
  );
}
