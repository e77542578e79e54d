import { unstable_readConfig } from 'wrangler';
import { ensureDevVars } from './dev-vars.ts';

export const providerOf = (port: number) => ({ port: port + 1, origin: `http://127.0.0.1:${port + 1}` });

/** Environment variables override `.dev.vars`, which overrides `wrangler.toml`. */
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
