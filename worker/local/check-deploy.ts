import { parseArgs } from 'node:util';
import { unstable_readConfig } from 'wrangler';
import { problemsOf } from './settings/check-settings.ts';

/**
 * Checks the variables that a deployment would have: those of `wrangler.toml`, and over them those of the environment.
 * Secrets are checked where the environment has them; the deployed ones cannot be read. With `--local` the defaults of
 * a developer's machine pass. With `--env staging` or `--env production` they are those of that environment of
 * wrangler.toml.
 */
const { values: options } = parseArgs({ options: { local: { type: 'boolean' }, env: { type: 'string' } } });
const { vars, send_email } = unstable_readConfig({ config: 'wrangler.toml', ...(options.env && { env: options.env }) });
const host = options.local ? 'localhost' : 'deployed';
const text = Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));
const unknown = 'a secret of the deployment';
const hasTurnstile = Boolean(process.env['TURNSTILE_SITE_KEY'] ?? text['TURNSTILE_SITE_KEY']);
const secrets = { TWILIO_AUTH_TOKEN: unknown, TURNSTILE_SECRET: hasTurnstile ? unknown : '' };
const problems = await problemsOf({ ...secrets, ...text, ...process.env }, host);
const binding = send_email.some((each: { name: string }) => each.name === 'MAIL')
  ? ''
  : 'MAIL is not bound. Give the Worker its send_email binding.';
for (const problem of [problems, binding].filter(Boolean)) console.error(problem);
if (problems || binding) process.exitCode = 1;
else console.info('The variables are complete.');
