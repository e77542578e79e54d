import { applyD1Migrations, listDurableObjectIds, reset, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { restoreVariables } from './variables.ts';

/** Wakes the limiters, because `reset` deletes only the Durable Objects that are awake. The ids of rooms never come back. */
async function wakeLimiters(): Promise<void> {
  const ids = await listDurableObjectIds<undefined>(env.AUTH_LIMITER);
  await Promise.all(ids.map((id) => runInDurableObject(env.AUTH_LIMITER.get(id), () => undefined)));
}

/** Removes all tables and triggers. The database is asleep at times too, and then `reset` leaves its rows. */
async function emptyDatabase(): Promise<void> {
  const { results } = await env.DB.prepare(
    `select type, name from sqlite_master where type in ('trigger', 'table') and name not like 'sqlite_%' and name not like '_cf_%'
    order by type desc`,
  ).all<{ type: string; name: string }>();
  const drops = results.map(({ type, name }) => env.DB.prepare(`drop ${type} "${name}"`));
  if (drops.length > 0) await env.DB.batch([env.DB.prepare('pragma defer_foreign_keys = on'), ...drops]);
}

/** Removes all pictures. `reset` leaves them. */
async function emptyBucket(): Promise<void> {
  const { objects } = await env.IMAGES_BUCKET.list();
  await env.IMAGES_BUCKET.delete(objects.map(({ key }) => key));
}

// The files of a run share one runtime. Each begins with an empty database, empty buckets and new rooms.
restoreVariables();
await wakeLimiters();
await reset();
await emptyDatabase();
await emptyBucket();
await applyD1Migrations(env.DB, env.MIGRATIONS);
