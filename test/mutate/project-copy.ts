import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { endTree, OWN_TREE } from '../../worker/local/processes/end-tree.ts';
import type { Verdict } from './judge.ts';

/** The default limit of a run, in ms. It is long, because the first run compiles everything. */
const MOST_MS = 10 * 60_000;

export class ProjectCopy {
  private judge: ChildProcess | null = null;
  private readonly changed = new Set<string>();
  private readonly folder: string;
  private readonly log: number;

  constructor(folder: string) {
    this.folder = folder;
    rmSync(folder, { recursive: true, force: true });
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' });
    for (const file of listed.split('\0')) {
      if (file === '' || !existsSync(file)) continue;
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      copyFileSync(file, join(folder, file));
    }
    this.log = openSync(join(folder, 'mutate.log'), 'a');
  }

  write(file: string, source: string): void {
    writeFileSync(join(this.folder, file), source);
    this.changed.add(file);
    if (file.startsWith('drizzle/triggers/')) this.migrate();
  }

  /** Runs test files. If they take longer than `limit` ms, ends their process and returns `late`. */
  async run(tests: readonly string[], limit = MOST_MS): Promise<Verdict | 'late'> {
    const judge = this.judge ?? (await this.start());
    const done = new AbortController();
    const answered = once(judge, 'message', done) as Promise<[Verdict]>;
    const ended = once(judge, 'exit', done).then(() => 'ended' as const);
    // Ignores a rejection of the promise that loses the race.
    for (const each of [answered, ended]) each.catch(() => undefined);
    judge.send({ changed: [...this.changed], tests });
    this.changed.clear();
    const timer = Promise.withResolvers<'late'>();
    const timeout = setTimeout(() => timer.resolve('late'), limit);
    const first = await Promise.race([answered, ended, timer.promise]);
    clearTimeout(timeout);
    done.abort();
    if (first === 'ended')
      throw new Error(`The process that runs the tests has ended. See ${join(this.folder, 'mutate.log')}`);
    if (first === 'late') this.close();
    return first === 'late' ? 'late' : first[0];
  }

  close(): void {
    if (this.judge) void endTree(this.judge);
    this.judge = null;
  }

  /** Writes the migrations again and ends the test process, because it reads the migrations only at its start. */
  private migrate(): void {
    const migrations = join(this.folder, 'migrations');
    rmSync(migrations, { recursive: true });
    cpSync('migrations', migrations, { recursive: true });
    execFileSync(process.execPath, ['worker/local/write-migrations.ts'], {
      cwd: this.folder,
      stdio: ['ignore', this.log, this.log],
    });
    this.close();
  }

  private async start(): Promise<ChildProcess> {
    const judge = fork('test/mutate/judge.ts', {
      cwd: this.folder,
      ...OWN_TREE,
      stdio: ['ignore', this.log, this.log, 'ipc'],
      env: { ...process.env, VITEST: 'true', CLOUDFLARE_CF_FETCH_ENABLED: 'false' },
    });
    this.judge = judge;
    const [first] = (await Promise.race([once(judge, 'message'), once(judge, 'exit')])) as [unknown];
    if (first !== 'ready') throw new Error(`The tests cannot start. See ${join(this.folder, 'mutate.log')}`);
    return judge;
  }
}
