import * as v from 'valibot';
import { ROLES } from '../../../drizzle/vocabulary.ts';
import { Cursor, Limit } from '../paging.ts';

/** For the admin screens, which may import values only from the contract. */
export { ROLES };

/** `q` is an id, the start of an address, or part of a name. */
export const ListPeople = v.object({
  cursor: Cursor,
  limit: Limit(50, 200),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(255))),
  role: v.optional(v.picklist(['organizer', 'admin'], 'role must be organizer or admin.')),
});
export type ListPeople = v.InferOutput<typeof ListPeople>;

const role = v.picklist(ROLES, `role must be one of ${ROLES.join(', ')}.`);
const yesNo = v.boolean('from and to must be true or false.');

/** Each change names the value that the editor saw and the new value. */
export const EditPerson = v.pipe(
  v.object({
    role: v.optional(v.object({ from: role, to: role })),
    is_student_verified: v.optional(v.object({ from: yesNo, to: yesNo })),
    is_banned: v.optional(v.object({ from: yesNo, to: yesNo })),
  }),
  v.check(
    (edit) => Object.values(edit).some((change) => change !== undefined),
    'Say what to change: role, is_student_verified or is_banned.',
  ),
);
export type EditPerson = v.InferOutput<typeof EditPerson>;
