import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const FILE = '.dev.vars';

/** How each secret that must not be empty is made. */
const GENERATORS: Record<string, () => string> = {
  INGEST_SECRETS: () => `whsec_${randomBytes(32).toString('base64')}`,
};

/**
 * Makes `.dev.vars` from its example, or completes an older one: a secret without a value gets a random one. Returns the variables
 * with those of the environment of the same name in place.
 */
export function ensureDevVars(): Record<string, string> {
  const example = parse(readFileSync(`${FILE}.example`, 'utf8'));
  const present = existsSync(FILE) ? parse(readFileSync(FILE, 'utf8')) : {};
  const vars = Object.fromEntries(
    Object.entries({ ...example, ...present }).map(([name, value]) => [name, value || (GENERATORS[name]?.() ?? '')]),
  );
  if (JSON.stringify(vars) !== JSON.stringify(present)) {
    writeFileSync(
      FILE,
      `${Object.entries(vars)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n')}\n`,
      { mode: 0o600 },
    );
  }
  return Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, process.env[name] ?? value]));
}

function parse(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z_]+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
