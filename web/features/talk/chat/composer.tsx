import { type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react';
import * as v from 'valibot';
import { MESSAGE_MAX, MessageBody } from '../../../../worker/contract/talk/chat.ts';
import { ApiError, requestOf } from '../../../api.ts';
import { useSignIn } from '../../../session/sign-in-link.tsx';
import { showToast } from '../../../ui/toast.ts';
import s from './composer.module.css';
import type { LiveRoom } from './room/live-room.ts';
import { MentionList, optionId } from './mention-list.tsx';
import type { Writer } from './mention-text.ts';
import { useMentions } from './use-mentions.ts';

/** The count appears when this many characters are left. */
const COUNT_FROM = 50;
/** Refusals whose message already says what to do. */
const SELF_EXPLAINING = new Set<string | null>(['chat.muted', 'chat.slow']);

/** The form for a new message, which can mention `people`. Slow mode lets the person write again in `wait` seconds. */
export function Composer({
  room,
  me,
  isClosed,
  people,
  wait,
}: {
  room: LiveRoom;
  me: string | null;
  isClosed: boolean;
  people: readonly Writer[];
  wait: number;
}) {
  const [text, setText] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions({ text, setText, people, input });
  const { listId, options, at } = mentions;
  const count = useId();
  const signIn = useSignIn();
  const left = MESSAGE_MAX - text.trim().length;
  const parsed = v.safeParse(MessageBody, text);
  // A blank text is not sent and shows no error. Every other problem is shown.
  const problem = text.trim() !== '' && !parsed.success && left >= 0 ? parsed.issues[0].message : null;

  const send = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (me === null) return toastSignIn(signIn);
    if (!parsed.success || wait > 0) return;
    const { output: body } = parsed;
    setText('');
    input.current?.focus();
    try {
      await room.send({ body, user_id: me, mentions: mentions.mentionsIn(body) });
    } catch (error) {
      showFailure(error, signIn);
      setText((typedSince) => typedSince || body);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (mentions.onKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void send(event);
  };

  return (
    <form className={s.composer} onSubmit={(event) => void send(event)} noValidate>
      {options.length > 0 && <MentionList listId={listId} options={options} at={at} onTake={mentions.take} />}
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
          aria-autocomplete="list"
          aria-controls={options.length > 0 ? listId : undefined}
          aria-activedescendant={options[at] && optionId(listId, options[at])}
          enterKeyHint="send"
          onChange={({ target }) => {
            setText(target.value);
            mentions.follow(target.selectionStart);
          }}
          onSelect={({ currentTarget }) => mentions.follow(currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
        />
        <span id={count} className={left < 0 || problem ? s.over : s.count}>
          {problem ??
            (left <= COUNT_FROM
              ? left < 0
                ? `${-left} too many`
                : `${left} left`
              : wait > 0 && `Slow mode: you can write in ${wait} s`)}
        </span>
      </div>
      <button
        type="submit"
        className="button primary"
        disabled={isClosed || (me !== null && (!parsed.success || wait > 0))}
      >
        Send
      </button>
    </form>
  );
}

function toastSignIn(signIn: () => void): void {
  const action = { label: 'Sign in', run: signIn };
  showToast({
    title: 'Authentication required',
    text: 'Please sign in to send messages.',
    isDestructive: true,
    action,
  });
}

function showFailure(error: unknown, signIn: () => void): void {
  const refusal = error instanceof ApiError ? error : null;
  if (refusal?.code === 'request.signed_out') toastSignIn(signIn);
  else {
    const text =
      refusal && SELF_EXPLAINING.has(refusal.code) ? refusal.message : `Please try again.${requestOf(error)}`;
    showToast({ title: 'Error sending message', text, isDestructive: true });
  }
}
