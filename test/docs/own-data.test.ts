import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import * as tables from '../../drizzle/tables/all-tables.ts';
import { KEPT_DATA } from '../../worker/contract/people/kept-data.ts';
import { LEFT_OUT_DATA } from '../../worker/contract/people/left-out-data.ts';
import { FORGOTTEN } from '../../worker/features/people/accounts/forget-marks.db.ts';
import { OWN_TABLES } from '../../worker/features/people/accounts/own-tables.db.ts';

const ALL_TABLES = Object.values(tables).filter((table) => is(table, SQLiteTable));
const forgotten = new Set<SQLiteColumn>(FORGOTTEN.flatMap(({ of }) => of));

test('the download contains every table about the person, except those listed with a reason', () => {
  const exported = new Set(OWN_TABLES.map(({ table }) => getTableName(table)));
  const described = KEPT_DATA.flatMap((kept) => kept.tables);
  expect(
    described.filter((name) => !exported.has(name) && !(name in LEFT_OUT_DATA)),
    'Add these to OWN_TABLES of own-tables.db.ts, or with a reason to LEFT_OUT_DATA.',
  ).toEqual([]);
  expect([...exported, ...Object.keys(LEFT_OUT_DATA)].filter((name) => !described.includes(name))).toEqual([]);
  expect([...exported].filter((name) => name in LEFT_OUT_DATA)).toEqual([]);
});

test('no secret column is in the download', () => {
  const secret =
    /hash|hmac|secret|_key$|^key|token|p256dh|endpoint|^auth$|provider_id|session_(id|url)|intent_id|charge_id|transfer_id|^note$/;
  const harmless = new Set([
    'auth_amr.session_id',
    'auth_identities.provider_id',
    'waitlist.email_key',
    'reseller_applications.email_key',
    'chat_reports.note',
  ]);
  const shown = OWN_TABLES.flatMap(({ table, hides }) =>
    getTableConfig(table)
      .columns.filter(({ name }) => !hides.includes(name) && secret.test(name))
      .map(({ name }) => `${getTableName(table)}.${name}`),
  );
  expect(shown.filter((name) => !harmless.has(name))).toEqual([]);
  const unknown = OWN_TABLES.flatMap(({ table, hides }) => {
    const names = new Set(getTableConfig(table).columns.map(({ name }) => name));
    return hides.filter((name) => !names.has(name)).map((name) => `${getTableName(table)} has no column ${name}`);
  });
  expect(unknown).toEqual([]);
});

test('rows that name a person are deleted with the account, or this test gives a reason to keep their table', () => {
  const KEPT: Record<string, string> = {
    chat_reports: 'the decision of staff',
    clubs: 'which admin changed it',
    disputes: 'which admin answered',
    events: 'the organizer of an event',
    given_tickets: 'the record of the trade',
    kept_cards: 'deleted once the payment provider has deleted the card',
    kept_pasts: 'what stays of a deleted account',
    listing_tickets: 'the record of the trade',
    listings: 'the record of the trade',
    payout_holds: 'the decision of staff',
    payouts: 'money',
    refunds: 'money',
    reseller_applications: 'kept until the person asks',
    scans: 'who worked at the door',
    school_asks: 'the decision of staff',
    seller_accounts: 'money',
    seller_failures: 'the record of the trade',
    squad_cards: 'the record of the trade',
    squads: 'the record of the trade',
    staff_asks: 'the decision of staff',
    ticket_files: 'destroyed with time',
    ticket_requests: 'the record of the trade',
    visits: 'the seller of the tickets of somebody else',
    vouches: 'who has invited whom',
    waitlist: 'kept until the person asks',
  };
  const named = ALL_TABLES.flatMap((table) =>
    getTableConfig(table)
      .foreignKeys.filter((key) => getTableName(key.reference().foreignTable) === 'profiles')
      .map((key) => ({ name: getTableName(table), column: key.reference().columns[0]! })),
  );
  const missing = named.filter(({ name, column }) => !forgotten.has(column) && !(name in KEPT));
  expect(
    missing.map(({ name, column }) => `${name}.${column.name}`),
    'Add these to the rows of their district in FORGOTTEN of forget-marks.db.ts.',
  ).toEqual([]);
});
