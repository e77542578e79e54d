import { makeAct } from './act.ts';
import { endWhatIsDue, makeApi } from './api.ts';
import { fromText, makeCore, type State, toText } from './core.ts';
import { pump } from './webhooks.ts';

export interface FakeOptions {
  secret: string;
  apiKey: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns a number from 0 to 1. With a seed, ids and faults are the same in each run. */
  random: () => number;
  /** Sends an event to the app. Without it, `pump` cannot send events. */
  deliver?: (request: Request) => Promise<Response>;
  webhookUrl?: string;
  origin?: string;
  state?: string;
  pause?: () => Promise<unknown>;
}

const nowhere = async () => new Response(null, { status: 503 });

export type Fake = ReturnType<typeof makeFake>;

export function makeFake({
  secret,
  apiKey,
  now,
  random,
  deliver = nowhere,
  webhookUrl = 'http://vouch.test/api/payments/events',
  origin = 'http://provider.test',
  state,
  pause = async () => undefined,
}: FakeOptions) {
  const core = makeCore({ now, random, origin, webhookUrl });
  if (state !== undefined) core.state = fromText(state);
  const api = makeApi(core, { apiKey, pause });
  return {
    /** Answers calls like `fetch`. Throws a TypeError for a lost answer. */
    fetch: (address: string | URL | Request, init?: RequestInit) => api(new Request(address, init)),
    act: makeAct(core),
    faults: core.faults,
    pump: () => {
      endWhatIsDue(core);
      return pump(core, { url: webhookUrl, secret, deliver });
    },
    /** Ends sessions and authorizations whose time has passed. `fetch` and `pump` do this too. */
    tick: () => endWhatIsDue(core),
    now,
    /** The state of the fake, for reading. Change it only through `fetch` and `act`. */
    state: (): Readonly<State> => core.state,
    snapshot: () => toText(core.state),
  };
}
