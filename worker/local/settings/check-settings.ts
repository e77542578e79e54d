import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { NAMES, probablyMeant } from '../../http/settings/names.ts';
import { SECRETS } from '../../http/settings/secrets.ts';
import { settingsProblems, type Values } from '../../http/settings/settings.ts';
import { VARIABLES } from '../../http/settings/variables.ts';

export async function problemsOf(values: Values, host: string): Promise<string> {
  return (await settingsProblems(values, host)).join('\n');
}

export interface Sources {
  variables: Values;
  secrets?: Values | undefined;
  /** The environment variables of this process, which override `variables` and `secrets`. */
  environment: Values;
}

/**
 * Returns the problems of a deployment's settings. Does not check the secrets that the deployment already stores,
 * because they cannot be read.
 */
export async function deploymentProblems(
  { variables, secrets, environment }: Sources,
  host: string,
): Promise<string[]> {
  const own = Object.fromEntries(
    Object.entries(environment).filter(([name]) => NAMES.some((known) => known === name) || probablyMeant(name)),
  );
  const variable = 'a variable. Write it into worker/local/settings/environments.ts';
  return [
    ...misplaced(variables, { to: VARIABLES, where: 'wrangler.toml', mend: 'a secret. Take it out of wrangler.toml' }),
    ...misplaced(secrets ?? {}, { to: SECRETS, where: 'the file of secrets', mend: variable }),
    ...(secrets ? missing(secrets) : []),
    ...(secrets ? untold({ ...variables, ...secrets, ...own }) : []),
    ...(await settingsProblems({ ...variables, ...secrets, ...own }, host)),
  ];
}

/** Reports names that appear twice, because only one of their values counts. */
export function readSecrets(file: string): { secrets: Values; problems: string[] } {
  if (!existsSync(file)) return { secrets: {}, problems: [`There is no file ${file}. Make it with npm run keys.`] };
  const content = readFileSync(file, 'utf8');
  const names = Array.from(content.matchAll(/^([A-Za-z_]\w*)=/gm), ([, name]) => name!);
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  return {
    secrets: parseEnv(content),
    problems: [...twice].map((name) => `${name} is set twice in ${file}. Remove one.`),
  };
}

function misplaced(values: Values, { to, where, mend }: { to: object; where: string; mend: string }): string[] {
  return Object.keys(values).flatMap((name) => {
    if (name in to || probablyMeant(name)) return [];
    if (NAMES.some((known) => known === name)) return [`${name} is in ${where}, but it is ${mend}.`];
    return [`${name} is not a setting. Remove it from ${where}, or add it to worker/http/settings.`];
  });
}

const untold = ({ ALERT_TO, ALERT_WEBHOOK }: Values): string[] =>
  ALERT_TO || ALERT_WEBHOOK
    ? []
    : ['ALERT_TO is empty, and so is ALERT_WEBHOOK, so nobody is told of an alarm. Set one of them.'];

const missing = (secrets: Values): string[] =>
  Object.keys(SECRETS)
    .filter((name) => secrets[name] === undefined)
    .map((name) => `${name} is missing in the file of secrets. Add a line ${name}= with its value, or with none.`);
