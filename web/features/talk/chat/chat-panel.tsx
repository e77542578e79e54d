import { SignInLink } from '../../../session/sign-in-link.tsx';
import { useSession, useUserId } from '../../../session/session.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { ChatLog } from './chat-log.tsx';
import s from './chat.module.css';
import { Composer } from './composer.tsx';
import { writersOf } from './mention-text.ts';
import { useMyChat } from './my-chat.queries.ts';
import { pauseText, SlowMode } from './slow-mode.tsx';
import { useSecondsLeft } from './use-seconds-left.ts';
import type { LiveRoom } from './room/live-room.ts';
import type { RoomState } from './room/room-types.ts';

const PHASE_WORDS: Record<RoomState['phase'], string> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  gone: 'Closed',
};

const loadQuestion = () => import('../notices/ask-for-news.client.tsx').then((module) => module.AskForNews);

/** The chat of an event. The people in `going_ids` have “Going” beside their names. */
export function ChatPanel({
  room,
  state,
  slug,
  going_ids,
}: {
  room: LiveRoom;
  state: RoomState;
  slug: string;
  going_ids: readonly string[];
}) {
  const session = useSession();
  const me = useUserId();
  const moderates = session.status === 'signed_in' && session.role === 'admin';
  const mine = useMyChat({ slug, me });
  const slow = mine.is_staff ? 0 : state.slow_seconds;
  const wait = useSecondsLeft({ slow, me, messages: state.messages });
  const people = writersOf(state.messages, new Set(me === null ? mine.blocked_ids : [me, ...mine.blocked_ids]));
  const hasWritten = me !== null && state.messages.some(({ user_id }) => user_id === me);
  const isClosed = state.phase === 'gone';
  return (
    <section className={s.panel} aria-labelledby="chat-heading">
      <div className={s.heading}>
        <h2 id="chat-heading">Event Chat</h2>
        <output className={s.phase} data-phase={state.phase}>
          {PHASE_WORDS[state.phase]}
        </output>
      </div>
      <div className={s.box}>
        {isClosed ? (
          <p className={s.notice}>
            {state.isLoaded ? 'This night was taken down, and its chat with it.' : 'There is no chat for this night.'}
          </p>
        ) : (
          <ChatLog room={room} state={state} reader={{ slug, me, moderates, mine, going_ids }} />
        )}
        <Composer room={room} me={me} isClosed={isClosed} people={people} wait={wait} />
      </div>
      {mine.is_staff && !isClosed && <SlowMode slug={slug} seconds={state.slow_seconds} />}
      {slow > 0 && !isClosed && <p className={s.aside}>Slow mode: one message per person every {pauseText(slow)}.</p>}
      {hasWritten && !isClosed && <LazyPart load={loadQuestion} />}
      {session.status === 'signed_out' && !isClosed && (
        <p className={s.aside}>
          Anyone can read. <SignInLink /> to write.
        </p>
      )}
    </section>
  );
}
