import * as v from 'valibot';

/** `GET /api/ticket-requests/{id}/wallet/{apple|google}`. `ticket` counts from 1. */
export const AskForWallet = v.object({
  ticket: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d?$/, 'ticket is a number from 1.'), v.transform(Number)), '1'),
});
