import { desc } from 'drizzle-orm';
import { resolve } from 'node:path';
import { outbox } from '../../drizzle/tables/outbox.ts';
import { readOutbox } from '../http/outbox.ts';
import { ensureDevVars } from './dev-vars.ts';
import { withLocalDb } from './local-db.ts';

/** Shows the newest mails and SMS of the local database, newest last: `npm run mail`, or `npm run mail -- 50`. */
const count = Number(process.argv[2] ?? 10);
const state = resolve(process.env['STATE_DIR'] ?? '.wrangler/state');
const pepper = ensureDevVars()['AUTH_PEPPER'] ?? '';
const rows = await withLocalDb(`${state}/v3`, (db) => db.select().from(outbox).orderBy(desc(outbox.created_at)).limit(count));
if (rows.length === 0) console.log('Nothing has been sent yet.');
for (const row of rows.toReversed()) {
  const message = await readOutbox(pepper, row);
  const title = message.channel === 'email' ? message.subject : 'SMS';
  console.log(`── ${row.created_at.toISOString()}  ${row.channel} to ${row.recipient}  (${row.status})\n${title}\n\n${message.text}\n`);
}
