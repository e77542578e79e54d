import { tellEventChanges } from './features/events/tell-event-changes.cron.ts';

/** Tells people what has been decided or changed, once it can no longer be undone. It is safe to run at any time. */
export async function tellPeople(env: Env, now: Date): Promise<void> {
  await tellEventChanges(env, now);
}
