import { env } from 'cloudflare:workers';

const atStart = { ...env };
const idFromName = env.AUTH_LIMITER.idFromName.bind(env.AUTH_LIMITER);
let files = 0;

/**
 * Undoes a test file's changes to `env`. Gives the limiters of the auth service new names for the next test file,
 * because the `reset` of `cloudflare:test` deletes only loaded Durable Objects.
 */
export function restoreBindings(): void {
  Object.assign(env, atStart);
  const file = ++files;
  env.AUTH_LIMITER.idFromName = (name) => idFromName(`${file} ${name}`);
}
