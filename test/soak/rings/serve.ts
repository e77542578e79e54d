import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { answerRequests } from '../../../worker/app.ts';
import { releasePayouts } from '../../../worker/features/trade/payouts/release-payouts.cron.ts';
import { settleSellerFailures } from '../../../worker/features/trade/payments/settle-failures.cron.ts';
import { settlePayments } from '../../../worker/features/trade/payments/settle-payments.cron.ts';
import { expireAll } from '../../../worker/features/trade/requests/expire-requests.db.ts';
import { forgetKeptCards } from '../../../worker/features/trade/kept-cards/forget-kept-cards.cron.ts';
import { passOnOffers } from '../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import { settleAnswers } from '../../../worker/features/trade/requests/tell-buyers.db.ts';
import { openDb } from '../../../worker/http/database/open-db.ts';
import { TEST_SECRETS } from '../../support/test-secrets.ts';
import { asD1 } from '../money/sqlite-d1.ts';
import { clock } from './edge.ts';

export const API_KEY = 'sk_test_for_rings_only';
export const HOOK_SECRET = 'whsec_for_rings_only';
const VARIABLES = Object.fromEntries(
  Array.from(ownVariables().matchAll(/^([A-Z0-9_]+) = "(.*)"$/gm), ([, name, value]) => [name, value]),
);
const ORIGIN = 'http://vouch.test';

const answer = answerRequests(() => async (c) => c.text('No pages here.', 404));

function ownVariables(): string {
  const [, after = ''] = readFileSync('wrangler.toml', 'utf8').split('\n[vars]\n');
  return after.split('\n[')[0];
}

/**
 * Returns the Worker's bindings. Rate limits never apply: the simulated cheats could wait until a limit is over, so
 * limits would only make the test slower.
 */
export function bindings(database: DatabaseSync): Env {
  const d1 = asD1(database, async () => undefined);
  const session = { ...d1, getBookmark: () => null };
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const room = new Proxy({}, { get: () => async () => 0 });
  const rooms = { getByName: () => room, get: () => room, idFromName: (name: string) => name };
  const limit = { limit: async () => ({ success: true }) };
  const limits = ['LIMIT_READ', 'LIMIT_FORM', 'LIMIT_INGEST', 'CEILING_READ', 'CEILING_READ_NEWCOMERS'];
  const ceilings = ['CEILING_FORM', 'CEILING_FORM_NEWCOMERS', 'CEILING_NEW_VISITORS'];
  const queue = { send: async () => undefined, sendBatch: async () => undefined };
  const bucket = {
    put: async (key: string, bytes: Uint8Array<ArrayBuffer>) => void files.set(key, bytes),
    get: async (key: string) => {
      const bytes = files.get(key);
      return bytes ? { arrayBuffer: async () => bytes } : null;
    },
    delete: async () => undefined,
  };
  return {
    ...VARIABLES,
    ...TEST_SECRETS,
    DB: { ...d1, withSession: () => session },
    SITE_URL: ORIGIN,
    STAFF_SECOND_FACTOR: 'true',
    AUTH_RATE_LIMIT_SCALE: '10',
    AUTH_PHONE: 'false',
    MAIL: {},
    STRIPE_SECRET_KEY: API_KEY,
    STRIPE_WEBHOOK_SECRET: HOOK_SECRET,
    ...Object.fromEntries([...limits, ...ceilings].map((name) => [name, limit])),
    NOTIFY_QUEUE: queue,
    NEWS_QUEUE: queue,
    TICKETS_BUCKET: bucket,
    IMAGES_BUCKET: bucket,
    ROOMS: rooms,
    PEOPLE: rooms,
    RELAYS: rooms,
    AUTH_LIMITER: rooms,
  };
}

/** Sends a request to the Worker, and waits for the work that it does after its answer. */
export async function send(env: Env, request: Request): Promise<Response> {
  const later: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void later.push(work);
  const context = { waitUntil, passThroughOnException: () => undefined, props: {} };
  const answered = await answer(request, env, context);
  await Promise.allSettled(later);
  return answered;
}

export interface Asked {
  status: number;
  body: Record<string, unknown>;
}

/** Calls the API. `headers` may name the account, by its token. With a body and no `method`, the call is a POST. */
export async function ask(
  env: Env,
  path: string,
  {
    headers = {},
    json,
    bytes,
    method,
  }: { headers?: Record<string, string>; json?: unknown; bytes?: string; method?: string } = {},
): Promise<Asked> {
  const sent = bytes ?? (json === undefined ? undefined : JSON.stringify(json));
  const request = new Request(`${ORIGIN}${path}`, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: { ...(bytes === undefined ? { 'Content-Type': 'application/json' } : {}), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const answered = await send(env, request);
  const text = await answered.text();
  // A refusal is an expected answer. A failure of the Worker would hide the effect of the step, so `ask` throws.
  if (answered.status >= 500) throw new Error(`${path} answered ${answered.status}: ${text}`);
  const isJson = answered.headers.get('Content-Type')?.includes('json') ?? false;
  return { status: answered.status, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} };
}

/** Runs the parts of the cron that concern tickets and money, at the simulated time. Sends no mails. */
export async function cron(env: Env): Promise<void> {
  const [db, now] = [openDb(env), new Date(clock.ms)];
  await expireAll(db, { now });
  await settlePayments(env, now);
  await settleAnswers(db, { now });
  await settlePayments(env, now);
  await passOnOffers(env, now);
  await forgetKeptCards(env, now);
  await settleSellerFailures(env, now);
  await releasePayouts(env, now);
}
