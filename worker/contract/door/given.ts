import * as v from 'valibot';

/** How many links the buyer can make for the tickets of one request, ended ones included. */
export const MOST_LINKS = 40;
/** The most tickets in one request. */
export const MOST_POSITION = 20;

/**
 * `POST /api/ticket-requests/{id}/given`: the ticket to give away. With `vouch_id`, a live vouch that the buyer gave or
 * received, only the other person of that vouch can accept it.
 */
export const GiveTicket = v.object({
  position: v.pipe(
    v.number('position is a number.'),
    v.integer('position is a whole number.'),
    v.minValue(1, 'Tickets are counted from 1.'),
    v.maxValue(MOST_POSITION, 'There is no such ticket.'),
  ),
  vouch_id: v.optional(v.pipe(v.string('vouch_id is the id of a vouch.'), v.uuid('vouch_id is the id of a vouch.'))),
});

/** `POST /api/my/given/look` and `/accept`: the token from the fragment of the link. */
export const GivenToken = v.object({
  token: v.pipe(
    v.string('That link is incomplete. Open it again from the message you got it in.'),
    v.regex(/^[\w-]{20,100}$/, 'That link is incomplete. Open it again from the message you got it in.'),
  ),
});

/** What the buyer sees of a ticket that was given away. */
export interface GivenTicket {
  id: string;
  position: number;
  /** The name of the friend who accepted, or who alone may accept, or null. */
  friend: string | null;
  is_accepted: boolean;
  /** True while the buyer can take it back: the friend has not opened it, and no door has scanned it. */
  may_take_back: boolean;
}
