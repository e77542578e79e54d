import { type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react';
import * as v from 'valibot';
import { MESSAGE_MAX, MessageBody } from '../../../worker/contract/chat.ts';
import { ApiError } from '../../api.ts';
import { useSignIn } from '../../session/sign-in-link.tsx';
import { showToast } from '../../ui/toast.ts';
import s from './chat.module.css';
import type { LiveRoom } from './live-room.ts';

/** The count appears when this many characters are left. */
const COUNT_FROM = 50;

/** The input of the chat. Enter sends, Shift and Enter begin a new line. A message that could not be sent comes back into it. */
export function Composer({ room, me, isClosed }: { room: LiveRoom; me: string | null; isClosed: boolean }) {
  const [text, setText] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  const count = useId();
  const signIn = useSignIn();
  const left = MESSAGE_MAX - text.trim().length;
  const parsed = v.safeParse(MessageBody, text);
  // A blank text is not sent, without a word. Every other problem is shown.
  const problem = text.trim() !== '' && !parsed.success && left >= 0 ? parsed.issues[0].message : null;

  const send = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (me === null) return toastSignIn(signIn);
    if (!parsed.success) return;
    setText('');
    input.current?.focus();
    try {
      await room.send({ body: parsed.output, user_id: me });
    } catch (error) {
      tell(error, signIn);
      setText((typedSince) => typedSince || parsed.output);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void send(event);
  };

  return (
    <form className={s.composer} onSubmit={(event) => void send(event)} noValidate>
      <div className={s.field}>
        <textarea
          ref={input}
          value={text}
          rows={1}
          disabled={me === null || isClosed}
          placeholder={me === null ? 'Sign in to send messages' : 'Say something'}
          aria-label="Message"
          aria-invalid={left < 0 || problem !== null || undefined}
          aria-describedby={count}
          enterKeyHint="send"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <span id={count} className={left < 0 || problem ? s.over : s.count}>
          {problem ?? (left <= COUNT_FROM && (left < 0 ? `${-left} too many` : `${left} left`))}
        </span>
      </div>
      <button type="submit" className="button primary" disabled={isClosed || (me !== null && !parsed.success)}>
        Send
      </button>
    </form>
  );
}

function toastSignIn(signIn: () => void): void {
  const action = { label: 'Sign in', run: signIn };
  showToast({ title: 'Authentication required', text: 'Please sign in to send messages.', isDestructive: true, action });
}

function tell(error: unknown, signIn: () => void): void {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'request.signed_out') toastSignIn(signIn);
  else {
    const text = code === 'chat.muted' ? (error as ApiError).message : 'Please try again.';
    showToast({ title: 'Error sending message', text, isDestructive: true });
  }
}
