import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as t from '../../../../drizzle/tables/all-tables.ts';
import { isOwnForm } from '../../../../drizzle/tables/people/trade-rights.ts';
import { emailKey } from '../../../contract/people/people.ts';

export interface Owner {
  id: string;
  email: string | null;
}

interface OwnTable {
  table: SQLiteTable;
  isOwn: (owner: Owner) => SQL | undefined;
  hides: readonly string[];
}

const rowsOf = (table: SQLiteTable, column: SQLiteColumn, ...hides: string[]): OwnTable => ({
  table,
  isOwn: ({ id }) => eq(column, id),
  hides,
});

const ofRequests = (table: SQLiteTable, column: SQLiteColumn, ...hides: string[]): OwnTable => ({
  table,
  isOwn: ({ id }) =>
    sql`${column} in (select id from ticket_requests where buyer_id = ${id} union select id from ticket_requests
      where seller_id = ${id})`,
  hides,
});

const ofPurchases = (table: SQLiteTable, column: SQLiteColumn, ...hides: string[]): OwnTable => ({
  table,
  isOwn: ({ id }) => sql`${column} in (select id from ticket_requests where buyer_id = ${id})`,
  hides,
});

const ofForm = (table: typeof t.waitlist | typeof t.resellerApplications, ...hides: string[]): OwnTable => ({
  table,
  isOwn: ({ id, email }) => isOwnForm(table, { user_id: id, email_key: emailKey(email ?? '') }),
  hides,
});

/**
 * The tables that the download of a person's own data contains. The download leaves out secrets, hashes, keys, ids of
 * the payment provider, ids and notes of staff, and decisions that are not announced yet. It leaves out internal state,
 * such as versions and counts of failures. It also leaves out what others keep private: who has blocked the person, who
 * has ended a vouch for the person, and whose fraud has frozen the person's vouches.
 */
export const OWN_TABLES: readonly OwnTable[] = [
  rowsOf(t.authUsers, t.authUsers.id, 'password_hash'),
  rowsOf(t.profiles, t.profiles.id),
  rowsOf(t.authIdentities, t.authIdentities.user_id),
  rowsOf(t.authSessions, t.authSessions.user_id, 'refresh_key', 'counter', 'counter_floor'),
  {
    table: t.authAmr,
    isOwn: ({ id }) => sql`session_id in (select id from auth_sessions where user_id = ${id})`,
    hides: [],
  },
  rowsOf(t.authFactors, t.authFactors.user_id, 'secret', 'last_step'),
  {
    table: t.authPasskeys,
    isOwn: ({ id }) => sql`factor_id in (select id from auth_factors where user_id = ${id})`,
    hides: ['credential_id', 'public_key', 'counter'],
  },
  rowsOf(t.authSignInPasskeys, t.authSignInPasskeys.user_id, 'credential_id', 'public_key', 'counter'),
  rowsOf(t.authRecoveryCodes, t.authRecoveryCodes.user_id, 'hash'),
  rowsOf(t.authNotices, t.authNotices.user_id, 'hash'),
  ofForm(t.waitlist, 'status', 'note', 'tell_at'),
  ofForm(t.resellerApplications, 'status', 'note', 'tell_at'),
  {
    table: t.waitlistOffers,
    isOwn: ({ id }) => sql`entry_id in (select id from waitlist where applicant_id = ${id})`,
    hides: [],
  },
  rowsOf(t.savedEvents, t.savedEvents.user_id),
  rowsOf(t.goings, t.goings.user_id),
  rowsOf(t.venueFollows, t.venueFollows.user_id),
  rowsOf(t.calendarLinks, t.calendarLinks.user_id, 'token_hash'),
  rowsOf(t.reminders, t.reminders.user_id, 'outbox_id'),
  rowsOf(t.reminderOptOuts, t.reminderOptOuts.user_id),
  rowsOf(t.schoolProofs, t.schoolProofs.user_id, 'inbox_hash', 'code_hash'),
  rowsOf(t.schoolAsks, t.schoolAsks.user_id, 'decided_by'),
  {
    table: t.vouches,
    isOwn: ({ id }) =>
      or(eq(t.vouches.voucher_id, id), and(eq(t.vouches.vouchee_id, id), eq(t.vouches.status, 'live'))),
    hides: [],
  },
  rowsOf(t.vouchLinks, t.vouchLinks.voucher_id, 'token_hash'),
  rowsOf(t.vouchFreezes, t.vouchFreezes.user_id, 'cause'),
  rowsOf(t.visits, t.visits.user_id),
  rowsOf(t.notifications, t.notifications.user_id, 'outbox_id', 'push_at', 'push_tries'),
  rowsOf(t.pushSubscriptions, t.pushSubscriptions.user_id, 'endpoint', 'p256dh', 'auth', 'server_key', 'session_id'),
  rowsOf(t.noticeSettings, t.noticeSettings.user_id),
  rowsOf(t.noticeOptOuts, t.noticeOptOuts.user_id),
  rowsOf(t.blocks, t.blocks.blocker_id),
  rowsOf(t.chatReports, t.chatReports.reporter_id, 'decided_by'),
  rowsOf(t.sellerFacts, t.sellerFacts.user_id),
  rowsOf(t.listings, t.listings.seller_id, 'idempotency_key', 'idempotency_body'),
  {
    table: t.ticketRequests,
    isOwn: ({ id }) => or(eq(t.ticketRequests.buyer_id, id), eq(t.ticketRequests.seller_id, id)),
    hides: ['idempotency_key', 'told_at', 'answer', 'asked_until'],
  },
  rowsOf(t.squads, t.squads.captain_id, 'version', 'settle_at', 'failures', 'last_error', 'looked_at'),
  rowsOf(
    t.squadCards,
    t.squadCards.user_id,
    'version',
    'session_attempt',
    'session_id',
    'session_url',
    'intent_id',
    'charge_id',
  ),
  rowsOf(t.keptCards, t.keptCards.user_id, 'session_id', 'session_url', 'customer_id', 'method_id', 'looked_at'),
  rowsOf(t.faceValueAsks, t.faceValueAsks.seller_id),
  rowsOf(t.ticketFiles, t.ticketFiles.owner_id, 'object_key', 'wrapped_key', 'iv', 'key_version', 'content_hmac'),
  rowsOf(t.listingTickets, t.listingTickets.seller_id, 'code_hmac', 'content_hmac'),
  ofRequests(t.problems, t.problems.request_id, 'told'),
  rowsOf(t.sellerFailures, t.sellerFailures.seller_id),
  rowsOf(t.givenTickets, t.givenTickets.friend_id, 'token_hash', 'to_id'),
  {
    table: t.waitlistPasses,
    isOwn: ({ id }) => sql`entry_id in (select id from waitlist where applicant_id = ${id})`,
    hides: ['device_key'],
  },
  ofPurchases(t.passes, t.passes.request_id, 'device_key'),
  ofPurchases(t.scans, t.scans.request_id, 'nonce', 'staff_id', 'undone_by'),
  rowsOf(t.doorStaff, t.doorStaff.user_id, 'added_by'),
  ofRequests(
    t.payments,
    t.payments.request_id,
    'session_id',
    'session_url',
    'intent_id',
    'charge_id',
    'last_error',
    'failures',
    'version',
  ),
  ofRequests(t.handovers, t.handovers.request_id, 'told_status', 'reminders'),
  rowsOf(t.payouts, t.payouts.seller_id, 'transfer_id'),
  {
    table: t.payoutHolds,
    isOwn: ({ id }) => sql`request_id in (select request_id from payouts where seller_id = ${id})`,
    hides: ['source', 'ended_by'],
  },
  ofPurchases(t.refunds, t.refunds.request_id, 'note', 'provider_id', 'asked_by', 'approved_by'),
  ofPurchases(t.disputes, t.disputes.request_id, 'provider_id', 'evidence_sent_by'),
  rowsOf(t.sellerAccounts, t.sellerAccounts.user_id, 'provider_id'),
  rowsOf(t.eventOrganizers, t.eventOrganizers.user_id, 'added_by'),
  rowsOf(t.events, t.events.organizer_id, 'name_key', 'edited_fields'),
];
