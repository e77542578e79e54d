/**
 * The folders from which each district writes its tables. Other districts get a statement for their batch from a
 * function in the owner's folder of `worker/http/shared`.
 */
export const HOMES: Record<string, readonly string[]> = {
  people: ['worker/features/people/', 'worker/http/shared/people/', 'drizzle/triggers/people/'],
  nights: ['worker/features/nights/', 'worker/http/shared/nights/', 'drizzle/triggers/nights/'],
  trade: ['worker/features/trade/', 'worker/http/shared/trade/', 'drizzle/triggers/trade/'],
  door: ['worker/features/door/', 'worker/http/shared/door/', 'drizzle/triggers/door/'],
  // All districts use the outbox, which makes the statements for mails and notifications.
  talk: ['worker/features/talk/', 'worker/http/shared/talk/', 'worker/http/outbox/', 'drizzle/triggers/talk/'],
  // All districts use the audit log, which makes the entry for each change.
  staff: ['worker/features/staff/', 'worker/http/security/audit.ts', 'drizzle/triggers/staff/'],
  // The tables of a chat room, in its own database.
  rooms: ['worker/rooms/'],
};

/** The owner of each table: the only subject that writes it, or the district if several of its subjects do. */
export const OWNERS: Record<string, readonly string[]> = {
  people: [
    'auth_users',
    'profiles',
    'reseller_applications',
    'school_asks',
    'school_proofs',
    'shared_marks',
    'vouch_links',
    'vouches',
  ],
  'people/accounts': ['kept_pasts', 'seller_facts', 'visits', 'vouch_freezes'],
  'people/auth': [
    'auth_amr',
    'auth_challenges',
    'auth_factors',
    'auth_flow_states',
    'auth_identities',
    'auth_notices',
    'auth_one_time_codes',
    'auth_passkeys',
    'auth_recovery_codes',
    'auth_sessions',
    'auth_sign_in_passkeys',
    'auth_web3_messages',
  ],
  'people/school': ['school_domains', 'schools'],
  nights: ['event_choices', 'event_demand', 'event_index', 'events', 'feed_events', 'venue_follows', 'venues'],
  'nights/changes': ['event_changes', 'venue_news'],
  'nights/clubs': ['clubs'],
  'nights/desk': ['event_guests', 'event_messages', 'event_organizers'],
  'nights/events': ['deleted_events', 'event_series', 'site_facts'],
  'nights/going': ['goings'],
  'nights/images': ['images'],
  'nights/ingest': ['ingest_deliveries'],
  'nights/numbers': ['event_views'],
  'nights/plans': ['calendar_links', 'reminder_opt_outs', 'reminders', 'saved_events'],
  'nights/public': ['event_cards'],
  'nights/venues': ['venue_aliases', 'venue_slugs'],
  'nights/waitlist': ['waitlist'],
  trade: [
    'disputes',
    'handover_days',
    'handovers',
    'kept_cards',
    'ledger_accounts',
    'ledger_transfers',
    'listing_tickets',
    'listings',
    'payments',
    'payout_holds',
    'payouts',
    'problems',
    'refunds',
    'seller_failures',
    'squad_cards',
    'squads',
    'ticket_files',
    'ticket_requests',
  ],
  'trade/desk': ['staff_asks'],
  'trade/listings': ['face_value_asks'],
  'trade/offers': ['waitlist_offers'],
  'trade/payouts': ['payout_runs', 'seller_accounts'],
  'trade/provider': ['provider_events'],
  'trade/reconcile': ['reconciliations'],
  door: ['door_staff'],
  'door/door': ['passes', 'scans', 'given_tickets', 'waitlist_passes'],
  talk: ['mail_contents'],
  'talk/chat': ['blocks', 'chat_reports', 'name_erasures'],
  'talk/notify': ['outbox'],
  'talk/push': ['notice_opt_outs', 'notice_settings', 'notifications', 'push_subscriptions'],
  staff: ['audit_log'],
  'staff/launch': ['launch_switches'],
  'staff/operations': ['cron_runs', 'traffic'],
  rooms: ['messages', 'mutes', 'relays', 'room', 'sent_keys'],
};

/**
 * Allowed writes by files that do not own the table. Each of these writes must still exist. `*`: the source does not
 * show which table is written.
 */
export const EXCEPTIONS: Record<string, readonly string[]> = {
  // The transaction that gives a person a role at an event also takes that person's tickets for it off sale.
  'drizzle/triggers/nights/event-roles.ts': ['listings', 'ticket_requests', 'waitlist_offers'],
  // A ticket request whose card is not authorized ends when its event moves to another city.
  'drizzle/triggers/nights/event-change.ts': ['ticket_requests'],
  // An account inherits the ban and the debts of a deleted account of the same person.
  'drizzle/triggers/people/kept-pasts.ts': ['ledger_transfers', 'listings'],
  // Hand-overs are counted in the transaction that ends them.
  'drizzle/triggers/people/seller-facts.ts': ['handover_days'],
  // An offer that is declined or not answered changes its waitlist entry's count of missed offers.
  'drizzle/triggers/trade/offers.ts': ['waitlist'],
  // A payment sets and clears the event's `has_sales` in its own transaction. This column guards the event's edits.
  'drizzle/triggers/trade/payments.ts': ['events'],
  // A buyer's first request for an event adds to the event's demand. Taking an offer resets the count of missed offers.
  'drizzle/triggers/trade/requests.ts': ['event_demand', 'waitlist'],
  // Functions that write the table that the caller passes. The test checks their calls instead.
  'worker/http/database/delete-some.ts': ['*'],
  'worker/http/database/insert-from.ts': ['*'],
  'worker/http/database/rows-of-person.ts': ['*'],
  // Backups and restores, which copy every table.
  'worker/http/database/row-copies.ts': ['*'],
  'worker/rooms/copy-room.db.ts': ['*'],
  'worker/local/backup/copy-whole.db.ts': ['*'],
  'worker/local/backup/prove-database.db.ts': ['*', 'cron_runs'],
  'worker/local/backup/database-copy.db.ts': ['event_index'],
  // A room empties its own tables.
  'worker/rooms/room.db.ts': ['*'],
  // The lock on the local data has its table in a separate file, `lock.sqlite`.
  'worker/local/database/lock-state.db.ts': ['*'],
  // These files write migrations, try them in memory, and record which migrations ran.
  'worker/local/database/migrate.db.ts': ['d1_migrations'],
  'worker/local/migration/fill-tables.ts': ['*'],
  'worker/local/migration/rebuild-table.ts': ['*'],
  'worker/local/migration/seeded-rows.ts': ['*'],
  'worker/local/migration/wanted.ts': ['*'],
};
