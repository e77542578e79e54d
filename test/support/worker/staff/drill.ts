import { env, exports } from 'cloudflare:workers';
import { backUp } from '../../../../worker/local/backup/backup-deployment.ts';
import type { Deployment, Keeping } from '../../../../worker/local/backup/places.ts';
import { restore, type Restoring } from '../../../../worker/local/backup/restore-deployment.ts';
import { openScratch } from '../scratch.ts';

export const NOW = new Date('2031-05-06T04:00:00Z');

export const call = (
  path: string,
  { key = env.AUTH_SERVICE_KEY_JWT, ...init }: { key?: string; method?: string; body?: string } = {},
) =>
  exports.default.fetch(`http://vouch.test${path}`, {
    ...init,
    headers: { 'Content-Type': 'application/json', ...(key === '' ? {} : { Authorization: `Bearer ${key}` }) },
  });

export const here: Deployment = {
  environment: 'local',
  database: env.DB,
  buckets: { IMAGES_BUCKET: env.IMAGES_BUCKET, TICKETS_BUCKET: env.TICKETS_BUCKET },
  call,
} as unknown as Deployment;

export function inMemory(): Keeping & { files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  const textOf = (name: string) => new TextDecoder().decode(files.get(name));
  return {
    files,
    append: async (name, text) => void files.set(name, new TextEncoder().encode(textOf(name) + text)),
    write: async (name, bytes) => void files.set(name, bytes),
    read: async (name) => {
      const bytes = files.get(name);
      if (!bytes) throw new Error(`There is no file ${name}.`);
      return bytes;
    },
    lines: async function* lines(name) {
      yield* textOf(name).split('\n').slice(0, -1);
    },
  };
}

export const migrations = env.MIGRATIONS.map(({ name, queries }) => ({ name, sql: queries.join(';\n') }));
export const backedUp = (keeping: Keeping) => backUp(here, { keeping, now: NOW, commit: 'abc1234', openScratch });
export const restored = (keeping: Keeping, over: Partial<Restoring> = {}) =>
  restore(here, { keeping, wipes: true, TICKET_KEYS: env.TICKET_KEYS, migrations, openScratch, ...over });
