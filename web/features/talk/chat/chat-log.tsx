import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import s from './chat.module.css';
import type { LiveRoom } from './room/live-room.ts';
import type { RoomState } from './room/room-types.ts';
import { MessageItem, type Reader } from './message-item.tsx';
import { rowsOf } from './room/room-rows.ts';

/** A reader within this distance of the end, in px, counts as being at the end. */
const AT_END_PX = 32;

export function ChatLog({
  room,
  state: { phase, isLoaded, messages, own, at },
  reader,
}: {
  room: LiveRoom;
  state: RoomState;
  reader: Reader;
}) {
  const { me, mine } = reader;
  const box = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const newest = messages.at(-1)?.seq ?? 0;
  const [readUpTo, setReadUpTo] = useState(newest);
  const unread = isAtEnd
    ? 0
    : messages.filter(({ seq, user_id }) => seq > readUpTo && user_id !== me && !mine.blocked_ids.includes(user_id))
        .length;

  const toEnd = useCallback(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = box.current!;
    const isNowAtEnd = scrollHeight - scrollTop - clientHeight <= AT_END_PX;
    if (!isNowAtEnd && isAtEnd) setReadUpTo(newest);
    setAtEnd(isNowAtEnd);
  };
  const lastOwn = own.at(-1)?.client_id;
  useLayoutEffect(() => {
    if (lastOwn) toEnd();
  }, [lastOwn, toEnd]);
  useLayoutEffect(() => {
    if (isAtEnd) toEnd();
  });

  // The input grows with its text and makes this box smaller, so the box scrolls to the end again.
  useEffect(() => {
    if (!isAtEnd) return;
    const watch = new ResizeObserver(toEnd);
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, [isAtEnd, toEnd]);

  const rows = rowsOf({ messages, own, me, now: at });
  return (
    <div className={s.reading}>
      <div
        ref={box}
        className={s.log}
        role="log"
        aria-live="off"
        aria-label="Messages"
        aria-busy={!isLoaded && phase === 'connecting'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a box that scrolls
        tabIndex={0}
        onScroll={onScroll}
      >
        {!isLoaded && (
          <p className={s.notice}>
            {phase === 'reconnecting'
              ? 'The chat couldn’t load. It’ll appear here when you’re back online.'
              : 'Loading...'}
          </p>
        )}
        {isLoaded && rows.length === 0 && <p className={s.notice}>Nobody has said anything yet.</p>}
        <ol>
          {rows.map((row) =>
            row.kind === 'day' ? (
              <li key={row.key} className={s.day}>
                <span>{row.label}</span>
              </li>
            ) : (
              <MessageItem key={row.key} row={row} reader={reader} room={room} />
            ),
          )}
        </ol>
      </div>
      {unread > 0 && (
        <button type="button" className={s.pill} onClick={toEnd}>
          {unread} new {unread === 1 ? 'message' : 'messages'}
        </button>
      )}
      <Announcer isLoaded={isLoaded} newest={newest} text={newsOf(messages, reader)} />
    </div>
  );
}

function newsOf(messages: RoomState['messages'], { me, mine }: Reader): string {
  const last = messages.at(-1);
  return !last || last.user_id === me || last.removed || mine.blocked_ids.includes(last.user_id)
    ? ''
    : `${last.author.display_name ?? 'A student'}: ${last.body}`;
}

/** Announces new messages of other people to screen readers. Older messages are read in the log. */
function Announcer({ isLoaded, newest, text }: { isLoaded: boolean; newest: number; text: string }) {
  const heard = useRef<number | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!isLoaded) return;
    if (heard.current !== null && newest > heard.current) setSaid(text);
    heard.current = newest;
  }, [isLoaded, newest, text]);
  return (
    <div className="sr" aria-live="polite">
      {said}
    </div>
  );
}
