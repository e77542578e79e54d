import * as v from 'valibot';

const NO_ANSWER = 'wants must be true or false.';
const NO_TOKEN = 'This link is incomplete. Open it from the email again.';

export const SetReminders = v.object({ wants: v.boolean(NO_ANSWER) }, NO_ANSWER);

/** `token` comes from the link in a reminder mail. */
export const StopReminders = v.object({
  token: v.pipe(v.string(NO_TOKEN), v.nonEmpty(NO_TOKEN), v.maxLength(200, NO_TOKEN)),
});
