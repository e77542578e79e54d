import { unstable_readConfig } from 'wrangler';
import { ensureDevVars } from './dev-vars.ts';

/** The fake payment provider of a local run listens on the next port after `port`. */
export const providerOf = (port: number) => ({ port: port + 1, origin: `http://127.0.0.1:${port + 1}` });

/**
 * Returns every variable and secret of a local run on `port`. Environment variables override `.dev.vars`, which
 * overrides `wrangler.toml`. For `SITE_URL` and `STRIPE_API_BASE`, addresses with the local ports replace those of
 * `wrangler.toml`.
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
