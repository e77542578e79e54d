import { Stamp } from '../../ui/stamp.tsx';
import s from './chat.module.css';
import type { LiveRoom } from './live-room.ts';
import { Moderation } from './moderation.tsx';
import { clockOf, type MessageRow } from './room-rows.ts';

/** One message. It is shown as plain text, without markup and links. */
export function MessageItem({ row, moderates, room }: { row: MessageRow; moderates: string | null; room: LiveRoom }) {
  const { isOwn, isFirst, id, removed, body, at } = row;
  const time = <time dateTime={new Date(at).toISOString()}>{clockOf(at)}</time>;
  if (removed) {
    return (
      <li className={s.tombstone}>
        {removed.by ? `Message removed by ${removed.by.display_name ?? 'an admin'}` : 'Message removed'}
        {', '}
        {clockOf(Date.parse(removed.at))}
      </li>
    );
  }
  return (
    <li className={isOwn ? `${s.message} ${s.own}` : s.message} data-on-its-way={id === null || undefined}>
      {isFirst && (
        <p className={s.author}>
          <b dir="auto">{isOwn ? 'You' : (row.name ?? 'A student')}</b>
          {row.is_verified && !isOwn && <Stamp>Verified</Stamp>}
          <span className="muted">{id === null ? 'Sending' : time}</span>
        </p>
      )}
      <p className={s.body} dir="auto">
        {body}
      </p>
      {moderates !== null && id !== null && <Moderation slug={moderates} row={{ ...row, id }} room={room} />}
    </li>
  );
}
