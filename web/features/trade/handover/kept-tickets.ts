import type { CodeFormat } from '../../../../drizzle/handover-vocabulary.ts';
import { TICKETS_DATABASE, TICKETS_KEPT } from '../../../session/forget-kept.ts';

/** An opened ticket, as it is shown: one picture a page. `matches` is null if this phone read no code. */
export interface ShownTicket {
  id: string;
  request_id: string;
  event: { title: string; venue_name: string; start_at: string };
  format: CodeFormat;
  pages: Blob[];
  isRedrawn: boolean;
  matches: boolean | null;
}

/** A row of the store: nothing of the ticket can be read in it without the key. */
interface Row {
  id: string;
  user_id: string;
  request_id: string;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/** Opens the database for one piece of work, so that signing out can delete it at any time. */
async function within<A>(work: (database: IDBDatabase) => Promise<A>): Promise<A> {
  const opening = indexedDB.open(TICKETS_DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('keys');
    opening.result.createObjectStore('tickets', { keyPath: 'id' });
  });
  const database = await done(opening);
  database.addEventListener('versionchange', () => database.close());
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

function done<A>(request: IDBRequest<A>): Promise<A> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser kept nothing.')));
  });
}

const storeOf = (database: IDBDatabase, name: 'keys' | 'tickets', mode: IDBTransactionMode = 'readonly') =>
  database.transaction(name, mode).objectStore(name);

/** The key of a person on this device. It never leaves the browser, and is made when the first ticket is kept. */
async function keyOf(database: IDBDatabase, user_id: string): Promise<CryptoKey> {
  const kept = (await done(storeOf(database, 'keys').get(user_id))) as CryptoKey | undefined;
  if (kept) return kept;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  await done(storeOf(database, 'keys', 'readwrite').put(made, user_id));
  return made;
}

const sealOf = ({ iv, user_id, id }: Pick<Row, 'iv' | 'user_id' | 'id'>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`${user_id}:${id}`),
});

/** Keeps an opened ticket, encrypted, so that it opens without a connection. */
export async function keepTicket(user_id: string, { pages, ...about }: ShownTicket): Promise<void> {
  const head = new TextEncoder().encode(
    JSON.stringify({ about, pages: pages.map(({ type, size }) => ({ type, size })) }),
  );
  const plain = await new Blob([Uint32Array.of(head.length), head, ...pages]).arrayBuffer();
  const { id, request_id } = about;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  await within(async (database) => {
    const data = await crypto.subtle.encrypt(sealOf({ iv, user_id, id }), await keyOf(database, user_id), plain);
    await done(storeOf(database, 'tickets', 'readwrite').put({ id, user_id, request_id, iv, data } satisfies Row));
  });
  localStorage.setItem(TICKETS_KEPT, '1');
}

/** The opened tickets that this device keeps for a person. What it keeps for anybody else is deleted. */
export async function keptTickets(user_id: string): Promise<ShownTicket[]> {
  if (localStorage.getItem(TICKETS_KEPT) === null) return [];
  await forgetTickets((row) => row.user_id !== user_id);
  return within(async (database) => {
    const rows = (await done(storeOf(database, 'tickets').getAll())) as Row[];
    const key = await keyOf(database, user_id);
    return Promise.all(rows.map(async (row) => unsealed(await crypto.subtle.decrypt(sealOf(row), key, row.data))));
  });
}

function unsealed(plain: ArrayBuffer): ShownTicket {
  const length = new DataView(plain).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(plain, 4, length))) as {
    about: Omit<ShownTicket, 'pages'>;
    pages: { type: string; size: number }[];
  };
  let at = 4 + length;
  const pages = head.pages.map(({ type, size }) => new Blob([plain.slice(at, (at += size))], { type }));
  return { ...head.about, pages };
}

/** Deletes kept tickets, such as those of a request that has ended. */
export async function forgetTickets(isGone: (row: Pick<Row, 'user_id' | 'request_id'>) => boolean): Promise<void> {
  if (localStorage.getItem(TICKETS_KEPT) === null) return;
  await within(async (database) => {
    const rows = (await done(storeOf(database, 'tickets').getAll())) as Row[];
    const gone = rows.filter(isGone);
    for (const { id } of gone) await done(storeOf(database, 'tickets', 'readwrite').delete(id));
    if (gone.length === rows.length) localStorage.removeItem(TICKETS_KEPT);
  });
}
