import { KINDS } from './history.ts';
import type { Heap } from '../../support/heap.ts';
import { sayLast } from '../../support/run/last-line.ts';
import { inMegabytes, largestOf, memoryFaults } from './memory.ts';
import type { Reckoning } from './reckon.ts';
import type { Result } from './run-use.ts';
import { LEAST_QUICK, QUICK_MS, quickShares } from './watching-pages.ts';

const MOST_SHOWN = 10;
const percent = (share: number | null) => (share === null ? '-' : `${(100 * share).toFixed(2)} %`);

function shown(heap: Heap | undefined): string {
  if (!heap) return 'not measured';
  const [objects, buffers, webassembly] = [heap.objects, heap.buffers, heap.webassembly].map(inMegabytes);
  return `${objects} of objects, ${buffers} of buffers, ${webassembly} of WebAssembly`;
}

export function faultsOf({ lost, doubled, gaps, broken }: Reckoning): string[] {
  return Object.entries({ lost, doubled, gaps, 'promises broken': broken }).flatMap(([name, [first, ...more]]) =>
    first === undefined ? [] : [`${more.length + 1} ${name} (${first})`],
  );
}

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
  const quick = quickShares(world.waits);
  console.table({
    kills: server.kills,
    'cached pages opened during a stall': world.waits.stalled.length,
    [`of these within ${QUICK_MS} ms`]: percent(quick.stalled),
    'the same without a fault': percent(quick.usual),
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
    'largest heap of the Worker': shown(largestOf(server.heaps)),
    'its heap at the end': shown(server.heaps.at(-1)),
  });
  const refused = writes.filter((write) => write.refused !== null);
  for (const [why, all] of Map.groupBy(refused, (write) => `${write.kind}, ${write.refused}`))
    console.info(`refused ${all.length} times: ${why}`);
  for (const [what, times] of world.broken) console.info(`answered ${times} times: ${what}`);
  const { lost, doubled, gaps, broken } = reckoning;
  for (const [name, sentences] of Object.entries({ lost, doubled, gaps, broken })) {
    for (const sentence of sentences.slice(0, MOST_SHOWN)) console.info(`${name}: ${sentence}`);
  }
  const faults = [
    ...faultsOf(reckoning),
    ...memoryFaults(server.heaps),
    ...(quick.is_too_slow
      ? [`${percent(quick.stalled)} of cached pages were quick during a stall, not ${percent(LEAST_QUICK)}`]
      : []),
    ...(writes.some(({ id }) => id !== null) ? [] : ['nobody got anything acknowledged']),
  ];
  sayLast('soak', { good: '0 lost, 0 doubled, 0 gaps', faults });
}
