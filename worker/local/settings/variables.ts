import { unstable_readConfig } from 'wrangler';
import { ensureDevVars } from './dev-vars.ts';

/** The fake payment provider of a local run on `port` listens on the port after it. */
export const providerOf = (port: number) => ({ port: port + 1, origin: `http://127.0.0.1:${port + 1}` });

/**
 * Every variable and secret of a local run on `port`. A value in the environment wins over one in `.dev.vars`, which
 * wins over one in `wrangler.toml`. `SITE_URL` and the address of the fake payment provider follow the port unless the
 * environment sets them.
 */
export function localVariables(port: number): Record<string, string> {
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' });
  const values = {
    ...vars,
    SITE_URL: `http://127.0.0.1:${port}`,
    STRIPE_API_BASE: providerOf(port).origin,
    ...ensureDevVars(),
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, process.env[name] ?? String(value)]));
}
