import { env } from 'cloudflare:workers';

const atStart = { ...env };

/** Undoes what a test file changed in the variables. */
export const restoreVariables = (): Env => Object.assign(env, atStart);
