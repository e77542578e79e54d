import { env } from 'cloudflare:workers';

const atStart = { ...env };
const idFromName = env.AUTH_LIMITER.idFromName.bind(env.AUTH_LIMITER);
let files = 0;

/**
 * Undoes what a test file changed in the bindings, and gives the next file limiters under names that no other file
 * uses. `reset` deletes only the Durable Objects that are awake, so it may leave limiters that are used up.
 */
export function restoreBindings(): void {
  Object.assign(env, atStart);
  const file = ++files;
  env.AUTH_LIMITER.idFromName = (name) => idFromName(`${file} ${name}`);
}
