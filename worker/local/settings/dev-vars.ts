import { createPrivateKey, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const FILE = '.dev.vars';

/** Makes each secret that must not be empty. `AUTH_SERVICE_KEY_JWT` is signed with the keys made before it. */
const GENERATORS: Record<string, (made: NodeJS.Dict<string>) => string> = {
  AUTH_JWT_KEYS: signingKeys,
  INGEST_SECRETS: () => `whsec_${randomBytes(32).toString('base64')}`,
  AUTH_PEPPER: () => randomBytes(32).toString('base64url'),
  TICKET_KEYS: () => `1:${randomBytes(32).toString('base64')}`,
  TICKET_CODE_PEPPER: () => randomBytes(32).toString('base64url'),
  STRIPE_SECRET_KEY: () => `sk_test_${randomBytes(24).toString('hex')}`,
  STRIPE_WEBHOOK_SECRET: () => `whsec_${randomBytes(24).toString('hex')}`,
  PASS_KEYS: passKeys,
  VAPID_KEYS: pushKeys,
  AUTH_SERVICE_KEY_JWT: (made) => serviceKey(made['AUTH_JWT_KEYS']!),
};

/**
 * Makes `.dev.vars` from `.dev.vars.example`, or adds to it what it lacks. A secret without a value gets a random one.
 * Returns the values of the file; a variable of the environment replaces the one of the same name.
 */
export function ensureDevVars(): Record<string, string> {
  const example = parseEnv(readFileSync(`${FILE}.example`, 'utf8'));
  const present = existsSync(FILE) ? parseEnv(readFileSync(FILE, 'utf8')) : {};
  const vars: NodeJS.Dict<string> = { ...example, ...present };
  for (const [name, generate] of Object.entries(GENERATORS)) vars[name] ||= generate(vars);
  if (JSON.stringify(vars) !== JSON.stringify(present)) {
    writeFileSync(
      FILE,
      `${Object.entries(vars)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n')}\n`,
      { mode: 0o600 },
    );
  }
  return Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, process.env[name] ?? value ?? '']));
}

function signingKeys(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify({
    keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' }],
  });
}

function pushKeys(): string {
  return JSON.stringify({
    keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })],
  });
}

function passKeys(): string {
  return JSON.stringify({ keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })] });
}

function serviceKey(keySet: string): string {
  const [jwk] = (JSON.parse(keySet) as { keys: (import('node:crypto').JsonWebKey & { kid: string })[] }).keys;
  const header = { alg: 'ES256', typ: 'JWT', kid: jwk!.kid };
  const payload = { iss: 'vouch-local', role: 'service_role', iat: Math.floor(Date.now() / 1000) };
  const signed = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const key = createPrivateKey({ key: jwk!, format: 'jwk' });
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
