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
    'auth_factors',
    'auth_flow_states',
    'auth_sessions',
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
    'auth_identities',
    'auth_notices',
    'auth_one_time_codes',
    'auth_passkeys',
    'auth_recovery_codes',
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

/** A write by a file that does not own the table. */
interface Exception {
  file: string;
  /** `*` stands for a table that the source does not show. */
  tables: readonly string[];
  because: string;
}

/** Allowed writes by files that do not own the table. Each must still exist. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'drizzle/triggers/nights/event-roles.ts',
    tables: ['listings', 'ticket_requests', 'waitlist_offers'],
    because: 'a person who gets a role at an event has nothing on sale there, in the same transaction',
  },
  {
    file: 'drizzle/triggers/nights/event-change.ts',
    tables: ['ticket_requests'],
    because: 'a request ends with the move of its event to another city, unless its card is authorized',
  },
  {
    file: 'drizzle/triggers/people/kept-pasts.ts',
    tables: ['ledger_transfers', 'listings'],
    because:
      'a person who comes back gets the ban and the debts of the deleted account, whichever mark gives them away',
  },
  {
    file: 'drizzle/triggers/people/seller-facts.ts',
    tables: ['handover_days'],
    because: 'hand-overs are counted in the transaction that ends them',
  },
  {
    file: 'drizzle/triggers/trade/offers.ts',
    tables: ['waitlist'],
    because: 'an offer that ends counts for its place on the waitlist, whoever ends it',
  },
  {
    file: 'drizzle/triggers/trade/payments.ts',
    tables: ['events'],
    because: 'the edits of an event are guarded from the transaction on in which a card is authorized',
  },
  {
    file: 'drizzle/triggers/trade/requests.ts',
    tables: ['event_demand', 'waitlist'],
    because: 'a request counts as demand, and one that takes an offer forgives the missed ones, in its transaction',
  },
  {
    file: 'worker/http/database/delete-some.ts',
    tables: ['*'],
    because: 'it writes the table that it is given, and each call of it is judged',
  },
  {
    file: 'worker/http/database/insert-from.ts',
    tables: ['*'],
    because: 'it writes the table that it is given, and each call of it is judged',
  },
  {
    file: 'worker/http/database/rows-of-person.ts',
    tables: ['*'],
    because: 'it deletes from the tables that `rowsOf` is given, and each call of that is judged',
  },
  { file: 'worker/http/database/row-copies.ts', tables: ['*'], because: 'it writes a backup back' },
  { file: 'worker/rooms/copy-room.db.ts', tables: ['*'], because: 'it writes a backup back into a room' },
  { file: 'worker/rooms/room.db.ts', tables: ['*'], because: 'it empties the tables of its room' },
  {
    file: 'worker/local/backup/copy-whole.db.ts',
    tables: ['*'],
    because: 'a backup is made whole in a database of its own',
  },
  {
    file: 'worker/local/backup/prove-database.db.ts',
    tables: ['*', 'cron_runs'],
    because: 'a restore builds the backup in a database of its own and notes the quarantine there',
  },
  {
    file: 'worker/local/backup/database-copy.db.ts',
    tables: ['event_index'],
    because: 'it fills the search index after a backup was written back',
  },
  { file: 'worker/local/database/lock-state.db.ts', tables: ['*'], because: 'its table is in a file of its own' },
  { file: 'worker/local/database/migrate.db.ts', tables: ['d1_migrations'], because: 'it notes which migrations ran' },
  {
    file: 'worker/local/migration/fill-tables.ts',
    tables: ['*'],
    because: 'it fills a database in memory, on which migrations are tried',
  },
  { file: 'worker/local/migration/rebuild-table.ts', tables: ['*'], because: 'it writes migrations' },
  { file: 'worker/local/migration/seeded-rows.ts', tables: ['*'], because: 'it writes migrations' },
  { file: 'worker/local/migration/wanted.ts', tables: ['*'], because: 'it writes migrations' },
];
