import * as v from 'valibot';
import { GOING_INTENTS, type GoingIntent } from '../../../drizzle/vocabulary.ts';

/** If fewer friends than this go, none is named. If fewer people than this go, organizers do not see how many. */
export const FEWEST_SHOWN = 3;

export const MOST_SHOWN = 5;

/** With `show`, the person also agrees to show friends which nights the person goes to. */
export const SayGoing = v.object({
  intent: v.picklist(GOING_INTENTS, 'intent must be going or with_somebody.'),
  show: v.optional(v.boolean('show must be true or false.'), false),
});

/** `first_name` is null, and `initials` empty, for a person without a name. */
export interface GoingFriend {
  first_name: string | null;
  initials: string;
  intent: GoingIntent;
}

/** Returns the first word of a name, and at most two initials. */
export function shortNameOf(name: string | null): Pick<GoingFriend, 'first_name' | 'initials'> {
  const words = name?.match(/\S+/g) ?? [];
  const [first = null, last] = words.length > 1 ? [words[0], words.at(-1)] : words;
  const initials = [first, last].map((word) => word?.match(/^./su)?.[0].toLocaleUpperCase('en-US') ?? '').join('');
  return { first_name: first, initials };
}
