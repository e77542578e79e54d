import { KINDS, type Write } from './history.ts';
import { sayLast } from '../../support/run/last-line.ts';
import { growthOf, MOST_GROWTH } from './memory.ts';
import type { Result } from './run-use.ts';

/** How often each reason was given. */
function refusals(writes: readonly Write[]): Map<string, number> {
  const reasons = new Map<string, number>();
  for (const { kind, refused } of writes) {
    if (refused !== null) reasons.set(`${kind}, ${refused}`, (reasons.get(`${kind}, ${refused}`) ?? 0) + 1);
  }
  return reasons;
}

const MOST_SHOWN = 10;
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;

/** Prints what happened and what is wrong, and sets the exit code. */
export function showResult({ world, server, stored, reckoning }: Result): void {
  const { history, outside } = world;
  const writes = [...history.writes.values()];
  const rows = KINDS.map((kind) => {
    const own = writes.filter((write) => write.kind === kind);
    return {
      what: kind,
      tried: own.length,
      acknowledged: own.filter(({ id }) => id !== null).length,
      refused: own.filter(({ refused }) => refused !== null).length,
      'sent again': own.filter(({ tries }) => tries > 1).length,
      stored: stored.rows[kind].length,
    };
  });
  console.table(rows);
  const growth = growthOf(server.samples);
  const isLean = growth === null || growth.ratio <= MOST_GROWTH;
  console.table({
    kills: server.kills,
    'requests answered': world.answered,
    'requests without an answer': world.unanswered,
    'calls to services outside': outside.asked,
    'of these failed or late': outside.failed,
    'mails and text messages': stored.sent_ids.length,
    'moves of requests and listings': history.moves.filter(({ acknowledged }) => acknowledged).length,
    'tickets sold': stored.requests
      .filter(({ status }) => status === 'accepted')
      .reduce((sum, { quantity }) => sum + quantity, 0),
    'ledger less provider, cents': stored.ledger_cents - stored.provider_cents,
    'memory, plateau': growth ? megabytes(growth.plateau) : 'the last life was too short',
    'memory, peak': growth ? `${megabytes(growth.peak)}, ${growth.ratio.toFixed(2)} times the plateau` : '-',
  });
  for (const [why, times] of refusals(writes)) console.info(`refused ${times} times: ${why}`);
  for (const [what, times] of world.broken) console.info(`answered ${times} times: ${what}`);
  const { lost, doubled, gaps, broken } = reckoning;
  for (const [name, sentences] of Object.entries({ lost, doubled, gaps, broken })) {
    for (const sentence of sentences.slice(0, MOST_SHOWN)) console.info(`${name}: ${sentence}`);
  }
  const counts = [`${lost.length} lost`, `${doubled.length} doubled`, `${gaps.length} gaps`];
  const faults = [
    ...counts.filter((count) => !count.startsWith('0 ')),
    ...(broken.length > 0 ? [`${broken.length} promises broken`] : []),
    ...(isLean ? [] : [`memory grew to ${growth.ratio.toFixed(2)} times its plateau`]),
    ...(writes.some(({ id }) => id !== null) ? [] : ['nobody got anything acknowledged']),
  ];
  sayLast('soak', { good: counts.join(', '), faults });
}
