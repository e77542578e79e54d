import * as v from 'valibot';
import type { ProblemKind } from '../../../drizzle/handover-vocabulary.ts';

const SAY_WHAT = "Tell us what's wrong in at most 1,000 characters.";

const text = v.pipe(v.string(SAY_WHAT), v.trim(), v.nonEmpty(SAY_WHAT), v.maxLength(1000, SAY_WHAT));
const file_id = v.optional(
  v.pipe(v.string('file_id must be text.'), v.maxLength(64, 'file_id is the id of a picture.')),
);

/**
 * The kinds of problems that a buyer can choose. Leaves out `wrong_code`: the server opens that problem if the buyer's
 * phone reads another code than the seller listed.
 */
export const REPORTED_KINDS = [
  'not_delivered',
  'did_not_work',
  'event_cancelled',
  'not_as_described',
] as const satisfies ProblemKind[];
export type ReportedKind = (typeof REPORTED_KINDS)[number];

/** `POST /api/ticket-requests/{id}/problem`. A missing `kind` means `not_as_described` and requires `text`. */
export const ReportProblem = v.pipe(
  v.object(
    {
      kind: v.optional(v.picklist(REPORTED_KINDS, `kind is ${REPORTED_KINDS.join(', ')}.`)),
      text: v.optional(text),
      file_id,
    },
    'The body must be a JSON object.',
  ),
  v.forward(
    v.partialCheck([['kind'], ['text']], ({ kind, text: said }) => kind !== undefined || said !== undefined, SAY_WHAT),
    ['text'],
  ),
);
export type ReportProblem = v.InferOutput<typeof ReportProblem>;

export const AnswerProblem = v.object({ text, file_id }, 'The body must be a JSON object.');
export type AnswerProblem = v.InferOutput<typeof AnswerProblem>;
