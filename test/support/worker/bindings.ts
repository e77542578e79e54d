import { env } from 'cloudflare:workers';

const atStart = { ...env };
const idFromName = env.AUTH_LIMITER.idFromName.bind(env.AUTH_LIMITER);
let files = 0;

/**
 * Undoes a test file's changes to the bindings, and gives the next file limiters with unused names. The `reset` of
 * `cloudflare:test` is not enough: it deletes only loaded Durable Objects, so it may leave exhausted limiters.
 */
export function restoreBindings(): void {
  Object.assign(env, atStart);
  const file = ++files;
  env.AUTH_LIMITER.idFromName = (name) => idFromName(`${file} ${name}`);
}
