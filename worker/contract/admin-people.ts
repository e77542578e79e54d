import * as v from 'valibot';
import { ROLES } from '../../drizzle/vocabulary.ts';
import { Cursor, Limit } from './paging.ts';

/** For the admin screens, which take values from the contract only. */
export { ROLES };

/** `GET /api/admin/people`, the newest first; `q` is an id, the start of an address, or part of a name. */
export const ListPeople = v.object({
  cursor: Cursor,
  limit: Limit(50, 200),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(255))),
  role: v.optional(v.picklist(['organizer', 'admin'], 'role is organizer or admin.')),
});
export type ListPeople = v.InferOutput<typeof ListPeople>;

const role = v.picklist(ROLES, `role is one of ${ROLES.join(', ')}.`);
const yesNo = v.boolean('from and to are true or false.');

/** `PATCH /api/admin/people/{id}`: one or more of the three, each from what the editor saw to what it shall be. */
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
