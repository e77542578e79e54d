import * as v from 'valibot';
import { MESSAGE_AUDIENCES } from '../../../../drizzle/vocabulary.ts';

/** For the admin screens, which may import values only from the contract. */
export { MESSAGE_AUDIENCES };

export const MESSAGE_LENGTH = 1000;
/** The most messages to one waitlist in 24 hours. */
export const MESSAGES_A_DAY = 2;

/** Format characters such as direction marks, and control characters except line breaks. */
const UNSEEN = /[^\P{Cc}\n]|\p{Cf}/gu;
const NO_TEXT = 'Write a message first.';

export const SendMessage = v.object({
  audience: v.picklist(MESSAGE_AUDIENCES, `audience is one of ${MESSAGE_AUDIENCES.join(', ')}.`),
  body: v.pipe(
    v.string(NO_TEXT),
    v.transform((text) => text.replaceAll(/\r\n?/g, '\n').replaceAll(UNSEEN, '').trim()),
    v.nonEmpty(NO_TEXT),
    v.maxLength(MESSAGE_LENGTH, `Use at most ${MESSAGE_LENGTH} characters for the message.`),
  ),
});
export type SendMessage = v.InferOutput<typeof SendMessage>;
