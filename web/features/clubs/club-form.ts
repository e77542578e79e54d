import * as v from 'valibot';
import { CreateClub, EditClub } from '../../../worker/contract/clubs.ts';
import { stripAt } from '../../../worker/contract/people.ts';
import type { Club, ClubEdit, NewClub } from './clubs.queries.ts';

const FIELDS = ['name', 'description', 'logo_url', 'website', 'ig_handle', 'phone', 'email', 'status'] as const;

/** The club form as typed. */
export type ClubForm = Record<(typeof FIELDS)[number], string>;
type Errors = Partial<Record<keyof ClubForm, string>>;
type Checked<I> = { input: I; errors?: never } | { input?: never; errors: Errors };

export const EMPTY_CLUB: ClubForm = {
  name: '',
  description: '',
  logo_url: '',
  website: '',
  ig_handle: '',
  phone: '',
  email: '',
  status: 'active',
};

/** The form of a club as it is stored. */
export function clubFormOf(club: Pick<Club, keyof ClubForm>): ClubForm {
  return Object.fromEntries(FIELDS.map((field) => [field, club[field] ?? ''])) as ClubForm;
}

/** A form after a change; any @ typed in the handle is stripped. */
export function typed(form: ClubForm, change: Partial<ClubForm>): ClubForm {
  const next = { ...form, ...change };
  return { ...next, ig_handle: stripAt(next.ig_handle) };
}

/** What the API takes for a new club, or what is wrong. */
export function newClub(form: ClubForm): Checked<NewClub> {
  return checked(v.safeParse(CreateClub, form), form as NewClub);
}

/** The fields that were changed and the version they were changed in, or what is wrong. */
export function editedClub(form: ClubForm, club: Club): Checked<ClubEdit> {
  const before = clubFormOf(club);
  const changed = FIELDS.filter((field) => form[field] !== before[field]);
  const edit = { ...Object.fromEntries(changed.map((field) => [field, form[field]])), updated_at: club.updated_at };
  return checked(v.safeParse(EditClub, edit), edit as ClubEdit);
}

function checked<I>(parsed: { success: boolean; issues?: v.BaseIssue<unknown>[] | undefined }, input: I): Checked<I> {
  if (parsed.success) return { input };
  const errors: Errors = {};
  for (const issue of parsed.issues ?? []) errors[String(issue.path?.[0]?.key) as keyof ClubForm] ??= issue.message;
  return { errors };
}
