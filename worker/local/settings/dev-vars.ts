import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { fillSecrets } from '../keys/change-secrets.ts';
import { writeSecrets } from '../keys/secrets-file.ts';

const FILE = '.dev.vars';

/** Secrets that a real provider gives out. A local run makes random ones and shares them with its fake provider. */
const OF_THE_FAKE = {
  STRIPE_SECRET_KEY: () => `sk_test_${randomBytes(24).toString('hex')}`,
  STRIPE_WEBHOOK_SECRET: () => `whsec_${randomBytes(24).toString('hex')}`,
};

/** Creates or completes `.dev.vars`. Returns its values. Environment variables override values of the same name. */
export function ensureDevVars(): Record<string, string> {
  const example = parseEnv(readFileSync(`${FILE}.example`, 'utf8'));
  const present = existsSync(FILE) ? parseEnv(readFileSync(FILE, 'utf8')) : {};
  const vars: NodeJS.Dict<string> = { ...example, ...present };
  for (const [name, make] of Object.entries(OF_THE_FAKE)) vars[name] ||= make();
  Object.assign(vars, fillSecrets(vars));
  const changed = Object.fromEntries(Object.entries(vars).filter(([name, value]) => present[name] !== value));
  if (Object.keys(changed).length > 0) writeSecrets(FILE, changed);
  return Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, process.env[name] ?? value ?? '']));
}
