import { env } from 'cloudflare:workers';

const atStart = { ...env };
const idFromName = env.AUTH_LIMITER.idFromName.bind(env.AUTH_LIMITER);
let files = 0;

/**
 * Undoes a test file's changes to `env`. Gives the limiters of the auth service new names, so that the next test file
 * begins with empty ones. The `reset` of `cloudflare:test` empties only loaded Durable Objects.
 */
export function restoreBindings(): void {
  Object.assign(env, atStart);
  const file = ++files;
  env.AUTH_LIMITER.idFromName = (name) => idFromName(`${file} ${name}`);
}
