import type { ChatMessage, ChatPerson, Removal } from '../../../../../worker/contract/talk/chat.ts';
import { DAY, MINUTE } from '../../../../../worker/contract/time/durations.ts';
import { eventDateParts } from '../../../../../worker/contract/time/event-time.ts';
import type { OwnMessage } from './room-types.ts';

const NEW_YORK = 'America/New_York';
const LONG_DATE = new Intl.DateTimeFormat('en-US', {
  timeZone: NEW_YORK,
  month: 'long',
  day: 'numeric',
  weekday: 'long',
});
const DATE = new Intl.DateTimeFormat('en-US', {
  timeZone: NEW_YORK,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});
/** An author's next message within this time, in ms, does not repeat the name. */
const TOGETHER_MS = 5 * MINUTE;

/** If `isFirst` is true, the message begins a group of messages by one author, and shows the author's name. */
export interface MessageRow {
  kind: 'message';
  key: string;
  /** Null while the message is being sent. */
  id: string | null;
  seq: number | null;
  user_id: string;
  name: string | null;
  is_verified: boolean;
  body: string;
  at: number;
  isOwn: boolean;
  isFirst: boolean;
  removed: Removal | null;
  mentions: readonly ChatPerson[];
}

export interface DayRow {
  kind: 'day';
  key: string;
  label: string;
}

/** "9:40 PM" in New York time. */
export function clockOf(at: number): string {
  return eventDateParts(new Date(at).toISOString()).time;
}

/** "Today", "Yesterday" or "Friday, November 27" in New York, with the year if it is not the current one. */
export function dayLabel(at: number, now: number): string {
  const ago = (dateOf(now) - dateOf(at)) / DAY;
  if (ago === 0) return 'Today';
  if (ago === 1) return 'Yesterday';
  const { weekday, month, day } = partsOf(LONG_DATE, at);
  const year = new Date(dateOf(at)).getUTCFullYear();
  return `${weekday}, ${month} ${day}${year === new Date(dateOf(now)).getUTCFullYear() ? '' : `, ${year}`}`;
}

export function rowsOf({
  messages,
  own,
  me,
  now,
}: {
  messages: readonly ChatMessage[];
  own: readonly OwnMessage[];
  me: string | null;
  now: number;
}): (MessageRow | DayRow)[] {
  const rows: (MessageRow | DayRow)[] = [];
  let before: MessageRow | null = null;
  for (const row of [...messages.map((message) => placed(message, me)), ...own.map(onItsWay)]) {
    const label = dayLabel(row.at, now);
    const isNewDay: boolean = before === null || dayLabel(before.at, now) !== label;
    if (isNewDay) rows.push({ kind: 'day', key: `day ${label}`, label });
    const isFirst: boolean =
      isNewDay || before!.user_id !== row.user_id || before!.removed !== null || row.at - before!.at > TOGETHER_MS;
    before = { ...row, isFirst };
    rows.push(before);
  }
  return rows;
}

function placed(message: ChatMessage, me: string | null): MessageRow {
  const { id, seq, user_id, client_id, body, author, removed } = message;
  return {
    kind: 'message',
    key: `${user_id} ${client_id}`,
    id,
    seq,
    user_id,
    name: author.display_name,
    is_verified: author.is_student_verified,
    body,
    at: Date.parse(message.created_at),
    isOwn: user_id === me,
    isFirst: true,
    removed,
    mentions: message.mentions ?? [],
  };
}

function onItsWay({ user_id, client_id, body, mentions, created_at }: OwnMessage): MessageRow {
  const row = {
    kind: 'message',
    id: null,
    seq: null,
    name: null,
    is_verified: false,
    isOwn: true,
    isFirst: true,
    removed: null,
  } as const;
  return { ...row, key: `${user_id} ${client_id}`, user_id, body, mentions, at: created_at };
}

/**
 * Returns the New York date as the UTC ms of midnight UTC on that date. So dates differ by whole days even when clocks
 * change.
 */
function dateOf(at: number): number {
  const { year, month, day } = partsOf(DATE, at);
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}

function partsOf(format: Intl.DateTimeFormat, at: number): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}
