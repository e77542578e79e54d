import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as roomTables from '../../drizzle/room/schema.ts';
import * as tables from '../../drizzle/tables/all-tables.ts';
import { BROWSER_DATA } from '../../worker/contract/people/browser-data.ts';
import { KEPT_DATA } from '../../worker/contract/people/kept-data.ts';

const TABLES_WITHOUT_PEOPLE = [
  'cron_runs',
  'deleted_events',
  'event_cards',
  'event_choices',
  'event_demand',
  'handover_days',
  'site_facts',
  'traffic',
  'event_views',
  'venue_news',
  'event_changes',
  'feed_events',
  'payout_runs',
  'reconciliations',
  'venues',
  'venue_aliases',
  'venue_slugs',
  'room',
  'relays',
];

const OF_A_PERSON =
  /(^|_)(email|phone|ip|user_agent|instagram|school|display_name|address_key|user_id|buyer_id|seller_id|actor_id|sender_id|organizer_id|applicant_id|uploaded_by|updated_by|created_by)$/;

const ALL_TABLES = [...Object.values(tables), ...Object.values(roomTables)].filter((table) => is(table, SQLiteTable));
const described = KEPT_DATA.flatMap((kept) => kept.tables);

test('the privacy page describes every table with data about people', () => {
  const silent = ALL_TABLES.map(getTableName).filter(
    (name) => !described.includes(name) && !TABLES_WITHOUT_PEOPLE.includes(name),
  );
  // A row that has only the id of an account is about a person too.
  expect(silent, 'Add these to KEPT_DATA of worker/contract/people/kept-data.ts or TABLES_WITHOUT_PEOPLE.').toEqual([]);
});

test('a table listed as free of personal data has no column that identifies a person', () => {
  const withPeople = ALL_TABLES.filter((table) => TABLES_WITHOUT_PEOPLE.includes(getTableName(table))).filter(
    (table) => {
      const { columns, foreignKeys } = getTableConfig(table);
      const pointsToPerson = foreignKeys.some((key) =>
        ['profiles', 'auth_users'].includes(getTableName(key.reference().foreignTable)),
      );
      return pointsToPerson || columns.some(({ name }) => OF_A_PERSON.test(name));
    },
  );
  expect(withPeople.map(getTableName)).toEqual([]);
});

test('the privacy page names no table twice, and every table that it names exists', () => {
  const names = new Set<string>(ALL_TABLES.map(getTableName));
  expect(described.filter((name, at) => described.indexOf(name) !== at)).toEqual([]);
  expect([...described, ...TABLES_WITHOUT_PEOPLE].filter((name) => !names.has(name))).toEqual([]);
});

test('the privacy page names every cookie and every storage key that the browser keeps', () => {
  const files = globSync(['web/**/*.{ts,tsx}', 'worker/**/*.ts']).filter(
    (path) => !path.includes('.test.') && !path.includes('/local/'),
  );
  const stores = files.filter((path) => /(local|session)Storage|[cC]ookie/.test(readFileSync(path, 'utf8')));
  const names = stores.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/['"`](vouch[-.][a-z-]+)/g)].map(([, name]) => name!),
  );
  const told = new Set(BROWSER_DATA.flatMap((kept) => kept.names));
  expect(names.length).toBeGreaterThan(5);
  const silent = [...new Set(names)].filter((name) => !told.has(name));
  expect(silent, 'Add these to BROWSER_DATA of worker/contract/people/browser-data.ts.').toEqual([]);
});
