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

test('the data download contains every table about the person, except the tables left out with a reason', () => {
  const exported = new Set(OWN_TABLES.map(({ table }) => getTableName(table)));
  const described = KEPT_DATA.flatMap((kept) => kept.tables);
  expect(
    described.filter((name) => !exported.has(name) && !(name in LEFT_OUT_DATA)),
    'Add these to OWN_TABLES of own-tables.db.ts, or with a reason to LEFT_OUT_DATA.',
  ).toEqual([]);
  expect([...exported, ...Object.keys(LEFT_OUT_DATA)].filter((name) => !described.includes(name))).toEqual([]);
  expect([...exported].filter((name) => name in LEFT_OUT_DATA)).toEqual([]);
});

test('the data download contains no secret column', () => {
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
  const KEPT = {
    'the record of the trade': [
      'given_tickets',
      'listing_tickets',
      'listings',
      'seller_failures',
      'squad_cards',
      'squads',
      'ticket_requests',
    ],
    money: ['payouts', 'refunds', 'seller_accounts'],
    'a decision of staff': ['chat_reports', 'clubs', 'disputes', 'payout_holds', 'school_asks', 'staff_asks'],
    'kept until the person asks': ['reseller_applications', 'waitlist'],
    'deleted once the payment provider has deleted the card': ['kept_cards'],
    'destroyed with time': ['ticket_files'],
    'the person had a part in what belongs to others': ['events', 'scans', 'visits', 'vouches'],
    'what stays of a deleted account': ['kept_pasts'],
  };
  const kept = new Set(Object.values(KEPT).flat());
  const named = ALL_TABLES.flatMap((table) =>
    getTableConfig(table)
      .foreignKeys.filter((key) => getTableName(key.reference().foreignTable) === 'profiles')
      .map((key) => ({ name: getTableName(table), column: key.reference().columns[0]! })),
  );
  const missing = named.filter(({ name, column }) => !forgotten.has(column) && !kept.has(name));
  expect(
    missing.map(({ name, column }) => `${name}.${column.name}`),
    'Add these to the rows of their district in FORGOTTEN of forget-marks.db.ts.',
  ).toEqual([]);
});
