import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AUDIT_TARGETS } from '../../worker/contract/staff/audit.ts';
import { APPLICATION_QUEUE, WAITLIST_QUEUE } from '../../worker/features/staff/reviews/queues.db.ts';

test('the audit page can filter by each kind of object that the Worker logs', () => {
  const sources = globSync('worker/features/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const logged = sources.flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(/target_type: '(\w+)'/g), ([, target]) => target!),
  );
  const decided = [APPLICATION_QUEUE, WAITLIST_QUEUE].map(({ kind }) => kind);
  expect([...AUDIT_TARGETS].toSorted()).toEqual([...new Set([...logged, ...decided])].toSorted());
});
