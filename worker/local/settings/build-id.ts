import { execFileSync } from 'node:child_process';

/** The id is part of cache keys, so builds of different code do not share cached pages. */
export function buildId(): string {
  const now = Date.now().toString(36);
  return process.env['BUILD_ID'] ?? commit()?.replace('-dirty', `-${now}`) ?? now;
}

/** The commit, which ends with `-dirty` if there are uncommitted changes. Undefined outside of a git checkout. */
export function commit(): string | undefined {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
