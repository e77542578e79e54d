import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../context.ts';
import { tooMany } from './errors.ts';
import { clientNetwork, isOwnCall } from './request.ts';
import { visitorOf } from './visitor.ts';

/**
 * The limits of one minute and one route. `one` is what a visitor or an account may do. The other two are ceilings of an address, sized
 * for 2,000 people behind it: one for its visitors and accounts together, one for its newcomers, whose requests carry no cookie. So
 * whoever uses up the ceiling of newcomers stops no browser that has been here before. `docs/operations.md` has the numbers.
 */
const LIMITS = {
  read: { one: 'LIMIT_READ', known: 'CEILING_READ', newcomers: 'CEILING_READ_NEWCOMERS' },
  form: { one: 'LIMIT_FORM', known: 'CEILING_FORM', newcomers: 'CEILING_FORM_NEWCOMERS' },
} as const;

const A_MINUTE = 60;

export type LimitKind = keyof typeof LIMITS;

/** Counts a request of anybody to one route: by the visitor's cookie first, and by the address. Throws `request.too_many` past a limit. */
export const limit = (kind: LimitKind, route: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (!(await isWithinLimit(c, kind, route))) throw tooMany(A_MINUTE);
    await next();
  });

/** Counts a request of a signed-in person to one route: by the account, wherever it sits, and by the address. Stands behind a guard. */
export const limitActor = (kind: LimitKind, route: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (!(await isWithin(c, { kind, route, who: `account:${c.get('actor').user_id}` }))) throw tooMany(A_MINUTE);
    await next();
  });

/** Counts a request of a program by its address alone, for routes that prove who sends before they work. */
export const limitAddress = (kind: LimitKind, route: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await spend(c.env[LIMITS[kind].known], { key: `${route}:${clientNetwork(c)}`, seconds: A_MINUTE });
    await next();
  });

/** Counts a request of anybody to one route; false past a limit. What the Worker asks of itself is counted with the page it is for. */
export async function isWithinLimit(c: Context<AppEnv>, kind: LimitKind, route: string): Promise<boolean> {
  if (isOwnCall(c.req.raw)) return true;
  const visitor = await visitorOf(c);
  if (visitor !== null) return isWithin(c, { kind, route, who: `visitor:${visitor}` });
  const { success } = await c.env[LIMITS[kind].newcomers].limit({ key: `${route}:${clientNetwork(c)}` });
  c.set('is_newcomer', success);
  return success;
}

/** At most the binding's number of one `key` in its window of `seconds`; throws `request.too_many` past it. */
export async function spend(binding: RateLimit, { key, seconds }: { key: string; seconds: number }): Promise<void> {
  const { success } = await binding.limit({ key });
  if (!success) throw tooMany(seconds);
}

async function isWithin(c: Context<AppEnv>, { kind, route, who }: { kind: LimitKind; route: string; who: string }): Promise<boolean> {
  const { one, known } = LIMITS[kind];
  const own = await c.env[one].limit({ key: `${route}:${who}` });
  if (!own.success) return false;
  // Asked second: what is refused for one visitor uses up nothing of their neighbours.
  const shared = await c.env[known].limit({ key: `${route}:${clientNetwork(c)}` });
  return shared.success;
}
