import { unstable_readConfig } from 'wrangler';
import { ensureDevVars } from './dev-vars.ts';

/**
 * Every variable and secret of a local run on `port`. A value in the environment wins over one in `.dev.vars`, which wins over one in
 * `wrangler.toml`. `SITE_URL` follows the port unless the environment sets it.
 */
export function localVariables(port: number): Record<string, string> {
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' });
  const values = { ...vars, SITE_URL: `http://127.0.0.1:${port}`, ...ensureDevVars() };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, process.env[name] ?? String(value)]));
}
