/** How many days data is kept. The cron job deletes by these numbers, and the privacy page states them. */
export const KEEPING_DAYS = {
  /** Codes, links, unfinished sign-ins, challenges and sessions, after they expired. */
  expired: 1,
  /** Mails and text messages that were sent, or that nobody needs any more. */
  sent_messages: 7,
  /** Mails and text messages that could not be sent. */
  dead_messages: 30,
  /**
   * An account that nobody has proven or signed in to, and an account without an address whose last session has ended.
   */
  unused_account: 30,
  /** What stays of a deleted account with a past. */
  kept_pasts: 730,
  /** The webhook-ids of feeds. Feeds send a delivery again within hours. */
  webhook_ids: 30,
  /** What a delivery of a feed or an organizer changed. */
  deliveries: 90,
  /** The payment provider's events that were taken. It sends an event again for three days. */
  provider_events: 30,
  /** Comparisons of the ledger with the provider's balance that found no difference. */
  equal_comparisons: 90,
  /** The sellers who asked for the face value of an event, after it has begun. */
  asks_of_events: 7,
  /** The days on which a person was reminded. */
  reminders: 7,
  /** How often the page of a night was opened on a day. */
  views: 400,
  /** In a chat room, the keys of messages that its history no longer has. */
  sent_keys: 30,
  /** Uploaded files of tickets that nothing refers to. */
  unclaimed_files: 1,
  /** The files of tickets, after the end of their night. */
  ticket_files: 30,
  /** A session that is not used. */
  unused_session: 30,
  /** A session, however often it is used. */
  whole_session: 180,
  /** Notifications. */
  notifications: 90,
  /** The link "This wasn't me" of a security notice. */
  notice: 7,
} as const;

/** How many of its newest messages a chat room keeps. */
export const KEPT_MESSAGES = 50_000;
