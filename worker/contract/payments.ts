import * as v from 'valibot';

const SAY_WHAT = 'Say what is wrong, in at most 1,000 characters.';

/** `POST /api/ticket-requests/{id}/problem`. */
export const ReportProblem = v.object(
  { text: v.pipe(v.string(SAY_WHAT), v.trim(), v.nonEmpty(SAY_WHAT), v.maxLength(1000, SAY_WHAT)) },
  'The body must be a JSON object.',
);
