import { doorsAt, MOST_SCANS } from '../../../../worker/contract/door/door.ts';
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
  saveList,
  saveName,
  saveWaiting,
  savedList,
  savedName,
  savedWaiting,
  openList,
  type SignedList,
  type WaitingScan,
} from './door-store.ts';

export interface DoorState {
  list: DoorList | null;
  /** The entries of the list, and the unsent scans of this door. */
  entries: readonly DoorEntry[];
  waiting: readonly WaitingScan[];
  name: string;
  connection: 'asking' | 'online' | 'offline' | 'refused';
  refusal: ApiError | null;
}

/** `held` means that the pass is valid, but the doors are not open yet. */
export interface Taken {
  judged: Judgement | null;
  /** The nonces of the entries that can be undone. */
  nonces: readonly string[];
  held?: 'early' | 'closed';
}

/** Adds the unsent scans to the entries. An unsent scan replaces an entry with the same nonce. */
function mergeEntries(entries: readonly DoorEntry[], waiting: readonly WaitingScan[], door: string): DoorEntry[] {
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

/** The list, the entries and the unsent scans of one door. Only `sync` needs a connection. */
export function openDoorBook(api: ApiClient, slug: string) {
  const param = { slug };
  let state: DoorState = { list: null, entries: [], waiting: [], name: 'Front', connection: 'asking', refusal: null };
  let ahead_ms = 0;
  let isEarlyAllowed = false;
  let running: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  const set = (change: Partial<DoorState>) => {
    const next = { ...state, ...change };
    state = { ...next, entries: mergeEntries(next.list?.entries ?? [], next.waiting, next.name) };
    for (const listener of listeners) listener();
  };
  const setWaiting = async (waiting: readonly WaitingScan[]) => {
    set({ waiting });
    await saveWaiting(slug, waiting);
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
      // Removes what was sent. A scan that was undone meanwhile is a new object, so it stays and is sent next.
      await setWaiting(state.waiting.filter((each) => !scans.includes(each)));
    }
  };
  const readList = async () => {
    const asked = Date.now();
    const answer = await unwrap(api.door[':slug'].list.$get({ param }));
    const signed: SignedList = { ...answer, ahead_ms: 0 };
    const list = await openList(signed);
    if (!list) throw new ApiError('server.unexpected', 500, 'This door’s list could not be read.');
    ahead_ms = Date.parse(list.made_at) - (asked + Date.now()) / 2;
    set({ list });
    await saveList(slug, { ...signed, ahead_ms });
  };
  const syncOnce = async () => {
    try {
      await sendWaiting();
      await readList();
      set({ connection: 'online', refusal: null });
    } catch (error) {
      const isRefused = error instanceof ApiError && [401, 403, 404].includes(error.status);
      set(isRefused ? { connection: 'refused', refusal: error } : { connection: 'offline' });
    }
  };
  const sync = (): Promise<void> => (running ??= syncOnce().finally(() => (running = undefined)));

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
    await setWaiting([...state.waiting, ...made]);
    void sync();
    return made.map(({ nonce }) => nonce);
  };
  const heldBack = (list: DoorList): Taken['held'] => {
    const doors = doorsAt(list.event.start_at, now());
    return doors === 'open' || (doors === 'early' && isEarlyAllowed) ? undefined : doors;
  };
  const judge = async (text: string): Promise<Judgement | null> =>
    state.list && judgeCode(text, { list: state.list, entries: state.entries, now: now(), verify: verifyAnywhere });

  return {
    state: () => state,
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open: async () => {
      const [kept, waiting, name] = await Promise.all([savedList(slug), savedWaiting(slug), savedName()]);
      const list = kept && (await openList(kept));
      if (kept && list) ({ ahead_ms } = kept);
      set({ list, waiting, name });
      await sync();
    },
    sync,
    /**
     * Checks a code and lets its owner in. If the pass is not on the list, syncs once and checks again. Returns the
     * entries that the door can undo: the new one or, if the owner was already in, the first one, unless a QR scan made
     * it.
     */
    take: async (text: string): Promise<Taken> => {
      let judged = await judge(text);
      if (judged?.result === 'unknown' && judged.because === 'not_on_list') {
        await sync();
        judged = await judge(text);
      }
      if (judged?.result === 'already_in')
        return { judged, nonces: judged.first.way === 'qr' ? [] : [judged.first.nonce] };
      if (judged?.result !== 'ok') return { judged, nonces: [] };
      const held = state.list ? heldBack(state.list) : undefined;
      if (held) return { judged: null, nonces: [], held };
      return {
        judged,
        nonces: await letIn(judged.place, { way: judged.way, code: judged.way === 'qr' ? text.trim() : null }),
      };
    },
    takeByName: async (place: DoorPlace, count: number): Promise<Taken> => {
      if (!state.list) return { judged: null, nonces: [] };
      const judged = judgePlace(place, { list: state.list, entries: state.entries, now: now(), way: 'name' });
      if (judged.result !== 'ok') return { judged, nonces: [] };
      const held = heldBack(state.list);
      return held ? { judged: null, nonces: [], held } : { judged, nonces: await letIn(place, { way: 'name', count }) };
    },
    /** Lets people in while `doorsAt` says `early`, until this page is loaded again. */
    allowEarly: () => {
      isEarlyAllowed = true;
    },
    undo: async (nonces: readonly string[]) => {
      const toUndo = state.entries.filter(({ nonce, undone }) => nonces.includes(nonce) && !undone);
      const rest = state.waiting.filter(({ nonce }) => !nonces.includes(nonce));
      const codes = new Map(state.waiting.map(({ nonce, code }) => [nonce, code]));
      await setWaiting([
        ...rest,
        ...toUndo.map(({ nonce, place, at, way }) => ({
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
      await saveName(name);
    },
  };
}

export type DoorBook = ReturnType<typeof openDoorBook>;
