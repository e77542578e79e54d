/** The values that columns may hold. The check constraints and the valibot picklists are made from these lists. */

export const ROLES = ['user', 'organizer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const CLUB_STATUSES = ['active', 'inactive', 'draft'] as const;
export type ClubStatus = (typeof CLUB_STATUSES)[number];

export const WAITLIST_STATUSES = ['pending', 'accepted', 'declined'] as const;
export type WaitlistStatus = (typeof WAITLIST_STATUSES)[number];

/** Whom a message of an organizer reaches. `all` is everybody who was not declined. */
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

/** The answers of a seller to a request. */
export const TICKET_ANSWERS = ['accepted', 'declined'] as const satisfies readonly TicketRequestStatus[];
export type TicketAnswer = (typeof TICKET_ANSWERS)[number];

/** The age policies that the event form offers. A feed may send any text of up to 40 characters. */
export const AGE_POLICIES = ['18+', '21+', 'All Ages'] as const;
export const DEFAULT_AGE_POLICY = '18+';

/** The default ends of the price band, in percent of the face value. */
export const DEFAULT_MIN_PCT = -10;
export const DEFAULT_MAX_PCT = 50;
/** The highest price of a ticket, in cents. */
export const MOST_CENTS = 100_000_000;
/** The most places of one guest on the list of an event. */
export const MOST_GUEST_PLACES = 20;
/** Nothing is sold for more than twice the face value. */
export const MOST_MAX_PCT = 100;

/**
 * The features with a launch switch, named by the paths of their pages. `venues` is the page of each venue; the grid is
 * always there. With `payments`, buyers pay for tickets here. With `handover`, the tickets themselves are kept and
 * handed over here; it is on only while `payments` is. With `school`, buying and selling need a badge. With `vouches`,
 * students vouch for each other. With `push`, people get notifications, and the waitlist is offered tickets first.
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
] as const;
export type LaunchFeature = (typeof LAUNCH_FEATURES)[number];

/** The feature without which another one is off. */
export const LAUNCH_NEEDS: Partial<Record<LaunchFeature, LaunchFeature>> = { handover: 'payments' };

/**
 * What a one-time code proves. A user has one live code of each kind. `phone` is sign-up and sign-in by text message.
 */
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
export type AssuranceLevel = (typeof ASSURANCE_LEVELS)[number];

export const FACTOR_TYPES = ['totp', 'phone', 'webauthn'] as const;
export type FactorType = (typeof FACTOR_TYPES)[number];

export const FACTOR_STATUSES = ['unverified', 'verified'] as const;
export type FactorStatus = (typeof FACTOR_STATUSES)[number];

export const OUTBOX_CHANNELS = ['email', 'sms'] as const;
export type OutboxChannel = (typeof OUTBOX_CHANNELS)[number];

/**
 * An `account` message is counted against the daily ceiling when it is asked for, a `product` message when it is sent.
 */
/**
 * Why a message is sent. `account` has been counted when it was written; `money` has a reserve of the day's messages.
 */
export const OUTBOX_PURPOSES = ['account', 'money', 'product'] as const;
export type OutboxPurpose = (typeof OUTBOX_PURPOSES)[number];

/**
 * Whether the person of a waitlist entry is asked by mail to confirm it. `none`: the mails of the day were used up, or
 * none is needed.
 */
export const CONFIRM_MAILS = ['none', 'due', 'written'] as const;

/** `unneeded`: the person saw the notification about the same news, or wants no mails of its kind. */
export const OUTBOX_STATUSES = ['pending', 'sent', 'dead', 'unneeded'] as const;
export type OutboxStatus = (typeof OUTBOX_STATUSES)[number];

/** The payment of a ticket request. Card authorised and not charged: `authorized`. Charged: `captured`. */
export const PAYMENT_STATUSES = ['awaiting', 'authorized', 'captured', 'voided', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The money of one sale on its way to the seller. */
export const PAYOUT_STATUSES = ['due', 'frozen', 'sent', 'reversed', 'dropped'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** Above this sum in cents of what staff send out for one request, a second member of the staff must agree. */
export const SECOND_PERSON_ABOVE_CENTS = 20_000;

/** Why a payout is held. A dispute and a problem end by themselves; staff end the others. */
export const HOLD_REASONS = ['dispute', 'problem', 'fraud_warning', 'ban', 'staff'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** A refund. `asked`: a second member of the staff has not agreed yet. `stuck`: the staff must look at it. */
export const REFUND_STATUSES = ['asked', 'due', 'sent', 'stuck', 'dropped'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** `cheaper`: the tickets that replaced others cost less. */
export const REFUND_REASONS = [
  'event_cancelled',
  'group_broken',
  'not_delivered',
  'problem',
  'cheaper',
  'staff',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export const ACCOUNT_KINDS = ['asset', 'liability', 'income', 'cost'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The addresses of a domain. A `student` or `shared` inbox proves a school, an `alumni` or `staff` inbox does not. */
export const SCHOOL_DOMAIN_KINDS = ['student', 'shared', 'alumni', 'staff'] as const;
export type SchoolDomainKind = (typeof SCHOOL_DOMAIN_KINDS)[number];

/** The proof of a school inbox. `sent`: the code is on its way. */
export const SCHOOL_PROOF_STATUSES = ['sent', 'proven', 'lapsed', 'revoked'] as const;
export type SchoolProofStatus = (typeof SCHOOL_PROOF_STATUSES)[number];

/** What staff did with a school that a student asked for. */
export const SCHOOL_ASK_STATUSES = ['open', 'added', 'declined'] as const;
export type SchoolAskStatus = (typeof SCHOOL_ASK_STATUSES)[number];

export const VOUCH_STATUSES = ['live', 'revoked'] as const;
export type VouchStatus = (typeof VOUCH_STATUSES)[number];

/** How a vouch came about: by a personal link, or after a finished deal. */
export const VOUCH_WAYS = ['link', 'deal'] as const;
export type VouchWay = (typeof VOUCH_WAYS)[number];

/** What two accounts may share. Then nothing is counted between them. */
export const SHARED_MARK_KINDS = ['address', 'card', 'inbox', 'phone', 'device'] as const;
export type SharedMarkKind = (typeof SHARED_MARK_KINDS)[number];

/** What notifications are about. A person can switch off the push messages and mails of each kind. */
export const NOTICE_KINDS = ['requests', 'handover', 'waitlist', 'mentions', 'venues', 'account'] as const;
/** How a person gets news apart from the list in the app. */
export const NOTICE_CHANNELS = ['push', 'email'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/**
 * An offer of tickets to a person on the waitlist. `passed`: the person does not want them. `lapsed`: the person did
 * not answer in time. `ended`: the tickets or the night are no longer there.
 */
export const OFFER_STATUSES = ['open', 'taken', 'passed', 'lapsed', 'ended'] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

/**
 * After this many offers in a row without an answer, a person is offered no tickets until they say that they still want
 * to come.
 */
export const MISSED_LIMIT = 2;

export const REPORT_REASONS = ['scam', 'harassment', 'hate', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What staff did about a reported message. */
export const REPORT_STATUSES = ['open', 'removed', 'kept'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];
