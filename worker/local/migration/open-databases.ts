import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import type { LocalD1 } from '../database/migrate.db.ts';
import { closeConnections } from '../platform.ts';
import { guard } from './guard.db.ts';

const SCRIPT = 'export default { fetch: () => new Response(null, { status: 503 }) };';

/** Starts a local D1 with `count` empty databases in memory. `open` returns another one each time. */
export function openDatabases(count: number): { open: () => Promise<LocalD1>; close: () => Promise<void> } {
  const names = Array.from({ length: count }, (_, at) => `DB${at}`);
  const d1Databases = Object.fromEntries(names.map((name) => [name, name]));
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      workers: [{ name: 'guard', modules: true, script: SCRIPT, compatibilityDate: '2026-01-01', d1Databases }],
      cf: false,
      telemetry: { enabled: false },
      log: new Log(LogLevel.WARN),
    }),
  );
  closeConnections(miniflare);
  const open = () => {
    const name = names.pop();
    if (name === undefined) throw new Error(`All ${count} databases are in use.`);
    return miniflare.getD1Database(name);
  };
  return { open, close: () => miniflare.dispose() };
}

export async function guardLocally(of: Parameters<typeof guard>[1]): Promise<string[]> {
  if (of.migrations.every(({ name }) => of.applied.has(name))) return [];
  const { open, close } = openDatabases(2);
  try {
    return await guard(open, of);
  } finally {
    await close();
  }
}
