/** In days: how long data is kept, or how long a session or link lasts. The privacy page states most of these times. */
export const KEEPING_DAYS = {
  /** Codes, links, unfinished sign-ins, challenges and sessions, after they expired. */
  expired: 1,
  /** Sent messages, and messages that are no longer needed. */
  sent_messages: 7,
  dead_messages: 30,
  /**
   * An account that was never confirmed or signed in to, or an anonymous account without a session. The days count from
   * the creation of the account.
   */
  unused_account: 30,
  /** The rows of `kept_pasts`: hashed marks of deleted accounts that, for example, were banned. */
  kept_pasts: 730,
  /** Feeds send a delivery again within hours. */
  webhook_ids: 30,
  deliveries: 90,
  /** The payment provider repeats an event for up to three days. */
  provider_events: 30,
  /** Comparisons of the ledger with the provider's balance that found no difference. */
  equal_comparisons: 90,
  /** Requests to set an event's face value. The days count from the start of the event. */
  asks_of_events: 7,
  /** The record of the days for which a person got a reminder. */
  reminders: 7,
  /** The record that a person is going to an event. The days count from the end of the event. */
  goings: 30,
  /** The days count from the start that the event had when the squad was planned. */
  squads: 30,
  /**
   * The record that a squad member got home. The day counts from the member's answer or from the end of the event,
   * whichever comes first.
   */
  home: 1,
  views: 400,
  /** Keys of messages that are no longer in the history of a chat room. */
  sent_keys: 30,
  /** Ticket files that nothing refers to. */
  unclaimed_files: 1,
  /** After the end of the event. */
  ticket_files: 30,
  /** After its last use. */
  unused_session: 30,
  /** After its start, however often the session is used. */
  whole_session: 180,
  notifications: 90,
  /** The counts of HTTP responses by minute. The page `/check` plots the last day. */
  traffic: 2,
  /** The link "This wasn't me". */
  notice: 7,
} as const;

export const KEPT_MESSAGES = 50_000;
