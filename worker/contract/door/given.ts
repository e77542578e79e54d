import * as v from 'valibot';

/** How many links the tickets of one ticket request can have. Ended links count too. */
export const MOST_LINKS = 40;
export const MOST_POSITION = 20;

/** `vouch_id` names a live vouch of the buyer. With it, only the other person of that vouch can accept the ticket. */
export const GiveTicket = v.object({
  position: v.pipe(
    v.number('position is a number.'),
    v.integer('position is a whole number.'),
    v.minValue(1, 'Tickets are counted from 1.'),
    v.maxValue(MOST_POSITION, 'There is no such ticket.'),
  ),
  vouch_id: v.optional(v.pipe(v.string('vouch_id is the id of a vouch.'), v.uuid('vouch_id is the id of a vouch.'))),
});

/** The token from the fragment of a link that gives a ticket. */
export const GivenToken = v.object({
  token: v.pipe(
    v.string('That link is incomplete. Open it again from the message you got it in.'),
    v.regex(/^[\w-]{20,100}$/, 'That link is incomplete. Open it again from the message you got it in.'),
  ),
});

export interface GivenTicket {
  id: string;
  position: number;
  /** The name of the friend who accepted, or of the only friend who may accept. Null if there is none. */
  friend: string | null;
  is_accepted: boolean;
  /** False while somebody is inside with the ticket, or if the friend has opened it and has an active account. */
  may_take_back: boolean;
}
