import { SignInLink } from '../../session/sign-in-link.tsx';
import { useSession } from '../../session/session.ts';
import { ChatLog } from './chat-log.tsx';
import s from './chat.module.css';
import { Composer } from './composer.tsx';
import type { LiveRoom } from './live-room.ts';
import type { RoomState } from './room-types.ts';

const SAID: Record<RoomState['phase'], string> = { connecting: 'Connecting', live: 'Live', reconnecting: 'Reconnecting', gone: 'Closed' };

/** The chat of an event: its messages in a box of fixed height, and the input. */
export function ChatPanel({ room, state, slug }: { room: LiveRoom; state: RoomState; slug: string }) {
  const session = useSession();
  const me = session.status === 'signed_in' ? session.user.id : null;
  const isAdmin = session.status === 'signed_in' && session.role === 'admin';
  return (
    <section className={s.panel} aria-labelledby="chat-heading">
      <div className={s.heading}>
        <h2 id="chat-heading">Event Chat</h2>
        <output className={s.phase} data-phase={state.phase}>
          {SAID[state.phase]}
        </output>
      </div>
      <div className={s.box}>
        {state.phase === 'gone' ? (
          <p className={s.notice}>
            {state.isLoaded ? 'This night was taken down, and its chat with it.' : 'There is no chat for this night.'}
          </p>
        ) : (
          <ChatLog room={room} state={state} me={me} moderates={isAdmin ? slug : null} />
        )}
        <Composer room={room} me={me} isClosed={state.phase === 'gone'} />
      </div>
      {session.status === 'signed_out' && state.phase !== 'gone' && (
        <p className={s.aside}>
          Anyone may read. <SignInLink /> to write.
        </p>
      )}
    </section>
  );
}
