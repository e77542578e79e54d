import { useState } from 'react';
import { unwrap } from '../../../api.ts';
import { showToast } from '../../../ui/toast.ts';
import { useApi } from '../../../use-api.ts';
import s from './chat.module.css';
import type { LiveRoom } from './room/live-room.ts';
import type { MessageRow } from './room/room-rows.ts';

export function Moderation({ slug, row, room }: { slug: string; row: MessageRow & { id: string }; room: LiveRoom }) {
  const api = useApi();
  const [isSure, setSure] = useState(false);
  const name = row.name ?? 'A student';

  const remove = () =>
    attempt(async () => {
      room.removed(await unwrap(api.events[':slug'].messages[':id'].$delete({ param: { slug, id: row.id } })));
    });
  const mute = (muted: boolean) =>
    attempt(async () => {
      await unwrap(api.events[':slug'].mutes.$post({ param: { slug }, json: { user_id: row.user_id, muted } }));
      showToast({
        title: muted ? 'Muted' : 'Unmuted',
        text: `${name} ${muted ? 'can no longer' : 'can now'} write in this chat.`,
      });
    });

  return (
    <div className={s.moderation}>
      {isSure ? (
        <>
          <button type="button" onClick={() => void remove()}>
            Remove for everyone
          </button>
          <button type="button" onClick={() => setSure(false)}>
            Keep
          </button>
        </>
      ) : (
        <>
          <button type="button" onClick={() => setSure(true)}>
            Remove<span className="sr"> the message from {name}</span>
          </button>
          {!row.isOwn && row.isFirst && (
            <>
              <button type="button" onClick={() => void mute(true)}>
                Mute<span className="sr"> {name}</span>
              </button>
              <button type="button" onClick={() => void mute(false)}>
                Unmute<span className="sr"> {name}</span>
              </button>
            </>
          )}
        </>
      )}
    </div>
  );
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showToast({ title: 'Error', text: (error as Error).message, isDestructive: true });
  }
}
