import { MOST_SCANS } from '../../../../worker/contract/door/door.ts';
import {
  type DoorEntry,
  type DoorList,
  type DoorPlace,
  judgeCode,
  judgePlace,
  type Judgement,
} from '../../../../worker/contract/door/judge-pass.ts';
import type { ScanWay } from '../../../../drizzle/handover-vocabulary.ts';
import { type ApiClient, ApiError, unwrap } from '../../../api.ts';
import { verifyAnywhere } from '../../trade/pass/signatures.ts';
import {
  keepList,
  keepName,
  keepWaiting,
  keptList,
  keptName,
  keptWaiting,
  openList,
  type SignedList,
  type WaitingScan,
} from './kept-door.ts';

/** The state of a door on this phone. */
export interface DoorState {
  list: DoorList | null;
  /** The entries of the list and of this door, also those that are not sent yet. */
  entries: readonly DoorEntry[];
  waiting: readonly WaitingScan[];
  name: string;
  connection: 'asking' | 'online' | 'offline' | 'refused';
  /** Why the server refuses this door. */
  refusal: ApiError | null;
}

/** The entries of the server, and over them the scans that wait here. */
function overlay(entries: readonly DoorEntry[], waiting: readonly WaitingScan[], door: string): DoorEntry[] {
  const own = waiting.map(({ nonce, place, at, way, undone }) => ({
    nonce,
    place,
    at,
    way,
    undone,
    door,
    seat: undone ? null : 1,
  }));
  const nonces = new Set(own.map(({ nonce }) => nonce));
  return [...entries.filter(({ nonce }) => !nonces.has(nonce)), ...own];
}

/**
 * The book of one door: its signed list, what it scanned, and what is still to be sent. Nothing of it needs a
 * connection but `sync`.
 */
export function openDoorBook(api: ApiClient, slug: string) {
  const param = { slug: encodeURIComponent(slug) };
  let state: DoorState = { list: null, entries: [], waiting: [], name: 'Front', connection: 'asking', refusal: null };
  let ahead_ms = 0;
  let running: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  const set = (change: Partial<DoorState>) => {
    const next = { ...state, ...change };
    state = { ...next, entries: overlay(next.list?.entries ?? [], next.waiting, next.name) };
    for (const tell of listeners) tell();
  };
  const wait = async (waiting: readonly WaitingScan[]) => {
    set({ waiting });
    await keepWaiting(slug, waiting);
  };
  const now = () => Date.now() + ahead_ms;

  const sendWaiting = async () => {
    while (state.waiting.length > 0) {
      const scans = state.waiting.slice(0, MOST_SCANS);
      const { entries } = await unwrap(
        api.door[':slug'].scans.$post({ param, json: { door: state.name, scans: [...scans] } }),
      );
      const known = new Set(entries.map(({ nonce }) => nonce));
      const { list } = state;
      if (list)
        set({ list: { ...list, entries: [...list.entries.filter(({ nonce }) => !known.has(nonce)), ...entries] } });
      // A scan that was undone meanwhile is another object, and is sent again.
      await wait(state.waiting.filter((each) => !scans.includes(each)));
    }
  };
  const readList = async () => {
    const asked = Date.now();
    const answer = await unwrap(api.door[':slug'].list.$get({ param }));
    const signed: SignedList = { ...answer, ahead_ms: 0 };
    const list = await openList(signed);
    if (!list) throw new ApiError('server.unexpected', 500, 'The list of this door could not be read.');
    ahead_ms = Date.parse(list.made_at) - (asked + Date.now()) / 2;
    set({ list });
    await keepList(slug, { ...signed, ahead_ms });
  };
  const talk = async () => {
    try {
      await sendWaiting();
      await readList();
      set({ connection: 'online', refusal: null });
    } catch (error) {
      const isRefused = error instanceof ApiError && [401, 403, 404].includes(error.status);
      set(isRefused ? { connection: 'refused', refusal: error } : { connection: 'offline' });
    }
  };
  const sync = (): Promise<void> => (running ??= talk().finally(() => (running = undefined)));

  const letIn = async (
    place: DoorPlace,
    { way, code = null, count = 1 }: { way: ScanWay; code?: string | null; count?: number },
  ) => {
    const at = new Date(now()).toISOString();
    const made = Array.from({ length: count }, () => ({
      nonce: crypto.randomUUID(),
      place: place.place,
      way,
      code,
      at,
      undone: false,
    }));
    await wait([...state.waiting, ...made]);
    void sync();
    return made.map(({ nonce }) => nonce);
  };
  const judge = async (text: string): Promise<Judgement | null> =>
    state.list && judgeCode(text, { list: state.list, entries: state.entries, now: now(), verify: verifyAnywhere });

  return {
    state: () => state,
    listen: (tell: () => void) => {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
    /** Reads what this phone has kept, and then asks the server. */
    open: async () => {
      const [kept, waiting, name] = await Promise.all([keptList(slug), keptWaiting(slug), keptName()]);
      const list = kept && (await openList(kept));
      if (kept && list) ({ ahead_ms } = kept);
      set({ list, waiting, name });
      await sync();
    },
    sync,
    /**
     * Judges a read or typed code, and lets its owner in if all is right. A pass that is newer than the list makes the
     * door ask once. `nonces` are what can be undone: the new entry, or the mark by hand that is in its place.
     */
    take: async (text: string) => {
      let judged = await judge(text);
      if (judged?.result === 'unknown' && judged.because === 'not_on_list') {
        await sync();
        judged = await judge(text);
      }
      if (judged?.result === 'already_in')
        return { judged, nonces: judged.first.way === 'qr' ? [] : [judged.first.nonce] };
      if (judged?.result !== 'ok') return { judged, nonces: [] };
      return {
        judged,
        nonces: await letIn(judged.place, { way: judged.way, code: judged.way === 'qr' ? text.trim() : null }),
      };
    },
    /** Lets people in who were found by name. */
    takeByName: async (place: DoorPlace, count: number) => {
      if (!state.list) return { judged: null, nonces: [] };
      const judged = judgePlace(place, { list: state.list, entries: state.entries, now: now(), way: 'name' });
      return { judged, nonces: judged.result === 'ok' ? await letIn(place, { way: 'name', count }) : [] };
    },
    /** Takes scans back, of this door or of another one. */
    undo: async (nonces: readonly string[]) => {
      const known = state.entries.filter(({ nonce, undone }) => nonces.includes(nonce) && !undone);
      const rest = state.waiting.filter(({ nonce }) => !nonces.includes(nonce));
      const codes = new Map(state.waiting.map(({ nonce, code }) => [nonce, code]));
      await wait([
        ...rest,
        ...known.map(({ nonce, place, at, way }) => ({
          nonce,
          place,
          at,
          way,
          code: codes.get(nonce) ?? null,
          undone: true,
        })),
      ]);
      void sync();
    },
    rename: async (name: string) => {
      set({ name });
      await keepName(name);
    },
  };
}

export type DoorBook = ReturnType<typeof openDoorBook>;
