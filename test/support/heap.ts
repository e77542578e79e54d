import { setTimeout as sleep } from 'node:timers/promises';

/** The memory that a Worker's isolate keeps after a garbage collection, in bytes. */
export interface Heap {
  objects: number;
  /** The contents of array buffers, and what the runtime keeps for objects. */
  buffers: number;
  /** WebAssembly memories. They never shrink. */
  webassembly: number;
}

const WORKER = 'core:user:vouch';
const POKE_MS = 50;
/** A busy isolate allocates between a collection and its measurement, so the smallest of a few measurements is used. */
const COLLECTIONS = 3;

/** The inspector does not count the memories of WebAssembly, so the isolate lists each new one. */
const LIST_MEMORIES = `(() => {
  if (globalThis.listedMemories) return;
  const listed = (globalThis.listedMemories = []);
  WebAssembly.Instance = class extends WebAssembly.Instance {
    constructor(...given) {
      super(...given);
      for (const each of Object.values(this.exports))
        if (each instanceof WebAssembly.Memory) listed.push(new WeakRef(each));
    }
  };
})()`;
const SUM_MEMORIES = `listedMemories.reduce((sum, each) => sum + (each.deref()?.buffer.byteLength ?? 0), 0)`;

type Call = (method: string, params?: object) => Promise<Record<string, unknown>>;

export const bytesOf = ({ objects, buffers, webassembly }: Heap): number => objects + buffers + webassembly;

/**
 * Measures the memory of the Worker's isolate. `poke` must send an HTTP request, because the isolate collects garbage
 * only between two requests. Call `readHeap` for the first time right after the start of the Worker: WebAssembly
 * memories that already exist then are never counted.
 */
export async function readHeap(inspector: number, poke: () => Promise<unknown>): Promise<Heap> {
  const socket = new WebSocket(`ws://127.0.0.1:${inspector}/${WORKER}`);
  const done = new AbortController();
  void pokeUntil(done.signal, poke);
  try {
    const { call, contextId } = await attach(socket);
    await call('Runtime.evaluate', { contextId, expression: LIST_MEMORIES });
    const heaps: Heap[] = [];
    while (heaps.length < COLLECTIONS) {
      await call('HeapProfiler.collectGarbage');
      const usage = (await call('Runtime.getHeapUsage')) as Record<string, number>;
      const { result } = await call('Runtime.evaluate', { contextId, expression: SUM_MEMORIES });
      heaps.push({
        objects: usage['usedSize']!,
        buffers: usage['embedderHeapUsedSize']! + usage['backingStorageSize']!,
        webassembly: (result as { value: number }).value,
      });
    }
    return heaps.toSorted((one, other) => bytesOf(one) - bytesOf(other))[0]!;
  } finally {
    done.abort();
    socket.close();
  }
}

async function pokeUntil(done: AbortSignal, poke: () => Promise<unknown>): Promise<void> {
  while (!done.aborted) {
    await poke().catch(() => undefined);
    await sleep(POKE_MS);
  }
}

/** Every `call` fails if the runtime ends. */
async function attach(socket: WebSocket): Promise<{ call: Call; contextId: number }> {
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  let contextId = 0;
  const ended = new Promise<never>((_, fail) => {
    socket.addEventListener('close', () => fail(new Error('The inspector closed its connection.')));
  });
  ended.catch(() => undefined);
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, method, params } = JSON.parse(String(data));
    if (method === 'Runtime.executionContextCreated') contextId = params.context.id;
    if (id !== undefined) waiting.get(id)?.(result ?? error);
  });
  await Promise.race([ended, new Promise((open) => socket.addEventListener('open', open))]);
  const call: Call = (method, params = {}) => {
    const id = waiting.size + 1;
    const answered = new Promise<Record<string, unknown>>((done) => waiting.set(id, done));
    socket.send(JSON.stringify({ id, method, params }));
    return Promise.race([answered, ended]);
  };
  await call('Runtime.enable');
  return { call, contextId };
}
