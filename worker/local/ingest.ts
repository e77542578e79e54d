import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Webhook } from 'standardwebhooks';
import type { IngestResult } from '../contract/nights/ingest.ts';
import { shiftWeeks, weeksToFuture } from './database/shift-weeks.ts';

const USAGE = `npm run ingest -- FILE.json [--url http://127.0.0.1:8787] [--shift-weeks N | --shift-to-future]

  FILE.json           one event, or an array of any length
  --url               where Vouch runs
  --shift-weeks N     moves every date by N whole weeks
  --shift-to-future   moves every date by the fewest whole weeks after which every event starts a day or more from now

Signs with the first secret in INGEST_SECRETS, from the environment or from .dev.vars.`;

const CHUNK = 100;
/**
 * The most attempts to send a chunk. All attempts have the same `webhook-id`. Another attempt follows a lost
 * connection, a 409, a 429 or a 5xx.
 */
const TRIES = 4;
const BAR = 30;

type FeedEvent = Record<string, unknown>;

const { values, positionals } = options();
const [file] = positionals;
if (values.help || file === undefined) stop(USAGE, values.help ? 0 : 1);
const events = shifted(readEvents(file));
const url = new URL('/functions/v1/ingest-events', values.url).href;
const secret = readSecret();

const results: IngestResult[] = [];
showProgress();
for (let at = 0; at < events.length; at += CHUNK) {
  results.push(...(await sendChunk(events.slice(at, at + CHUNK))));
  showProgress();
}
console.info('');
for (const [result, count] of summary()) console.info(`${String(count).padStart(6)}  ${result}`);
process.exitCode = results.some((result) => 'error' in result) ? 1 : 0;

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string', default: `http://127.0.0.1:${process.env['PORT'] ?? 8787}` },
        'shift-weeks': { type: 'string' },
        'shift-to-future': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return stop(`${(error as Error).message}\n\n${USAGE}`, 1);
  }
}

function readEvents(path: string): FeedEvent[] {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return (Array.isArray(content) ? content : [content]) as FeedEvent[];
  } catch (error) {
    return stop(`${path} cannot be read as JSON: ${(error as Error).message}`, 1);
  }
}

function shifted(given: FeedEvent[]): FeedEvent[] {
  const asked = values['shift-weeks'];
  if (asked !== undefined && !/^-?\d{1,4}$/.test(asked)) stop(`--shift-weeks needs a whole number, not "${asked}".`, 1);
  const weeks = values['shift-to-future'] ? weeksToFuture(given, new Date()) : Number(asked ?? 0);
  if (weeks !== 0) console.info(`Every date moves by ${weeks} weeks.`);
  return weeks === 0 ? given : given.map((event) => (isObject(event) ? shiftWeeks(event, weeks) : event));
}

function isObject(event: unknown): boolean {
  return typeof event === 'object' && event !== null && !Array.isArray(event);
}

function readSecret(): string {
  if (existsSync('.dev.vars')) process.loadEnvFile('.dev.vars');
  const [first = ''] = (process.env['INGEST_SECRETS'] ?? '').split(',');
  const unlabeled = first.trim().replace(/^[^=]+=(?=[^=])/, '');
  return (
    unlabeled || stop('No secret to sign with. Run npm start once, which makes .dev.vars, or set INGEST_SECRETS.', 1)
  );
}

/** Sends one chunk and returns the result of each event. If the chunk is refused, every event in it is refused. */
async function sendChunk(chunk: FeedEvent[]): Promise<IngestResult[]> {
  const id = `msg_${crypto.randomUUID()}`;
  const body = JSON.stringify(chunk);
  let refusal = '';
  for (let turn = 1; turn <= TRIES; turn++) {
    const answer = await post(id, body);
    if (answer.results) return answer.results;
    refusal = answer.refusal;
    if (!answer.isPassing) break;
    if (turn < TRIES) await setTimeout(answer.wait_ms ?? turn * 1000);
  }
  return chunk.map(() => ({ error: refusal }));
}

interface Answer {
  results?: IngestResult[] | undefined;
  refusal: string;
  isPassing: boolean;
  wait_ms?: number;
}

async function post(id: string, body: string): Promise<Answer> {
  const sentAt = new Date();
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  };
  try {
    const answer = await fetch(url, { method: 'POST', body, headers });
    const said = (await answer.json().catch(() => ({}))) as { results?: IngestResult[]; error?: string };
    const isPassing = answer.status === 409 || answer.status === 429 || answer.status >= 500;
    const retryAfter = Number(answer.headers.get('Retry-After'));
    const refusal = `${answer.status} ${said.error ?? 'The answer did not come from the ingestion.'}`;
    const wait = retryAfter ? { wait_ms: retryAfter * 1000 } : {};
    return { results: said.results, refusal, isPassing, ...wait };
  } catch (error) {
    const { message, cause } = error as Error;
    return { refusal: `No answer from ${url}: ${cause instanceof Error ? cause.message : message}`, isPassing: true };
  }
}

function showProgress(): void {
  const done = events.length === 0 ? BAR : Math.round((results.length / events.length) * BAR);
  const line = `[${'#'.repeat(done)}${'.'.repeat(BAR - done)}] ${results.length} of ${events.length}`;
  process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`);
}

function summary(): [result: string, count: number][] {
  const failed = results.filter((result) => 'error' in result);
  const reasons = Map.groupBy(failed, ({ error }) => `failed: ${error}`);
  const done = (action: string) => results.filter((result) => 'action' in result && result.action === action).length;
  return [
    ['created', done('created')],
    ['updated', done('updated')],
    ['failed', failed.length],
    ...Array.from(reasons, ([reason, all]): [string, number] => [reason, all.length]),
  ];
}

function stop(message: string, code: number): never {
  (code === 0 ? console.info : console.error)(message);
  process.exit(code);
}
