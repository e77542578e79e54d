import { parseArgs } from 'node:util';
import { CHANGES, type Change, changeSecret, fillSecrets, SECRET_NAMES } from './keys/change-secrets.ts';
import { SECRET_LIVES, type SecretName } from './keys/secret-lives.ts';
import { lineOf, readSecretsFile, writeSecrets } from './keys/secrets-file.ts';
import { probablyMeant } from '../http/settings/names.ts';
import { settingsProblems } from '../http/settings/settings.ts';

const LOCAL = '.dev.vars';
const HELP = `npm run keys -- [NAME …] [--rotate | --drop | --replace --yes] [--file FILE] [--print]

Makes each secret that FILE lacks. Without --file, FILE is .dev.vars. With names, makes only these secrets.
  --rotate   puts a new value before the old one, and both are valid
  --drop     removes what --rotate kept
  --replace  prints what would stop working with a new value. With --yes, also replaces the old value
  --print    prints the lines and writes no file. Without it, no value is shown`;

process.exitCode = (await main()) ? 0 : 1;

/** `npm run keys`. Returns whether it did what was asked. */
async function main(): Promise<boolean> {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rotate: { type: 'boolean', default: false },
      drop: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      print: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      file: { type: 'string', default: LOCAL },
    },
  });
  const [change, second] = CHANGES.filter((each) => options[each]);
  if (options.help || second !== undefined) return say(HELP, { isDone: options.help });
  const strangers = positionals.filter((name) => !SECRET_NAMES.some((known) => known === name));
  if (strangers.length > 0) return say(strangers.map(unknown).join('\n'), { isDone: false });
  const names = positionals as SecretName[];
  const present = readSecretsFile(options.file);
  if (change !== undefined && names.length === 0)
    return say(`Name the secrets to ${change}.\n\n${HELP}`, { isDone: false });
  const made =
    change === undefined ? fillMissing(present, names) : changed(present, { names, change, isSure: options.yes });
  if (made === null) return false;
  // Without SITE_URL, the settings are judged as those of a deployment.
  const site = options.file === LOCAL ? { SITE_URL: 'http://127.0.0.1' } : {};
  const problems = await settingsProblems({ ...site, ...present, ...made }, 'localhost');
  if (problems.length > 0) return say(`${problems.join('\n')}\nNothing was written.`, { isDone: false });
  if (options.print) return say(Object.entries(made).map(lineOf).join('\n'), { isDone: true });
  if (Object.keys(made).length > 0) writeSecrets(options.file, made);
  return say(summary(options.file, { made, isNew: names.length === 0 }), { isDone: true });
}

/** Prints to standard error, so that `--print` has standard output for itself. */
function note(sentence: string): void {
  console.error(sentence);
}

function say(text: string, { isDone }: { isDone: boolean }): boolean {
  (isDone ? console.info : console.error)(text);
  return isDone;
}

function unknown(name: string): string {
  const meant = probablyMeant(name);
  return `${name} is not a secret.${meant ? ` It probably means ${meant}.` : ''}`;
}

/** Makes the missing secrets. For a provider's secret, adds an empty line if the file has no line for it. */
function fillMissing(present: NodeJS.Dict<string>, names: readonly SecretName[]): Record<string, string> {
  const wanted = names.length > 0 ? names : SECRET_NAMES;
  const made = fillSecrets(present, wanted);
  const provided = wanted.filter((name) => SECRET_LIVES[name].from !== undefined && !present[name]);
  for (const name of provided) note(`${name} comes from ${SECRET_LIVES[name].from}, and is empty.`);
  const empty = provided.filter((name) => present[name] === undefined);
  return { ...made, ...Object.fromEntries(empty.map((name) => [name, ''])) };
}

function changed(
  present: NodeJS.Dict<string>,
  { names, change, isSure }: { names: readonly SecretName[]; change: Change; isSure: boolean },
): Record<string, string> | null {
  const outcomes = names.map((name) => ({ name, ...changeSecret(name, change, present) }));
  for (const outcome of outcomes) note('problem' in outcome ? outcome.problem : `${outcome.name}: ${outcome.ends}.`);
  if (outcomes.some((outcome) => 'problem' in outcome)) return null;
  if (change === 'replace' && !isSure) {
    note('Nothing was changed. Add --yes to do it.');
    return null;
  }
  return Object.fromEntries(outcomes.map((outcome) => [outcome.name, 'value' in outcome ? outcome.value : '']));
}

/**
 * `isNew`: the file is for a first deployment, so it may have empty lines. In a running deployment, an empty line would
 * clear its secret.
 */
function summary(file: string, { made, isNew }: { made: Readonly<Record<string, string>>; isNew: boolean }): string {
  const names = Object.keys(made).filter((name) => made[name]);
  if (names.length === 0) return `${file} has every secret that can be made.`;
  const next = isNew
    ? 'A first deployment takes it with npm run deploy -- ENVIRONMENT --secrets FILE.'
    : 'A running deployment takes the file at once with npx wrangler secret bulk FILE --env ENVIRONMENT.';
  return [
    `Written to ${file}, which only you may read: ${names.join(', ')}.`,
    ...(file === LOCAL
      ? ['Start again with npm start.']
      : [next, 'Keep a copy where your team keeps passwords, and delete the file.']),
  ].join('\n');
}
