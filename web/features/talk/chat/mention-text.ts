import type { ChatMessage, ChatPerson } from '../../../../worker/contract/talk/chat.ts';

/** A part of a message that begins at the index `at`. `user_id` is null for plain text. */
export interface TextPart {
  at: number;
  text: string;
  user_id: string | null;
}

const STARTS_WITH_LETTER = /^[\p{L}\p{N}]/u;
/** The text between an `@` and the cursor, if it can be a name. */
const TYPED = /(?:^|\s)@(?<name>[^@\n]{0,40})$/u;
const NAMELESS = 'A student';

/** How a message names a person, without the `@`. */
export const nameOf = ({ display_name }: Pick<ChatPerson, 'display_name'>) => display_name ?? NAMELESS;

/**
 * Splits a message at the names of the people it mentions. If people share a name, the first occurrence of the name
 * means the first of these people, and so on. A mentioned person whose name is not in the text is skipped.
 */
export function textParts(body: string, mentions: readonly ChatPerson[]): TextPart[] {
  const names = mentions.map((person) => ({ text: `@${nameOf(person)}`, user_id: person.user_id }));
  const longestFirst = names.toSorted((one, other) => other.text.length - one.text.length);
  const marked: TextPart[] = [];
  for (let at = body.indexOf('@'); at !== -1; at = body.indexOf('@', at + 1)) {
    const found = longestFirst.filter(
      ({ text }) => body.startsWith(text, at) && !STARTS_WITH_LETTER.test(body.slice(at + text.length)),
    );
    const same = found.filter(({ text }) => text === found[0]?.text);
    const person = same.find(({ user_id }) => !marked.some((part) => part.user_id === user_id)) ?? same[0];
    if (person) marked.push({ at, ...person });
  }
  const parts: TextPart[] = [];
  let end = 0;
  for (const part of marked) {
    if (part.at > end) parts.push({ at: end, text: body.slice(end, part.at), user_id: null });
    parts.push(part);
    end = part.at + part.text.length;
  }
  if (end < body.length) parts.push({ at: end, text: body.slice(end), user_id: null });
  return parts;
}

/** A person who wrote in the room, with the time of their newest message (UTC ms). */
export interface Writer extends ChatPerson {
  is_verified: boolean;
  at: number;
}

export function writersOf(messages: readonly ChatMessage[], except: ReadonlySet<string>): Writer[] {
  const writers = new Map<string, Writer>();
  for (const { user_id, author, created_at, removed } of messages.toReversed()) {
    if (removed || writers.has(user_id) || except.has(user_id)) continue;
    const { display_name, is_student_verified } = author;
    writers.set(user_id, { user_id, display_name, is_verified: is_student_verified, at: Date.parse(created_at) });
  }
  return [...writers.values()];
}

/** Returns the name being typed before the cursor and the position of its `@`, or null. */
export function typedName(text: string, cursor: number): { from: number; name: string } | null {
  const name = TYPED.exec(text.slice(0, cursor))?.groups?.['name'];
  return name === undefined ? null : { from: cursor - name.length - 1, name };
}

/** Says whether a person's name, or one of its words, begins with the typed text. */
export function isNamed(person: Pick<ChatPerson, 'display_name'>, typed: string): boolean {
  const [name, wanted] = [nameOf(person).toLowerCase(), typed.toLowerCase()];
  return name.startsWith(wanted) || name.split(/\s+/).some((word) => word.startsWith(wanted));
}
