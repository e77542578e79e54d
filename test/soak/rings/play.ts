import { judge, type Verdict } from './judge.ts';
import { takeNote } from './notes.ts';
import { cron } from './serve.ts';
import { type Step, take } from './steps.ts';
import { rest } from './waiting.ts';
import { makeWorld, rows } from './world.ts';
import { RING } from './names.ts';

/** Plays a history and judges the result at least forty days after the event, or at once if no money can move. */
export async function play(history: readonly Step[]): Promise<Verdict> {
  const world = await makeWorld();
  for (const step of history) {
    await take(world, step);
    takeNote(world);
  }
  // If no card was authorized or charged, nothing can happen to anybody's money any more.
  const [paid] = rows(
    world,
    "SELECT 1 FROM payments WHERE status IN ('authorized', 'captured') AND intent_id LIKE 'pi_fake%'",
  );
  if (!paid) return judge(world);
  await rest(world);
  // Ring members who deleted their account get a new one, because only debts of existing accounts count.
  for (const who of RING) await take(world, { do: 'return', who });
  await cron(world.env);
  takeNote(world);
  return judge(world);
}

export const isBad = ({ gained_cents, lost }: Verdict): boolean => gained_cents > 0 || lost.length > 0;

/** Returns the kind of a verdict, without amounts, because a shorter history may lead to other amounts. */
const about = ({ gained_cents, lost }: Verdict): string =>
  gained_cents > 0 ? 'gained' : lost.map((text) => text.replaceAll(/[\d.,]+/g, '')).join();

/** Leaves out one step at a time until every remaining step is needed for a verdict of the same kind. */
export async function shrink(
  history: readonly Step[],
  verdict: Verdict,
): Promise<{ history: readonly Step[]; verdict: Verdict }> {
  let [best, found] = [history, verdict];
  for (let at = best.length - 1; at >= 0; at--) {
    const shorter = best.filter((_, index) => index !== at);
    const now = await play(shorter);
    if (!isBad(now) || about(now) !== about(found)) continue;
    [best, found] = [shorter, now];
    at = best.length;
  }
  return { history: best, verdict: found };
}
