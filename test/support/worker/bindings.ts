import { env } from 'cloudflare:workers';

const atStart = { ...env };
const idFromName = env.AUTH_LIMITER.idFromName.bind(env.AUTH_LIMITER);
let files = 0;

/** Limiters get new names, because the `reset` of `cloudflare:test` deletes only loaded Durable Objects. */
export function restoreBindings(): void {
  Object.assign(env, atStart);
  const file = ++files;
  env.AUTH_LIMITER.idFromName = (name) => idFromName(`${file} ${name}`);
}
