import * as v from 'valibot';
import type { Db } from '../../../context.ts';
import { GUARDED_EDITS } from '../../../contract/nights/events/guarded-edits.ts';
import { type EventOwner, IngestEvent, type IngestResult } from '../../../contract/nights/ingest.ts';
import { fieldsOf } from '../../../http/answers/body.ts';
import { brokenConstraint } from '../../../http/database/constraint.ts';
import { log, traceOf } from '../../../http/log.ts';
import { findKnown } from './find-known.db.ts';
import { writePlan } from './ingest.db.ts';
import { mayName } from './owner.rules.ts';
import { planIngest, type Item } from './ingest.rules.ts';
import { inGroups } from './ingest-groups.rules.ts';

/**
 * If several deliveries change an event at the same time, one of them succeeds in each attempt. So ten attempts are
 * enough for ten deliveries.
 */
const ATTEMPTS = 10;
/**
 * A batch that breaks a constraint is halved until the event at fault is alone. More failed batches than this mean that
 * the fault is ours.
 */
const MAX_FAILED_BATCHES = 60;

const SOURCE_TAKEN = 'source belongs to another sender. Leave it out, or use your own.';
const FOREIGN_SOURCE: IngestResult = { error: SOURCE_TAKEN, fields: { source: SOURCE_TAKEN } };

interface Run {
  db: Db;
  now: Date;
  owner: EventOwner;
  results: IngestResult[];
  failed_batches: number;
}

/** Each event succeeds or fails on its own. Returns the results in the order of `sent`. */
export async function storeEvents(
  db: Db,
  { sent, owner, now }: { sent: readonly unknown[]; owner: EventOwner; now: Date },
): Promise<IngestResult[]> {
  const run: Run = { db, now, owner, results: [], failed_batches: 0 };
  const items: Item[] = [];
  sent.forEach((given, at) => {
    const parsed = v.safeParse(IngestEvent, given);
    if (!parsed.success) run.results[at] = refusal(parsed.issues);
    else if (owner.source === null && !mayName(owner, parsed.output.source)) run.results[at] = FOREIGN_SOURCE;
    else items.push({ at, event: { ...parsed.output, source: owner.source ?? parsed.output.source } });
  });
  for (const group of inGroups(items)) await store(run, group);
  return run.results;
}

async function store(run: Run, items: readonly Item[]): Promise<void> {
  let pending = items;
  for (let attempt = 0; attempt < ATTEMPTS && pending.length > 0; attempt++) {
    const { db, now, owner } = run;
    const plan = planIngest({ items: pending, known: await findKnown(db, pending), owner, now });
    for (const { at, edit } of plan.guarded) run.results[at] = { error: GUARDED_EDITS[edit] };
    for (const at of plan.forbidden)
      run.results[at] = {
        error: 'This event belongs to another sender, so you can’t change it. Send your own event under another id.',
      };
    const written = await writePlan(db, { plan, now }).catch((error: unknown) => {
      if (!brokenConstraint(error) || ++run.failed_batches > MAX_FAILED_BATCHES) throw error;
      log('error', 'an ingested event broke a constraint', { events: pending.length, error: traceOf(error) });
      return null;
    });
    if (written === null) return storeHalves(run, pending);
    for (const { id, exists, items: places } of plan.events) {
      const slug = written.get(id);
      if (slug === undefined) continue;
      places.forEach(
        (at, turn) => (run.results[at] = { action: turn === 0 && !exists ? 'created' : 'updated', id, slug }),
      );
    }
    pending = pending.filter(({ at }) => run.results[at] === undefined);
  }
  for (const { at } of pending) run.results[at] = { error: 'Another delivery was changing this event. Send it again.' };
}

async function storeHalves(run: Run, items: readonly Item[]): Promise<void> {
  if (items.length === 1) {
    run.results[items[0]!.at] = { error: 'This event can’t be stored.' };
    return;
  }
  const middle = Math.ceil(items.length / 2);
  await store(run, items.slice(0, middle));
  await store(run, items.slice(middle));
}

function refusal(issues: readonly v.BaseIssue<unknown>[]): IngestResult {
  const fields = fieldsOf(issues);
  return { error: Object.values(fields).join(' '), fields };
}
