import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { eventDateParts, longDate } from '../../../../worker/contract/time/event-time.ts';
import { RequireSignedIn } from '../../../session/gates.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { fetchPasses, forgetPasses, isRefusal, storedPasses, type OwnPasses } from './own-passes.ts';
import { PassCode } from './pass-code.tsx';
import s from './pass.module.css';
import { WalletButtons } from './wallet-buttons.tsx';

/** The page mentions the phone's clock only if it is off by more than this, in ms. */
const CLOCK_MS = 15_000;

interface State {
  passes: OwnPasses | null;
  /** Why the server did not return the passes. Null while the page asks, and after success. */
  problem: { text: string; isSignedOut: boolean } | null;
  isAsked: boolean;
}

/** Loads the passes of a request: first from this phone, then from the server. */
function useOwnPasses(id: string, onStored: () => void): State {
  const { api } = useRouteContext({ from: '__root__' });
  const [state, setState] = useState<State>({ passes: null, problem: null, isAsked: false });
  useEffect(() => {
    let isLeft = false;
    const set = (change: Partial<State>) => !isLeft && setState((before) => ({ ...before, ...change }));
    const load = async () => {
      const kept = await storedPasses(id).catch(() => null);
      if (kept) set({ passes: kept });
      try {
        set({ passes: await fetchPasses(api, id), problem: null });
        onStored();
      } catch (error) {
        const isSignedOut = isRefusal(error) && error.status === 401;
        const isVoid = isRefusal(error) && !isSignedOut;
        if (isVoid) void forgetPasses((stored) => stored === id).catch(() => undefined);
        set({ problem: { text: (error as Error).message, isSignedOut }, ...(isVoid ? { passes: null } : {}) });
      }
      set({ isAsked: true });
    };
    const again = () => void load();
    addEventListener('online', again);
    void load();
    return () => {
      isLeft = true;
      removeEventListener('online', again);
    };
  }, [api, id, onStored]);
  return state;
}

/**
 * The passes of a paid request, one at a time. Once shown, they also work offline. `onStored` runs once the phone
 * stores them.
 */
export function OwnPass({ id, onStored }: { id: string; onStored: () => void }) {
  const { passes, problem, isAsked } = useOwnPasses(id, onStored);
  const [at, setAt] = useState(0);
  useScreenOn();
  if (!passes && problem?.isSignedOut) return <RequireSignedIn>{null}</RequireSignedIn>;
  if (!passes) {
    return (
      <>
        <h1>Pass for the door</h1>
        {problem ? <Alert>{problem.text}</Alert> : !isAsked && <Loading />}
      </>
    );
  }
  const pass = passes.passes[at] ?? passes.passes[0]!;
  const count = passes.passes.length;
  const entry = passes.let_in.find(({ position }) => position === pass.position);
  return (
    <>
      <h1>{passes.event.title}</h1>
      <p>
        {passes.event.venue_name}, {longDate(passes.event.start_at)}
      </p>
      {entry && <p role="note">{entryText(entry)}</p>}
      <PassCode pass={pass} ahead_ms={passes.ahead_ms} />
      {count > 1 && (
        <nav className={s.which} aria-label="Your tickets">
          {passes.passes.map(({ id: passId, position }, index) => (
            <button
              key={passId}
              type="button"
              className={index === at ? 'button primary' : 'button'}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            >
              Ticket {position} of {count}
            </button>
          ))}
        </nav>
      )}
      <p>
        If the camera cannot read it, give this code and your name: <b className={s.short}>{pass.short_code}</b>
      </p>
      <WalletButtons id={id} ticket={pass.position} wallets={passes.wallets} />
      {Math.abs(passes.ahead_ms) > CLOCK_MS && <p role="note">{clockText(passes.ahead_ms)}</p>}
      {problem && <p role="note">No connection. The pass still works.</p>}
      <p className="muted">
        Turn up your screen brightness. The pass works only on this phone. If you open it on another phone, it moves
        there.
      </p>
    </>
  );
}

/**
 * "Marked as in at 11:10 PM, door Front, by hand. If that was not you, show this pass at the door. They can undo it."
 */
function entryText({ at, door, way }: OwnPasses['let_in'][number]): string {
  const when = `at ${eventDateParts(at).time}, door ${door}`;
  if (way === 'qr') return `Let in ${when}.`;
  return `Marked as in ${when}, by hand. If that was not you, show this pass at the door. They can undo it.`;
}

/** "The clock of this phone is 3 minutes slow. The pass corrects that." */
function clockText(ahead_ms: number): string {
  const seconds = Math.round(Math.abs(ahead_ms) / 1000);
  const by = seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  return `The clock of this phone is ${by} ${ahead_ms > 0 ? 'slow' : 'fast'}. The pass corrects that.`;
}

/** Keeps the screen on while the pass is shown, if the browser can. */
function useScreenOn(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    const ask = async () => {
      if (document.visibilityState === 'visible' && 'wakeLock' in navigator)
        lock = await navigator.wakeLock.request('screen').catch(() => undefined);
    };
    void ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}
