import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { type ChatPerson, MOST_MENTIONS } from '../../../../worker/contract/talk/chat.ts';
import { isNamed, nameOf, textParts, typedName, type Writer } from './mention-text.ts';

const MOST_SHOWN = 5;

/** Suggests people after an `@`. Picked people are remembered by id, because people can share a name. */
export function useMentions({
  text,
  setText,
  people,
  input,
}: {
  text: string;
  setText: (text: string) => void;
  people: readonly Writer[];
  input: RefObject<HTMLTextAreaElement | null>;
}) {
  const listId = useId();
  const [cursor, setCursor] = useState(0);
  const [chosen, setChosen] = useState(0);
  /** The position of the `@` whose list of suggestions was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [picked, setPicked] = useState<readonly ChatPerson[]>([]);
  const nextCursor = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (nextCursor.current === null) return;
    input.current?.setSelectionRange(nextCursor.current, nextCursor.current);
    nextCursor.current = null;
  });

  const typed = typedName(text, cursor);
  const isOpen = typed !== null && typed.from !== closedAt;
  const options = isOpen ? people.filter((person) => isNamed(person, typed.name)).slice(0, MOST_SHOWN) : [];
  const at = Math.min(chosen, options.length - 1);

  const take = (person: Writer) => {
    if (!typed) return;
    const before = `${text.slice(0, typed.from)}@${nameOf(person)} `;
    setText(before + text.slice(cursor).replace(/^ /, ''));
    setCursor(before.length);
    nextCursor.current = before.length;
    setPicked([...picked.filter(({ user_id }) => user_id !== person.user_id), person]);
    setClosedAt(typed.from);
  };
  const follow = (cursorNow: number) => {
    setCursor(cursorNow);
    setChosen(0);
    if (typedName(input.current?.value ?? '', cursorNow)?.from !== closedAt) setClosedAt(null);
  };
  /** Returns true if the list has handled the key. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (options.length === 0 || event.nativeEvent.isComposing) return false;
    if (event.key === 'ArrowDown') setChosen((at + 1) % options.length);
    else if (event.key === 'ArrowUp') setChosen((at - 1 + options.length) % options.length);
    else if (event.key === 'Escape') setClosedAt(typed?.from ?? null);
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') take(options[at]!);
    else return false;
    event.preventDefault();
    return true;
  };
  const mentionsIn = (body: string): ChatPerson[] => {
    const named = new Set(textParts(body, picked).map(({ user_id }) => user_id));
    return picked
      .filter(({ user_id }) => named.has(user_id))
      .slice(0, MOST_MENTIONS)
      .map(({ user_id, display_name }) => ({ user_id, display_name }));
  };
  return { listId, options, at, take, follow, onKey, mentionsIn };
}
