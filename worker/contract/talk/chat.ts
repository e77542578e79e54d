import * as v from 'valibot';
import { REPORT_REASONS } from '../../../drizzle/vocabulary.ts';
import { Cursor, Limit } from '../paging.ts';

/** In UTF-16 code units after trimming. */
export const MESSAGE_MAX = 500;
export const MOST_MENTIONS = 5;
export const MOST_BLOCKS = 500;
export const REPORTS_A_DAY = 20;
/** Seconds between two messages from one person. 0 turns slow mode off. */
export const SLOW_SECONDS = [0, 10, 30, 60, 300] as const;
/** A listener that missed more messages than this must reload. */
export const REPLAY_MAX = 500;
/** Time between two pings, in ms. A listener that is silent for three intervals is disconnected. */
export const PING_EVERY_MS = 25_000;

const BLANK = 'Write something first.';
const CONTROL = /[^\P{Cc}\n]/u;
const VISIBLE = /[^\p{Z}\p{C}]/u;

/** Line breaks become `\n`, and tabs become spaces. Refuses other control characters. */
export const MessageBody = v.pipe(
  v.string(BLANK),
  v.check((text) => text.isWellFormed(), 'That text has a broken character. Type it again.'),
  v.transform((text) => text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ')),
  v.trim(),
  v.nonEmpty(BLANK),
  v.maxLength(MESSAGE_MAX, `Use at most ${MESSAGE_MAX} characters for a message.`),
  v.check((text) => !CONTROL.test(text), 'That text has characters that can’t be shown.'),
  v.check((text) => VISIBLE.test(text), BLANK),
);

const UserId = v.pipe(
  v.string('user_id must be text.'),
  v.nonEmpty('user_id must be text.'),
  v.maxLength(64, 'Not a user id.'),
);

/** `client_id` is a UUID from the sender. A repeated UUID means the same message. `mentions` are user ids. */
export const PostMessage = v.object({
  body: MessageBody,
  client_id: v.pipe(v.string('client_id is a UUID.'), v.uuid('client_id is a UUID.')),
  mentions: v.optional(
    v.pipe(
      v.array(UserId, 'mentions is a list of user ids.'),
      v.maxLength(MOST_MENTIONS, `A message can mention up to ${MOST_MENTIONS} people.`),
      v.transform((ids) => [...new Set(ids)]),
    ),
  ),
});
export type PostMessage = v.InferOutput<typeof PostMessage>;

export const SlowDown = v.object({
  seconds: v.picklist(SLOW_SECONDS, `seconds is one of ${SLOW_SECONDS.join(', ')}.`),
});

/** In UTF-16 code units after trimming. */
export const NOTE_MAX = 500;

export const ReportMessage = v.object({
  reason: v.picklist(REPORT_REASONS, 'Choose what’s wrong with the message.'),
  note: v.optional(
    v.nullable(
      v.pipe(
        v.string('note is text.'),
        v.trim(),
        v.maxLength(NOTE_MAX, `Use at most ${NOTE_MAX} characters for the note.`),
        v.transform((note) => note || null),
      ),
    ),
    null,
  ),
});
export type ReportMessage = v.InferOutput<typeof ReportMessage>;

/** Lists reported messages. The message that has waited longest comes first. */
export const ListReported = v.object({ cursor: Cursor, limit: Limit(50, 100) });

export const DecideReports = v.object({ decision: v.picklist(['remove', 'keep'], 'decision is remove or keep.') });
export type ReportDecision = v.InferOutput<typeof DecideReports>['decision'];

export const MutePerson = v.object({
  user_id: UserId,
  muted: v.optional(v.boolean('muted is true or false.'), true),
});

const seqText = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'after is the number of a message.'), v.transform(Number));

export const Listen = v.object({ after: v.optional(seqText) });

/** Reads the latest `limit` messages, or the first `limit` messages after the message with the number `after`. */
export const ReadMessages = v.object({
  after: v.optional(seqText),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, 'limit is a whole number from 1 to 100.'),
      v.transform(Number),
      v.minValue(1, 'limit is a whole number from 1 to 100.'),
      v.maxValue(100, 'limit is a whole number from 1 to 100.'),
    ),
    '100',
  ),
});

const seq = v.pipe(v.number(), v.integer(), v.minValue(0));
const instant = v.pipe(v.string(), v.isoTimestamp());
const person = v.object({ user_id: v.string(), display_name: v.nullable(v.string()) });
export type ChatPerson = v.InferOutput<typeof person>;

/** `by` is the moderator, or null if the room deleted the message to keep only the newest `KEPT_MESSAGES`. */
export const Removal = v.object({ at: instant, by: v.nullable(person) });
export type Removal = v.InferOutput<typeof Removal>;

/** A removed message keeps its number and place, but has an empty body and no mentions. */
export const ChatMessage = v.object({
  id: v.string(),
  seq,
  event_id: v.string(),
  user_id: v.string(),
  body: v.string(),
  created_at: instant,
  client_id: v.string(),
  author: v.object({ display_name: v.nullable(v.string()), is_student_verified: v.boolean() }),
  removed: v.nullable(Removal),
  /** Missing if the message mentions nobody. */
  mentions: v.optional(v.array(person)),
});
export type ChatMessage = v.InferOutput<typeof ChatMessage>;

/** `seq` is the number of the room's latest message. `slow_seconds` is missing while slow mode is off. */
export const HelloFrame = v.object({ type: v.literal('hello'), seq, slow_seconds: v.optional(seq) });
export const MessageFrame = v.object({ type: v.literal('message'), message: ChatMessage });
/** Up to 100 messages in order. A listener gets the messages that it missed in this form, too. */
export const MessagesFrame = v.object({ type: v.literal('messages'), messages: v.array(ChatMessage) });
/** The same removal may be sent twice. */
export const RemovedFrame = v.object({ type: v.literal('removed'), id: v.string(), seq, removed: Removal });
/** 0 if slow mode is off. */
export const SlowFrame = v.object({ type: v.literal('slow'), seconds: seq });
export const ListingsFrame = v.object({ type: v.literal('listings') });
export const ReloadFrame = v.object({ type: v.literal('reload') });
/** The event was deleted. The socket closes. */
export const GoneFrame = v.object({ type: v.literal('gone') });

/** A listener ignores a message whose number it already has. */
export const LiveFrame = v.variant('type', [
  HelloFrame,
  MessageFrame,
  MessagesFrame,
  RemovedFrame,
  SlowFrame,
  ListingsFrame,
  ReloadFrame,
  GoneFrame,
]);
export type LiveFrame = v.InferOutput<typeof LiveFrame>;
