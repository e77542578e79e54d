import { makeAct, type Act } from './act.ts';
import { endWhatIsDue, makeApi } from './api.ts';
import { type Faults, fromText, makeCore, type State, toText } from './core.ts';
import { pump, type Pumped } from './webhooks.ts';

export interface FakeOptions {
  /** The signing secret of the webhooks. */
  secret: string;
  /** The secret key that calls must have. */
  apiKey: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns a number from 0 to 1. With a seed, ids and faults are the same in each run. */
  random: () => number;
  /** Sends an event to the app. Without it, `pump` cannot send events. */
  deliver?: (request: Request) => Promise<Response>;
  /** The address of the app's webhook endpoint. */
  webhookUrl?: string;
  /** Where the hosted pages are. */
  origin?: string;
  /** A state that `snapshot` returned. */
  state?: string;
  /** Awaited in each call before its effect, so that tests can run other calls in between. */
  pause?: () => Promise<unknown>;
}

/** A payment provider that behaves like Stripe, in memory. */
export interface Fake {
  /** Answers calls like `fetch`. Throws a TypeError for a lost answer. */
  fetch: (address: string | URL | Request, init?: RequestInit) => Promise<Response>;
  act: Act;
  faults: Faults;
  /** Sends the events that are due. */
  pump: () => Promise<Pumped>;
  /** Ends sessions and authorizations whose time has passed. Every call does this too. */
  tick: () => void;
  /** The time of the fake, in ms. */
  now: () => number;
  /** The state of the fake, for reading. Change it only through `fetch` and `act`. */
  state: () => Readonly<State>;
  snapshot: () => string;
  restore: (snapshot: string) => void;
}

const nowhere = async () => new Response(null, { status: 503 });

export function makeFake(options: FakeOptions): Fake {
  const {
    secret,
    apiKey,
    now,
    random,
    deliver = nowhere,
    origin = 'http://provider.test',
    pause = async () => undefined,
  } = options;
  const webhookUrl = options.webhookUrl ?? 'http://vouch.test/api/payments/events';
  const core = makeCore({ now, random, origin, webhookUrl });
  const api = makeApi(core, { apiKey, pause });
  const restore = (snapshot: string) => {
    core.state = fromText(snapshot);
  };
  if (options.state !== undefined) restore(options.state);
  return {
    fetch: (address, init) => api(new Request(address, init)),
    act: makeAct(core),
    faults: core.faults,
    pump: () => {
      endWhatIsDue(core);
      return pump(core, { url: webhookUrl, secret, deliver });
    },
    tick: () => endWhatIsDue(core),
    now,
    state: () => core.state,
    snapshot: () => toText(core.state),
    restore,
  };
}
