import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { eventRow, venueRow } from '../../../drizzle/seed/rows.ts';
import * as t from '../../../drizzle/tables/all-tables.ts';
import { backUp, contentsOf } from '../../../worker/local/backup/backup-deployment.ts';
import { type Contents, parseManifest, sha256, writeManifest } from '../../../worker/local/backup/manifest.ts';
import { restore } from '../../../worker/local/backup/restore-deployment.ts';
import { db } from '../../support/worker/db.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { openScratch } from '../../support/worker/scratch.ts';
import { backedUp, here, inMemory, migrations, NOW, restored } from '../../support/worker/staff/drill.ts';
import { uploadedFile } from '../../support/worker/trade/ticket-files.ts';
import { launch } from '../../support/worker/launch.ts';

type Backup = ReturnType<typeof inMemory>;

let before: Contents;
const [backup, other] = [inMemory(), inMemory()];

beforeAll(async () => {
  const venue = venueRow();
  await db.insert(t.venues).values(venue);
  await db.insert(t.events).values(eventRow({ venue_id: venue.id, title: 'In the other backup' }));
  await backedUp(other);
  await db.insert(t.events).values(eventRow({ venue_id: venue.id }));
  await signedInAs('admin');
  await launch('sell', true);
  await launch('payments', true);
  await launch('handover', true);
  await uploadedFile((await reseller()).headers);
  await backedUp(backup);
  before = await contentsOf(here);
});

function copied(spoil: (files: Backup['files']) => void = () => undefined): Backup {
  const copy = inMemory();
  for (const [name, bytes] of backup.files) copy.files.set(name, bytes.slice());
  spoil(copy.files);
  return copy;
}

const manifestOf = (files: Backup['files']) => parseManifest(files.get('manifest.json')!);
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const bytes = (of: string) => new TextEncoder().encode(of);
const anObject = (files: Backup['files']) => [...files.keys()].find((name) => name.startsWith('objects/TICKETS'))!;

/** Changes a table's file and its entry in the manifest, like an attacker who knows about the hashes. */
function rewrite(files: Backup['files'], table: string, lines: (all: string[]) => string[]): void {
  const name = `tables/${table}.jsonl`;
  const after = lines(text(files.get(name)).split('\n').slice(0, -1));
  const written = after.map((line) => `${line}\n`).join('');
  files.set(name, bytes(written));
  const manifest = manifestOf(files);
  manifest.tables[table] = { ...manifest.tables[table]!, rows: after.length, sha256: sha256(written) };
  files.set('manifest.json', writeManifest(manifest));
}

const MANIFEST = 'manifest.json';
const EVENTS = 'tables/events.jsonl';

test.each<[string, (files: Backup['files']) => void, string | RegExp]>([
  ['without a manifest', (files) => files.delete(MANIFEST), 'no manifest'],
  ['whose manifest is cut off', (files) => files.set(MANIFEST, files.get(MANIFEST)!.slice(0, -40)), 'manifest'],
  [
    'whose manifest was edited',
    (files) => files.set(MANIFEST, bytes(text(files.get(MANIFEST)).replace('"local"', '"staging"'))),
    'manifest of the backup is damaged',
  ],
  ['without a table', (files) => files.delete(EVENTS), EVENTS],
  ['with a table that is cut off', (files) => files.set(EVENTS, files.get(EVENTS)!.slice(0, -100)), EVENTS],
  ['with one changed letter', (files) => files.set(EVENTS, files.get(EVENTS)!.with(60, 65)), EVENTS],
  ['with the file of another table', (files) => files.set(EVENTS, files.get('tables/venues.jsonl')!), EVENTS],
  ['with a file of another backup', (files) => files.set(EVENTS, other.files.get(EVENTS)!), EVENTS],
  ['with the manifest of another backup', (files) => files.set(MANIFEST, other.files.get(MANIFEST)!), EVENTS],
  ['with a changed object', (files) => files.set(anObject(files), new Uint8Array([1])), 'objects/TICKETS_BUCKET'],
  ['with rows that point at nothing', (files) => rewrite(files, 'venues', () => []), 'events (venues)'],
  ['with a row twice', (files) => rewrite(files, 'events', (all) => [...all, all[0]!]), 'UNIQUE constraint failed'],
  [
    'with rows that a check refuses',
    (files) => rewrite(files, 'cron_runs', () => ['[2,2,0,0,"","[]",null]']),
    'cron_runs_one_row',
  ],
  [
    'with a migration that this code does not know',
    (files) =>
      rewrite(files, 'd1_migrations', (all) => all.map((line) => line.replace('.sql', '_of_a_newer_code.sql'))),
    'which this code does not know',
  ],
])('a backup %s is refused with its reason', async (_, spoil, sentence) => {
  const refused = restored(copied(spoil));
  await expect(refused).rejects.toThrow(/^Nothing was changed\./);
  await expect(refused).rejects.toThrow(sentence);
});

test('the refused backups above changed no data', async () => {
  expect(await contentsOf(here)).toEqual(before);
});

test('a backup of another environment is restored only if --from names that environment', async () => {
  const production = inMemory();
  await backUp({ ...here, environment: 'production' }, { keeping: production, now: NOW, commit: null, openScratch });
  await expect(restored(production)).rejects.toThrow(
    'The backup is of production. If that is meant, add --from production',
  );
  await expect(restored(copied(), { from: 'production' })).rejects.toThrow('The backup is of local.');
  expect(await contentsOf(here)).toEqual(before);
  expect((await restored(production, { from: 'production' })).differences).toEqual([]);
  expect(await db.select().from(t.cronRuns)).toMatchObject([{ quarantine: expect.stringContaining('production') }]);
});

test('ticket keys that do not open the ticket files of the backup are noticed before a restore', async () => {
  const there = await contentsOf(here);
  const TICKET_KEYS = `1:${btoa('x'.repeat(32))}`;
  await expect(restored(copied(), { TICKET_KEYS })).rejects.toThrow('TICKET_KEYS does not open the ticket file');
  expect(await contentsOf(here)).toEqual(there);
});

test('a service key that opens no room is noticed before a restore', async () => {
  const there = await contentsOf(here);
  const locked = { ...here, call: async () => new Response('no', { status: 403 }) };
  await expect(
    restore(locked, { keeping: copied(), wipes: true, TICKET_KEYS: env.TICKET_KEYS, migrations, openScratch }),
  ).rejects.toThrow('Nothing was changed. The room of event none was not read: 403 no');
  expect(await contentsOf(here)).toEqual(there);
});

test('an older backup gets the newer migrations when it is restored', async () => {
  const newer = { name: '9999_newer.sql', sql: `alter table venues add column from_newer text default 'added'` };
  const over = { migrations: [...migrations, newer], TICKET_KEYS: undefined };
  const { notes, differences } = await restored(copied(), over);
  expect(differences).toEqual([]);
  expect(notes).toEqual([
    'No ticket file was opened, because TICKET_KEYS is not set.',
    'Newer migrations were applied to it: 9999_newer.sql.',
  ]);
  expect(await env.DB.prepare('select distinct from_newer from venues').raw()).toEqual([['added']]);
  expect(await env.DB.prepare('select name from d1_migrations order by id desc limit 1').raw()).toEqual([[newer.name]]);
});
