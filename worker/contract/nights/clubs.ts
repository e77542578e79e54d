import * as v from 'valibot';
import { EmailAddress } from '../people/email-address.ts';
import { CLUB_STATUSES } from '../../../drizzle/vocabulary.ts';
import { Cursor, Limit, SeenVersion } from '../paging.ts';
import { stripAt } from '../people/people.ts';
import { OptionalText } from '../text/optional-text.ts';
import { WebAddress } from '../text/web-address.ts';

/** For the admin screens, which may import values only from the contract. */
export { CLUB_STATUSES };

const NO_NAME = 'Enter the club’s name.';

const ClubFields = {
  name: v.pipe(v.string(NO_NAME), v.trim(), v.nonEmpty(NO_NAME), v.maxLength(120, 'Name too long')),
  description: OptionalText(2000, 'Description too long'),
  logo_url: v.nullish(WebAddress('The logo address must be a URL.')),
  website: v.nullish(WebAddress('The website must be a URL.')),
  ig_handle: v.nullish(
    v.pipe(
      v.string(),
      v.transform(stripAt),
      v.trim(),
      v.maxLength(60, 'Instagram handle too long'),
      v.transform((text) => text || null),
    ),
  ),
  phone: OptionalText(40, 'Phone number too long'),
  email: v.nullish(
    v.union(
      [
        v.pipe(
          v.literal(''),
          v.transform(() => null),
        ),
        v.pipe(v.string(), v.trim(), EmailAddress),
      ],
      'Invalid email format',
    ),
  ),
  status: v.picklist(CLUB_STATUSES, `Status must be one of ${CLUB_STATUSES.join(', ')}.`),
};

export const CreateClub = v.object(
  { ...ClubFields, status: v.optional(ClubFields.status, 'active') },
  'The form must be a JSON object.',
);
export type CreateClub = v.InferOutput<typeof CreateClub>;

export const EditClub = v.object(
  { ...v.partial(v.object(ClubFields)).entries, updated_at: SeenVersion },
  'The form must be a JSON object.',
);
export type EditClub = v.InferOutput<typeof EditClub>;

export const ListClubs = v.object({
  cursor: Cursor,
  limit: Limit(50, 200),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(120))),
});
