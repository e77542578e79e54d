import type { CodeFormat } from '../../../../drizzle/handover-vocabulary.ts';
import { TICKETS_DATABASE, TICKETS_KEPT } from '../../../session/forget-kept.ts';

/** An opened ticket with one picture per page. */
export interface ShownTicket {
  id: string;
  request_id: string;
  event: { title: string; venue_name: string; start_at: string };
  format: CodeFormat;
  pages: Blob[];
  /** A picture of the code alone, cut out of its page. Null if the place of the code is not known. */
  code: Blob | null;
  isRedrawn: boolean;
  /** Whether the code is the one that the seller listed. Null if this phone could not read a code. */
  matches: boolean | null;
}

/** `data` is encrypted. */
interface Row {
  id: string;
  user_id: string;
  request_id: string;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/** Opens the database, runs `work` and closes the database, so that signing out can delete it at any time. */
async function withDatabase<A>(work: (database: IDBDatabase) => Promise<A>): Promise<A> {
  const opening = indexedDB.open(TICKETS_DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('keys');
    opening.result.createObjectStore('tickets', { keyPath: 'id' });
  });
  const database = await resultOf(opening);
  database.addEventListener('versionchange', () => database.close());
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

function resultOf<A>(request: IDBRequest<A>): Promise<A> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser could not store tickets.')));
  });
}

const storeOf = (database: IDBDatabase, name: 'keys' | 'tickets', mode: IDBTransactionMode = 'readonly') =>
  database.transaction(name, mode).objectStore(name);

/** Returns the person's key on this device. Makes the key if there is none. It never leaves the browser. */
async function keyOf(database: IDBDatabase, user_id: string): Promise<CryptoKey> {
  const kept = (await resultOf(storeOf(database, 'keys').get(user_id))) as CryptoKey | undefined;
  if (kept) return kept;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  await resultOf(storeOf(database, 'keys', 'readwrite').put(made, user_id));
  return made;
}

const cipherOf = ({ iv, user_id, id }: Pick<Row, 'iv' | 'user_id' | 'id'>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`${user_id}:${id}`),
});

export async function keepTicket(user_id: string, { pages, code, ...about }: ShownTicket): Promise<void> {
  const pictures = code ? [code, ...pages] : pages;
  const head = new TextEncoder().encode(
    JSON.stringify({ about, hasCode: code !== null, pages: pictures.map(({ type, size }) => ({ type, size })) }),
  );
  const plain = await new Blob([Uint32Array.of(head.length), head, ...pictures]).arrayBuffer();
  const { id, request_id } = about;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  await withDatabase(async (database) => {
    const data = await crypto.subtle.encrypt(cipherOf({ iv, user_id, id }), await keyOf(database, user_id), plain);
    await resultOf(storeOf(database, 'tickets', 'readwrite').put({ id, user_id, request_id, iv, data } satisfies Row));
  });
  localStorage.setItem(TICKETS_KEPT, '1');
}

/** Reads the tickets that this device stores for a person. Deletes the tickets of everyone else. */
export async function keptTickets(user_id: string): Promise<ShownTicket[]> {
  if (localStorage.getItem(TICKETS_KEPT) === null) return [];
  await forgetTickets((row) => row.user_id !== user_id);
  return withDatabase(async (database) => {
    const rows = (await resultOf(storeOf(database, 'tickets').getAll())) as Row[];
    const key = await keyOf(database, user_id);
    return Promise.all(rows.map(async (row) => ticketOf(await crypto.subtle.decrypt(cipherOf(row), key, row.data))));
  });
}

function ticketOf(plain: ArrayBuffer): ShownTicket {
  const length = new DataView(plain).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(plain, 4, length))) as {
    about: Omit<ShownTicket, 'pages' | 'code'>;
    hasCode?: boolean;
    pages: { type: string; size: number }[];
  };
  let at = 4 + length;
  const pictures = head.pages.map(({ type, size }) => new Blob([plain.slice(at, (at += size))], { type }));
  const code = head.hasCode ? (pictures.shift() ?? null) : null;
  return { ...head.about, code, pages: pictures };
}

export async function requestsWithTicket(): Promise<string[]> {
  if (localStorage.getItem(TICKETS_KEPT) === null) return [];
  const rows = await withDatabase((database) => resultOf(storeOf(database, 'tickets').getAll()) as Promise<Row[]>);
  return rows.map(({ request_id }) => request_id);
}

export async function forgetTickets(
  isGone: (row: Pick<Row, 'id' | 'user_id' | 'request_id'>) => boolean,
): Promise<void> {
  if (localStorage.getItem(TICKETS_KEPT) === null) return;
  await withDatabase(async (database) => {
    const rows = (await resultOf(storeOf(database, 'tickets').getAll())) as Row[];
    const gone = rows.filter(isGone);
    for (const { id } of gone) await resultOf(storeOf(database, 'tickets', 'readwrite').delete(id));
    if (gone.length === rows.length) localStorage.removeItem(TICKETS_KEPT);
  });
}
