import { parseArgs } from 'node:util';
import { unstable_readConfig } from 'wrangler';
import { deploymentProblems, readSecrets } from './settings/check-settings.ts';

/**
 * Checks the variables of `wrangler.toml` and, with `--secrets FILE`, the secrets of a deployment. An environment
 * variable overrides the variable or secret with the same name. With `--local`, the check accepts the defaults of a
 * developer's machine.
 */
const { values: options } = parseArgs({
  options: { local: { type: 'boolean' }, env: { type: 'string' }, secrets: { type: 'string' } },
});
const { vars, send_email } = unstable_readConfig({ config: 'wrangler.toml', ...(options.env && { env: options.env }) });
const variables = Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));
const file = options.secrets === undefined ? undefined : readSecrets(options.secrets);
const sources = { variables, secrets: file?.secrets, environment: process.env };
const problems = [
  ...(file?.problems ?? []),
  ...(await deploymentProblems(sources, options.local ? 'localhost' : 'deployed')),
  ...(send_email.some((each: { name: string }) => each.name === 'MAIL')
    ? []
    : ['MAIL is not bound. Give the Worker its send_email binding.']),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.info('The settings are complete.');
