import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { base64nopad, base64urlnopad, hex } from '@scure/base';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { problems } from '../../../drizzle/tables/all-tables.ts';
import { keepTicketFiles } from '../../../worker/features/trade/custody/keep-files.cron.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { boughtDeal, openAs } from '../../support/worker/trade/file-deal.ts';
import { hashOf, listTickets, readyTicket } from '../../support/worker/trade/list-files.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';
import { later } from '../../support/worker/trade/paid-deal.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { fileOf, pdfWith, uploadFile } from '../../support/worker/trade/ticket-files.ts';

/** A text that is on the ticket and nowhere else. */
const ON_THE_TICKET = 'ADMIT-ONE-zebra-quartz-93417';
/** The codes that `boughtDeal` can list, a code that a seller lists twice, and a wrong code that a phone reads. */
const CODES = ['code 1', 'code 2', 'SECRET-CODE-77120934', 'FORGED-CODE-50338812'];
const LEVELS = ['debug', 'info', 'log', 'warn'] as const;
const TABLES = "select name from sqlite_master where type = 'table' and name not like '_cf_%'";

const formsOf = (bytes: Uint8Array) => [
  latin1(bytes),
  base64nopad.encode(bytes),
  base64urlnopad.encode(bytes),
  hex.encode(bytes),
];

/** Returns the texts and hashes that must not be stored. Leaves out short texts, because they can occur by chance. */
async function secrets(): Promise<string[]> {
  const hashes = await Promise.all(CODES.map(async (code) => hex.decode(await hashOf(code))));
  const long = [ON_THE_TICKET, ...CODES.slice(2)].map((text) => new TextEncoder().encode(text));
  return [...long, ...hashes].flatMap(formsOf);
}

const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

async function inDatabase(): Promise<string> {
  const tables = await env.DB.prepare(TABLES).all<{ name: string }>();
  const rows = await Promise.all(
    tables.results.map(async ({ name }) => [name, (await env.DB.prepare(`select * from "${name}"`).all()).results]),
  );
  return JSON.stringify(rows);
}

async function inBuckets(): Promise<string> {
  const texts: string[] = [];
  for (const bucket of [env.TICKETS_BUCKET, env.IMAGES_BUCKET]) {
    const { objects } = await bucket.list({ include: ['customMetadata', 'httpMetadata'] });
    for (const object of objects) {
      const bytes = await (await bucket.get(object.key))!.arrayBuffer();
      texts.push(JSON.stringify(object), latin1(new Uint8Array(bytes)));
    }
  }
  return texts.join('\n');
}

const inRoom = (eventId: string) =>
  runInDurableObject(env.ROOMS.get(env.ROOMS.idFromName(eventId)), (_, { storage }) => {
    const tables = storage.sql.exec<{ name: string }>(TABLES).toArray();
    return JSON.stringify(tables.map(({ name }) => storage.sql.exec(`select * from "${name}"`).toArray()));
  });

async function inCache(paths: readonly string[]): Promise<string> {
  const hits = await Promise.all(paths.map((path) => caches.default.match(`http://vouch.test${path}`)));
  return (await Promise.all(hits.map(async (hit) => (hit ? hit.text() : '')))).join('\n');
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('nothing stored, cached or logged contains a ticket’s bytes, its code or the unkeyed hash of its code', async () => {
  const lines: string[] = [];
  for (const level of LEVELS) {
    vi.spyOn(console, level).mockImplementation((...said) => void lines.push(said.map(String).join(' ')));
  }
  const bytes = pdfWith(ON_THE_TICKET);
  const { deal, ticket } = await boughtDeal({ bytes, shows_at_once: true });
  const { headers } = deal.buyer;
  await callCounted(`/api/events/${deal.event.slug}`);
  await callCounted(`/api/ticket-requests/${deal.id}/tickets`, { headers });
  const shown = new Uint8Array(await (await openAs(headers, ticket.id)).arrayBuffer());
  expect(shown).toEqual(bytes);
  await post(`/api/tickets/${ticket.id}/check`, { headers, body: { code_hash: await hashOf(CODES[3]!) } });
  const seller = await reseller();
  const twice = [
    await readyTicket(seller.headers, CODES[2]!, { bytes }),
    await readyTicket(seller.headers, CODES[2]!, { bytes }),
  ];
  for (const one of twice) await listTickets(seller.headers, { event_id: deal.event.id, tickets: [one] });
  // An upload to the bucket fails, and so does reading a file. Both failures are logged.
  vi.spyOn(env.TICKETS_BUCKET, 'put').mockRejectedValueOnce(new Error('The bucket is down.'));
  expect((await uploadFile(seller.headers, { bytes })).status).toBe(503);
  vi.spyOn(env.TICKETS_BUCKET, 'get').mockResolvedValueOnce(null);
  expect((await openAs(headers, ticket.id)).status).toBe(500);
  await later(deal, 60_000);
  await keepTicketFiles(env, new Date());
  const errors = meantErrors();
  expect(errors).toHaveLength(1);

  const paths = [
    `/events/${deal.event.slug}`,
    `/api/tickets/${ticket.id}/file`,
    `/api/ticket-requests/${deal.id}/tickets`,
    '/api/events',
    `/api/events/${deal.event.slug}`,
  ];
  const places = {
    database: await inDatabase(),
    buckets: await inBuckets(),
    log: [...lines, ...errors].join('\n'),
    room: await inRoom(deal.event.id),
    cache: await inCache(paths),
  };
  const found = (await secrets()).flatMap((secret) =>
    Object.entries(places).flatMap(([place, text]) => (text.includes(secret) ? [`${secret} in ${place}`] : [])),
  );
  expect(found).toEqual([]);

  // Proves that the search covers the database, the buckets and the log lines.
  expect(places.database).toContain(ticket.code_hmac);
  expect(await db.$count(problems, eq(problems.request_id, deal.id))).toBe(1);
  expect(places.buckets).toContain((await fileOf(ticket.file_id)).object_key);
  expect(places.log).toContain('The bucket is down.');
});
