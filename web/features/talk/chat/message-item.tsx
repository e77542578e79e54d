import { type ReactNode, useState } from 'react';
import { Stamp } from '../../../ui/stamp.tsx';
import s from './chat.module.css';
import p from './chat-people.module.css';
import type { LiveRoom } from './room/live-room.ts';
import { textParts } from './mention-text.ts';
import { MessageMenu } from './message-menu.tsx';
import { Moderation } from './moderation.tsx';
import type { MyChat } from './my-chat.queries.ts';
import { clockOf, type MessageRow } from './room/room-rows.ts';

export interface Reader {
  slug: string;
  /** Null for a visitor. */
  me: string | null;
  moderates: boolean;
  mine: MyChat;
  /** Friends of the reader who go to this night, show this to friends, and have written in its chat. */
  going_ids: readonly string[];
}

export function MessageItem({ row, reader, room }: { row: MessageRow; reader: Reader; room: LiveRoom }) {
  const { isOwn, isFirst, id, removed, at, user_id } = row;
  const { slug, me, moderates, mine, going_ids } = reader;
  const [isUnfolded, setUnfolded] = useState(false);
  const isBlocked = mine.blocked_ids.includes(user_id);
  const name = row.name ?? 'A student';
  if (removed) {
    return (
      <li className={s.tombstone}>
        {removed.by ? `Message removed by ${removed.by.display_name ?? 'an admin'}` : 'Message removed'}
        {', '}
        {clockOf(Date.parse(removed.at))}
      </li>
    );
  }
  if (isBlocked && !isUnfolded) {
    return (
      <li className={s.tombstone}>
        Message hidden
        <button type="button" className={p.show} onClick={() => setUnfolded(true)}>
          Show<span className="sr"> the message from {name}</span>
        </button>
      </li>
    );
  }
  return (
    <li className={isOwn ? `${s.message} ${s.own}` : s.message} data-on-its-way={id === null || undefined}>
      {isFirst && (
        <MessageAuthor
          name={isOwn ? 'You' : name}
          isVerified={row.is_verified && !isOwn}
          isGoing={going_ids.includes(user_id)}
        >
          {id === null ? 'Sending' : <time dateTime={new Date(at).toISOString()}>{clockOf(at)}</time>}
        </MessageAuthor>
      )}
      <div className={s.line}>
        <Body row={row} me={me} />
        {me !== null && !isOwn && id !== null && (
          <MessageMenu {...{ slug, id, user_id, name, body: row.body, isBlocked }} />
        )}
      </div>
      {moderates && id !== null && <Moderation slug={slug} row={{ ...row, id }} room={room} />}
    </li>
  );
}

function Body({ row: { body, mentions }, me }: { row: MessageRow; me: string | null }) {
  const isForMe = me !== null && mentions.some(({ user_id }) => user_id === me);
  return (
    <p className={isForMe ? `${s.body} ${s.forMe}` : s.body} dir="auto">
      {mentions.length === 0
        ? body
        : textParts(body, mentions).map(({ at, text, user_id }) =>
            user_id === null ? (
              text
            ) : (
              <mark key={at} className={user_id === me ? `${s.mention} ${s.toMe}` : s.mention}>
                {text}
              </mark>
            ),
          )}
    </p>
  );
}

export function MessageAuthor({
  name,
  isVerified,
  isGoing = false,
  children,
}: {
  name: string;
  isVerified: boolean;
  isGoing?: boolean;
  children: ReactNode;
}) {
  return (
    <p className={s.author}>
      <b dir="auto">{name}</b>
      {isVerified && <Stamp>Verified</Stamp>}
      {isGoing && <b className={p.going}>Going</b>}
      <span className="muted">{children}</span>
    </p>
  );
}
