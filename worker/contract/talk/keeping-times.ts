/** How many days we keep data. The cron job deletes by these numbers, and the privacy page states them. */
export const KEEPING_DAYS = {
  /** Codes, links, unfinished sign-ins, challenges and sessions, after they expired. */
  expired: 1,
  /** Mails and text messages that were sent or are no longer needed. */
  sent_messages: 7,
  /** Mails and text messages that could not be sent. */
  dead_messages: 30,
  /**
   * An account that was never confirmed or signed in to. An account without an address, once its last session has
   * ended.
   */
  unused_account: 30,
  /** The data that we keep of a deleted account that had sales, payments or problems. */
  kept_pasts: 730,
  /** The webhook-ids of feeds. Feeds send a delivery again within hours. */
  webhook_ids: 30,
  /** The record of what a delivery by a feed or an organizer changed. */
  deliveries: 90,
  /** Processed events from the payment provider, which repeats an event for up to three days. */
  provider_events: 30,
  /** Comparisons of the ledger with the provider's balance that found no difference. */
  equal_comparisons: 90,
  /** Sellers' requests to set the face value of an event, after the event has begun. */
  asks_of_events: 7,
  /** The record of the days that a person got a reminder for. */
  reminders: 7,
  /** A person's answer that they are going, after the night. */
  goings: 30,
  /** Squads and their members, after the planned time of the night. */
  squads: 30,
  /** A squad member's answer that they got home, after the night. */
  home: 1,
  /** The daily page views of an event. */
  views: 400,
  /** In a chat room, the idempotency keys of messages that are no longer in its history. */
  sent_keys: 30,
  /** Uploaded ticket files that nothing refers to. */
  unclaimed_files: 1,
  /** Ticket files, after the end of their event. */
  ticket_files: 30,
  /** A session, after its last use. */
  unused_session: 30,
  /** A session, after its start, however often it is used. */
  whole_session: 180,
  notifications: 90,
  /** The counts of answers by minute, which the admins' page plots for a day. */
  traffic: 2,
  /** The link "This wasn't me" in a security notice. */
  notice: 7,
} as const;

/** The number of latest messages that a chat room keeps. */
export const KEPT_MESSAGES = 50_000;
