import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import type { SeenNotices } from '../../../../worker/contract/talk/notices.ts';
import { unwrap } from '../../../api.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import s from './notices.module.css';
import { type ListedNotice, noticesQuery, unreadQuery } from './notices.queries.ts';
import '../../../common/stub.css';

type Seen = { ids: string[] } | { all_until: string };

export function NoticeList({ userId }: { userId: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(noticesQuery(api, userId));
  const mark = useAction((json: Seen) => unwrap(api.my.notifications.seen.$post({ json: json satisfies SeenInput })), {
    reads: [],
    done: ({ unread }) => {
      queryClient.setQueryData(unreadQuery(userId).queryKey, unread);
      void queryClient.invalidateQueries({ queryKey: noticesQuery(api, userId).queryKey });
    },
  });
  if (!list.data)
    return list.error ? <Failed text={list.error.message} onRetry={() => void list.refetch()} /> : <Waiting />;
  const notices = list.data.pages.flatMap(({ notifications }) => notifications);
  const newest = notices[0];
  if (!newest) return <NoNews />;
  const unread = list.data.pages[0]?.unread ?? 0;
  return (
    <>
      <div className={s.bar}>
        <output>{unread === 0 ? 'You’re all caught up.' : `${unread} unread`}</output>
        {unread > 0 && (
          <button
            type="button"
            className="button"
            disabled={mark.isPending}
            onClick={() => mark.mutate({ all_until: newest.created_at })}
          >
            Mark all as read
          </button>
        )}
      </div>
      <ul className={s.list}>
        {notices.map((notice) => (
          <Notice
            key={notice.id}
            notice={notice}
            onOpen={() => notice.seen_at === null && mark.mutate({ ids: [notice.id] })}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show older
        </button>
      )}
    </>
  );
}

type SeenInput =
  | { ids: string[] }
  | (Omit<Extract<SeenNotices, { all_until: unknown }>, 'all_until'> & { all_until: string });

function Notice({ notice, onOpen }: { notice: ListedNotice; onOpen: () => void }) {
  const { month, day, time } = eventDateParts(notice.created_at);
  const isNew = notice.seen_at === null;
  return (
    <li className={s.notice} data-new={isNew || undefined}>
      <Link to={notice.path} onClick={onOpen}>
        {isNew && <span className="sr">Unread: </span>}
        {notice.title}
      </Link>
      <p>{notice.body}</p>
      <time dateTime={notice.created_at} className="muted">
        {month.slice(0, 3)} {day}, {time}
      </time>
    </li>
  );
}

function NoNews() {
  return (
    <div className="empty">
      <p>No news yet. Save a night, request a ticket or follow a venue, and updates will show up here.</p>
      <Link to="/events" className="button primary">
        Browse Events
      </Link>
    </div>
  );
}

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="empty" role="alert">
      <p>{text}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

function Waiting() {
  return (
    <div className={s.list} data-skeleton>
      <output className="sr">Loading...</output>
      <div className={s.waiting} />
      <div className={s.waiting} />
      <div className={s.waiting} />
    </div>
  );
}
