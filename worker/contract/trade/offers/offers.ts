import * as v from 'valibot';
import { Total } from '../tickets.ts';

/** `POST /api/my/offers/{id}/take`. `total` is the most that the buyer expects to pay, in dollars with fees. */
export const TakeOffer = v.object({ total: Total }, 'The request must be a JSON object.');

const NO_TOKEN = 'This link is incomplete. Open it from the email again.';

/** `POST /api/waitlist/messages/stop`. `mail` is the id of a mail: `<message id>:<waitlist entry id>`. */
export const StopMessages = v.object({
  mail: v.pipe(v.string(NO_TOKEN), v.regex(/^[\w-]{1,64}:[\w-]{1,64}$/, NO_TOKEN)),
});

/** `POST /api/waitlist/stay`. `token` comes from the link in a waitlist mail. */
export const WaitlistToken = v.object({
  token: v.pipe(v.string(NO_TOKEN), v.nonEmpty(NO_TOKEN), v.maxLength(200, NO_TOKEN)),
});
