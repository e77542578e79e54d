import { isOtherThanShown } from '../../../contract/nights/events/guarded-edits.ts';
import { HOUR, MINUTE } from '../../../contract/time/durations.ts';
import { log, traceOf } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { tellPagesOf } from '../../../rooms/tell-pages.ts';
import { after, earliest, type StepResult } from '../payments/settle/step.ts';
import { openProvider, type Provider } from '../provider/provider.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { holdSquad } from './hold-squad.db.ts';
import { type AboutSquad, LOOK_AGAIN_MS, settleCard } from './settle-card.ts';
import { endSquad, findSquadOfCard, letSquadSleep, noteSquadFailure, readSquad, writeStep } from './squad.db.ts';

/** The largest number of steps in one run. A squad of eight needs fewer. After the limit, the next run continues. */
const MOST_STEPS = 60;
/** How long a squad waits after its first failure, in ms. */
const FIRST_WAIT_MS = MINUTE / 4;

interface About {
  now: Date;
  provider?: Provider;
}

/**
 * Moves a squad forward until no step is due. Safe to run in parallel. Returns false if the cron job must call this
 * again, for example after a failure of the provider. In quarantine, does nothing and returns false.
 */
export async function settleSquad(
  env: Env,
  id: string,
  { now, provider = openProvider(env) }: About,
): Promise<boolean> {
  const db = openDb(env);
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const found = await readSquad(db, { id, now });
    if (!found) return true;
    if (found.is_quarantined) return false;
    const about = { ...found, env, db, provider, now };
    // A squad is ended before its cards are voided. The owner of a voided card would get no notice of the end.
    if (await endIfOver(about)) continue;
    const { results, error } = await settleCards(about);
    if (results.includes('again')) continue;
    if (error !== null) {
      await postpone(about, error);
      return false;
    }
    const result = await settleWhole(about).catch(async (failure: unknown) => {
      await postpone(about, failure);
      return 'failed' as const;
    });
    if (result === 'failed') return false;
    if (result === 'again') continue;
    const until = earliest(result.until, ...results.map((each) => (each === 'again' ? null : each.until)));
    if (await letSquadSleep(db, { squad: found.squad, until })) return true;
  }
  return false;
}

/** Settles the squad of a card, if it has one. Returns false if this must be tried again. */
export async function settleCardsSquad(env: Env, cardId: string, about: About): Promise<boolean> {
  const id = await findSquadOfCard(openDb(env), cardId);
  return id === null || settleSquad(env, id, about);
}

/** A card that fails does not delay the others. */
async function settleCards(about: AboutSquad): Promise<{ results: StepResult[]; error: unknown }> {
  const results: StepResult[] = [];
  let error: unknown = null;
  for (const held of about.cards) {
    try {
      results.push(await settleCard(about, held));
      // The next step of the squad needs a new snapshot.
      if (results.at(-1) === 'again') break;
    } catch (failure) {
      error = failure;
    }
  }
  return { results, error };
}

async function endIfOver({ squad, event, is_open, has_captain, db, env, now }: AboutSquad): Promise<boolean> {
  if (squad.status !== 'gathering') return false;
  const isOther = !is_open || isOtherThanShown({ promised_start_at: squad.shown_start_at }, event);
  const because = isOther ? 'event' : !has_captain ? 'captain' : squad.pay_by <= now ? 'time' : null;
  if (because === null) return false;
  await writeStep(db, squad, endSquad(db, { id: squad.id, because, now }));
  await env.NOTIFY_QUEUE.send({ pushes: true });
  return true;
}

async function settleWhole(about: AboutSquad): Promise<StepResult> {
  const { squad, cards, db, env, now } = about;
  if (squad.status !== 'gathering') return { until: null };
  const good = cards.filter(({ card }) => card.status === 'authorized' && card.left_at === null);
  // Looks again before the time to pay is over, because the event can be cancelled meanwhile.
  if (good.length < squad.places) return { until: earliest(squad.pay_by, after(now, LOOK_AGAIN_MS)) };
  const held = await holdSquad(db, { ...about, fees: feesOf(env) });
  if (held === null) return 'again';
  await tellPagesOf(env, held.changed);
  await env.NOTIFY_QUEUE.send({ tells: true });
  return 'again';
}

async function postpone({ db, now, squad }: AboutSquad, error: unknown): Promise<void> {
  const wait = after(now, Math.min(FIRST_WAIT_MS * 2 ** squad.failures, HOUR));
  const until = squad.status === 'gathering' && squad.pay_by > now ? earliest(wait, squad.pay_by)! : wait;
  const isOfProvider = error instanceof ProviderError;
  log(isOfProvider ? 'warn' : 'error', 'a squad waits', {
    squad_id: squad.id,
    failures: squad.failures,
    error: isOfProvider ? error.message : traceOf(error),
  });
  await noteSquadFailure(db, { squad, until, error });
}
