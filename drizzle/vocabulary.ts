/** The allowed values of columns, for check constraints and valibot picklists. */

export const ROLES = ['user', 'organizer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const CLUB_STATUSES = ['active', 'inactive', 'draft'] as const;

export const WAITLIST_STATUSES = ['pending', 'accepted', 'declined'] as const;
export type WaitlistStatus = (typeof WAITLIST_STATUSES)[number];

/** `all` means everybody who was not declined. */
export const MESSAGE_AUDIENCES = ['all', 'pending', 'accepted'] as const;
export type MessageAudience = (typeof MESSAGE_AUDIENCES)[number];

export const RESELLER_STATUSES = ['pending', 'needs_info', 'approved', 'rejected', 'suspended'] as const;
export type ResellerStatus = (typeof RESELLER_STATUSES)[number];

export const LISTING_STATUSES = [
  'draft',
  'pending_review',
  'active',
  'reserved',
  'sold',
  'withdrawn',
  'expired',
  'rejected',
] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

export const TICKET_REQUEST_STATUSES = ['pending', 'accepted', 'declined', 'cancelled', 'expired'] as const;
export type TicketRequestStatus = (typeof TICKET_REQUEST_STATUSES)[number];

export const TICKET_ANSWERS = ['accepted', 'declined'] as const satisfies readonly TicketRequestStatus[];
export type TicketAnswer = (typeof TICKET_ANSWERS)[number];

/** The age policies that the event form offers. A feed can send any text of up to 40 characters. */
export const AGE_POLICIES = ['18+', '21+', 'All Ages'] as const;
export const DEFAULT_AGE_POLICY = '18+';

/** The default limits of the price band, in percent above or below the face value. */
export const DEFAULT_MIN_PCT = -10;
export const DEFAULT_MAX_PCT = 50;
/** The highest price of a ticket, in cents. */
export const MOST_CENTS = 100_000_000;
/** The most places that one entry of a guest list can have. */
export const MOST_GUEST_PLACES = 20;
/** Nothing is sold for more than twice the face value. */
export const MOST_MAX_PCT = 100;

/**
 * The features with a launch switch. The names of the first five are also the paths of their pages. `venues`: each
 * venue has a page. `payments`: buyers pay for tickets here. `handover`: tickets are stored and handed over here; it
 * needs `payments`. `school`: buying and selling need a badge. `vouches`: students vouch for each other. `push`: people
 * get notifications, and the waitlist is offered tickets first. `squads`: friends buy tickets together, and buyers give
 * tickets to friends. `going`: people see which of their friends go to an event.
 */
export const LAUNCH_FEATURES = [
  'live',
  'my-tickets',
  'tickets',
  'sell',
  'venues',
  'payments',
  'handover',
  'school',
  'vouches',
  'push',
  'squads',
  'going',
] as const;
export type LaunchFeature = (typeof LAUNCH_FEATURES)[number];

export const LAUNCH_NEEDS: Partial<Record<LaunchFeature, LaunchFeature>> = {
  handover: 'payments',
  squads: 'handover',
  going: 'vouches',
};

export const GOING_INTENTS = ['going', 'with_somebody'] as const;
export type GoingIntent = (typeof GOING_INTENTS)[number];

/** `phone` covers sign-up and sign-in by text message. */
export const CODE_KINDS = [
  'confirmation',
  'recovery',
  'email_change_current',
  'email_change_new',
  'phone',
  'phone_change',
  'reauthentication',
] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

export const ASSURANCE_LEVELS = ['aal1', 'aal2'] as const;

export const FACTOR_TYPES = ['totp', 'phone', 'webauthn'] as const;
export type FactorType = (typeof FACTOR_TYPES)[number];

export const FACTOR_STATUSES = ['unverified', 'verified'] as const;

export const OUTBOX_CHANNELS = ['email', 'sms'] as const;

/**
 * An `account` message counts against the daily limit when it is written. Other messages count when they are sent. A
 * `money` message is about a purchase, or needs an answer before a deadline.
 */
export const OUTBOX_PURPOSES = ['account', 'money', 'product'] as const;
export type OutboxPurpose = (typeof OUTBOX_PURPOSES)[number];

/**
 * The state of the mail that asks to confirm a waitlist entry. `none`: the mail is not needed, or a daily limit was
 * reached.
 */
export const CONFIRM_MAILS = ['none', 'due', 'written'] as const;

/**
 * `unneeded`: the person saw the notification about the same news or has switched off mails of this kind, or
 * `SEND_ONLY_TO` excludes the recipient.
 */
export const OUTBOX_STATUSES = ['pending', 'sent', 'dead', 'unneeded'] as const;

/** `authorized`: the card is not charged yet. `captured`: the card is charged. */
export const PAYMENT_STATUSES = ['awaiting', 'authorized', 'captured', 'voided', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYOUT_STATUSES = ['due', 'frozen', 'sent', 'reversed', 'dropped'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/**
 * Above this sum, a second admin must agree. This applies to staff refunds, to decisions about a problem or a held
 * payout, to writing off a debt, and to edits that could harm the buyers of an event (`guardedEdit`).
 */
export const SECOND_PERSON_ABOVE_CENTS = 20_000;

/**
 * Why a payout is held. A hold for a dispute or problem ends when the dispute or problem ends. Staff can end the other
 * holds. When a payout is dropped, all its holds end.
 */
export const HOLD_REASONS = ['dispute', 'problem', 'fraud_warning', 'ban', 'staff'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** `asked`: a second staff member has to agree. `stuck`: staff must look at it. */
export const REFUND_STATUSES = ['asked', 'due', 'sent', 'stuck', 'dropped'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** `cheaper`: the replacement tickets cost less. */
export const REFUND_REASONS = [
  'event_cancelled',
  'group_broken',
  'not_delivered',
  'problem',
  'cheaper',
  'staff',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
/** `disputed`: the tickets were late while a bank reviewed the payment. */
export type WhyBack = RefundReason | 'disputed';

export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export const ACCOUNT_KINDS = ['asset', 'liability', 'income', 'cost'] as const;

/** The owners of a domain's addresses. Only a `student` or `shared` inbox proves a school. */
export const SCHOOL_DOMAIN_KINDS = ['student', 'shared', 'alumni', 'staff'] as const;
export type SchoolDomainKind = (typeof SCHOOL_DOMAIN_KINDS)[number];

/** `sent`: we mailed the code. */
export const SCHOOL_PROOF_STATUSES = ['sent', 'proven', 'lapsed', 'revoked'] as const;

export const SCHOOL_ASK_STATUSES = ['open', 'added', 'declined'] as const;

export const VOUCH_STATUSES = ['live', 'revoked'] as const;

/** How a vouch came about: by a personal link, or after a finished deal. */
export const VOUCH_WAYS = ['link', 'deal'] as const;

/**
 * The kinds of marks that two accounts can share. Trades and vouches between two accounts that share a mark do not
 * count. A shared `device` is an exception: it matters only when a replacement is checked (`areLinked`).
 */
export const SHARED_MARK_KINDS = ['address', 'card', 'inbox', 'phone', 'device'] as const;
export type SharedMarkKind = (typeof SHARED_MARK_KINDS)[number];

/** A person can switch off the push messages and mails of each kind. */
export const NOTICE_KINDS = ['requests', 'handover', 'waitlist', 'mentions', 'venues', 'account'] as const;
export const NOTICE_CHANNELS = ['push', 'email'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** `passed`: the person declined. `lapsed`: no answer came in time. `ended`: the tickets are no longer on sale. */
export const OFFER_STATUSES = ['open', 'taken', 'passed', 'lapsed', 'ended'] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

/** After this many unanswered offers in a row, a person gets no more until they say that they still want to come. */
export const MISSED_LIMIT = 2;

export const REPORT_REASONS = ['scam', 'harassment', 'hate', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_STATUSES = ['open', 'removed', 'kept'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/**
 * `gathering`: friends authorize their cards. `held`: tickets were put on hold for all friends. The squad then stays
 * `held`, whatever becomes of its ticket requests.
 */
export const SQUAD_STATUSES = ['gathering', 'held', 'ended'] as const;
export type SquadStatus = (typeof SQUAD_STATUSES)[number];

/**
 * Why a squad ended before its tickets were held. `time`: not all cards were authorized in time. `no_stock`: no tickets
 * fit. `friend`: one friend could not buy. `event`: the event was cancelled, was moved or has begun. `captain`: the
 * captain called the squad off, or the captain's account was banned or deleted.
 */
export const SQUAD_ENDS = ['time', 'no_stock', 'friend', 'event', 'captain'] as const;
export type SquadEnd = (typeof SQUAD_ENDS)[number];

/** `used`: a payment has taken over the authorization. */
export const SQUAD_CARD_STATUSES = ['awaiting', 'authorized', 'used', 'voided', 'failed'] as const;
export type SquadCardStatus = (typeof SQUAD_CARD_STATUSES)[number];

/** `asked`: the person has not given the card yet. `ended`: the card pays for nothing more. */
export const KEPT_CARD_STATUSES = ['asked', 'kept', 'ended'] as const;
export type KeptCardStatus = (typeof KEPT_CARD_STATUSES)[number];
