import { parseArgs } from 'node:util';
import { type OutboxMessage, readSealedMessage } from '../http/outbox/sealed-message.ts';
import { ensureDevVars } from './settings/dev-vars.ts';
import { newestMessages, openLocalDatabase, type SentMessage } from './database/local.db.ts';
import { sayFailure } from './say-failure.ts';

const USAGE = `npm run mail -- [COUNT] [--to ADDRESS] [--json]

  COUNT         how many of the newest mails and text messages to show, 10 unless given
  --to ADDRESS  only those to this mail address or phone number
  --json        as a JSON array, newest first, each with its links and codes; without it as text, newest last`;

const options = readOptions();
await sayFailure(async () => {
  const database = openLocalDatabase();
  const pepper = ensureDevVars()['AUTH_PEPPER'] ?? '';
  const messages = await Promise.all(
    newestMessages(database, options).map(async (row) => ({ row, message: await readSealedMessage(pepper, row) })),
  );
  if (options.json) console.log(JSON.stringify(messages.map(asJson), null, 2));
  else if (messages.length === 0) console.log('Nothing has been sent yet.');
  else for (const each of messages.toReversed()) console.log(asText(each));
});

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { to: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    const count = Number(positionals[0] ?? 10);
    if (!Number.isInteger(count) || count < 1)
      throw new Error(`COUNT is a whole number above 0, not "${positionals[0]}".`);
    return { ...values, to: values.to, count };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(1);
  }
}

function asJson({ row, message }: { row: SentMessage; message: OutboxMessage }) {
  return {
    ...message,
    status: row.status,
    created_at: new Date(row.created_at).toISOString(),
    links: message.text.match(/https?:\/\/\S+/g) ?? [],
    codes: message.text.match(/\b\d{6,8}\b/g) ?? [],
  };
}

function asText({ row, message }: { row: SentMessage; message: OutboxMessage }): string {
  const title = message.channel === 'email' ? message.subject : 'SMS';
  const head = `── ${new Date(row.created_at).toISOString()}  ${row.channel} to ${row.recipient}  (${row.status})`;
  return `${head}\n${title}\n\n${message.text}\n`;
}
