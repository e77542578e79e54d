import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../context.ts';
import { tooMany } from './errors.ts';
import { clientNetwork } from './request.ts';

type LimitBinding = { [K in keyof Env]: Env[K] extends RateLimit ? K : never }[keyof Env];

/** At most the binding's number of requests a minute from one client address to one route. */
export const limit = (binding: LimitBinding, route: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { success } = await c.env[binding].limit({ key: `${route}:${clientNetwork(c)}` });
    if (!success) throw tooMany(60);
    await next();
  });

/** At most the binding's number of one `key` in its window of `seconds`; throws `request.too_many` past it. */
export async function spend(binding: RateLimit, { key, seconds }: { key: string; seconds: number }): Promise<void> {
  const { success } = await binding.limit({ key });
  if (!success) throw tooMany(seconds);
}

/**
 * At most the binding's number of requests a minute from one signed-in person to one route, wherever they sit: a campus shares one
 * address. Stands behind a guard.
 */
export const limitActor = (binding: LimitBinding, route: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { success } = await c.env[binding].limit({ key: `${route}:${c.get('actor').user_id}` });
    if (!success) throw tooMany(60);
    await next();
  });
