import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ApiClient, unwrap } from '../../../api.ts';
import { useApi } from '../../../use-api.ts';
import { MessageAuthor } from '../../talk/chat/message-item.tsx';
import { SellerLine } from '../seller/seller-line.tsx';
import s from './account.module.css';

/** The person's profile as others see it. `name` is part of the query key, so that a new name is shown at once. */
const shownQuery = (api: ApiClient, user_id: string, name: string) =>
  queryOptions({ queryKey: ['mine', user_id, 'profile', name], queryFn: () => unwrap(api.my.profile.$get()) });

export function ProfilePreview({ userId, name }: { userId: string; name: string }) {
  const api = useApi();
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
        Other students don’t see your email address. A seller sees it once you’ve paid, to send you the tickets.
      </p>
    </>
  );
}
