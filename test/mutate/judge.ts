import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';

/** Asks this process to run `tests`. `changed` lists the files that changed since the last `Ask`. */
export interface Ask {
  changed: string[];
  tests: readonly string[];
}

export interface Verdict {
  failed: string[];
  passed: number;
}

// This process runs in a copy of the project (see project-copy.ts). Unchanged modules stay compiled between two `Ask`s.
const vitest = await createVitest('test', { watch: false, project: ['unit', 'worker'], bail: 1, reporters: [{}] });

async function judge({ changed, tests }: Ask): Promise<Verdict> {
  for (const file of changed) vitest.invalidateFile(resolve(file));
  const specifications = await vitest.globTestSpecifications([...tests]);
  const wanted = new Set(specifications.map(({ moduleId }) => moduleId));
  if (wanted.size < tests.length) throw new Error(`Not all of these are test files: ${tests.join(', ')}`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const modules = testModules.filter(({ moduleId }) => wanted.has(moduleId));
  const failed = modules.flatMap((module) => [
    ...[...module.children.allTests('failed')].map(({ name }) => name),
    ...module.errors().map(({ message }) => message),
  ]);
  const passed = modules.reduce((sum, module) => sum + [...module.children.allTests('passed')].length, 0);
  return { failed: [...failed, ...unhandledErrors.map(String)], passed };
}

process.on('message', (ask: Ask) => {
  void judge(ask).then(
    (verdict) => process.send!(verdict),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send!('ready');
