import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { countRead } from './count-reads.ts';
import { tooMany } from '../answers/errors.ts';
import { clientNetwork, isOwnCall } from '../answers/request.ts';
import { visitorOf } from './visitor.ts';

/**
 * The limits of one route in one minute. `one` is for a visitor or an account. `known` and `newcomers` are ceilings for
 * a network address (see `docs/operations.md`). `newcomers` counts requests without a cookie, so that a flood of these
 * does not block browsers with a cookie.
 */
const LIMITS = {
  read: { one: 'LIMIT_READ', known: 'CEILING_READ', newcomers: 'CEILING_READ_NEWCOMERS' },
  form: { one: 'LIMIT_FORM', known: 'CEILING_FORM', newcomers: 'CEILING_FORM_NEWCOMERS' },
} as const;

const A_MINUTE = 60;

type LimitKind = keyof typeof LIMITS;

/** Counts by visitor cookie, then by network address. Throws `request.too_many`. */
export const limit = (kind: LimitKind, route: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (!(await isWithinLimit(c, kind, route))) throw tooMany(A_MINUTE);
    await next();
  });

/** Counts by account and by network address. Needs a guard before it. */
export const limitActor = (kind: LimitKind, route: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (!(await isWithin(c, { kind, route, who: `account:${c.get('actor').user_id}` }))) throw tooMany(A_MINUTE);
    await next();
  });

/** Counts by network address only, for callers that are not browsers, and for links in mails. */
export const limitAddress = (kind: LimitKind, route: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { success } = await count(c.env[LIMITS[kind].known], { kind, key: `${route}:${clientNetwork(c)}` });
    if (!success) throw tooMany(A_MINUTE);
    await next();
  });

/**
 * Counts a request like `limit`, and says whether it is within the limits. The Worker's own calls for a page do not
 * count, because the request for the page was counted.
 */
export async function isWithinLimit(c: Context<AppEnv>, kind: LimitKind, route: string): Promise<boolean> {
  if (isOwnCall(c.req.raw)) return true;
  const visitor = await visitorOf(c);
  if (visitor !== null) return isWithin(c, { kind, route, who: `visitor:${visitor}` });
  const { success } = await count(c.env[LIMITS[kind].newcomers], { kind, key: `${route}:${clientNetwork(c)}` });
  c.set('is_newcomer', success);
  return success;
}

/** Counts a request against a limit whose window lasts `seconds`. Throws `request.too_many`. */
export async function spend(binding: RateLimit, { key, seconds }: { key: string; seconds: number }): Promise<void> {
  const { success } = await binding.limit({ key });
  if (!success) throw tooMany(seconds);
}

async function isWithin(
  c: Context<AppEnv>,
  { kind, route, who }: { kind: LimitKind; route: string; who: string },
): Promise<boolean> {
  const { one, known } = LIMITS[kind];
  const own = await count(c.env[one], { kind, key: `${route}:${who}` });
  if (!own.success) return false;
  // Counted last, so that one visitor's refused requests do not use up the ceiling for others.
  const shared = await count(c.env[known], { kind, key: `${route}:${clientNetwork(c)}` });
  return shared.success;
}

function count(binding: RateLimit, { kind, key }: { kind: LimitKind; key: string }): Promise<{ success: boolean }> {
  return kind === 'read' ? countRead(binding, { key }) : binding.limit({ key });
}
