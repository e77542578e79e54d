import { openScratch } from '../../worker/local/backup/open-scratch.ts';
import type { Scratch } from '../../worker/local/backup/places.ts';

/** `id` names a scratch database, which the first call opens. */
interface ScratchCall {
  id: string;
  call: 'raw' | 'run' | 'script' | 'close';
  sql: string;
  values: (string | number | null)[];
}

const opened = new Map<string, Scratch>();

/** Runs the scratch databases of Worker tests in Node, because the Workers runtime has no `node:sqlite`. */
export async function answerSqlite(request: Request): Promise<Response> {
  const { id, call, sql, values } = (await request.json()) as ScratchCall;
  const scratch = opened.get(id) ?? openScratch();
  opened.set(id, scratch);
  try {
    if (call === 'close') {
      await scratch.close();
      opened.delete(id);
    } else if (call === 'script') await scratch.run(sql);
    else if (call === 'run')
      await scratch
        .prepare(sql)
        .bind(...values)
        .run();
    else
      return Response.json(
        await scratch
          .prepare(sql)
          .bind(...values)
          .raw(),
      );
    return Response.json([]);
  } catch (error) {
    return new Response((error as Error).message, { status: 500 });
  }
}
