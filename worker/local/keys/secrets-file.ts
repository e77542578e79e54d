import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

export const readSecretsFile = (file: string): Record<string, string | undefined> =>
  existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};

/** The form that `.dev.vars`, `--secrets FILE` and `wrangler secret bulk` take. */
export const lineOf = ([name, value]: [string, string | undefined]): string => `${name}=${value ?? ''}`;

/**
 * Writes the changed secrets and keeps all other lines. Only the owner may read the file. The file is always complete,
 * so a crash loses no key.
 */
export function writeSecrets(file: string, changed: Readonly<Record<string, string | undefined>>): void {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const others = lines.filter((line) => line !== '' && !((/^([A-Za-z_]\w*)=/.exec(line)?.[1] ?? '') in changed));
  const draft = `${file}.new`;
  writeFileSync(draft, `${[...others, ...Object.entries(changed).map(lineOf)].join('\n')}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}
