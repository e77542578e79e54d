import { execFileSync } from 'node:child_process';

/**
 * The commit, with the time if there are uncommitted changes. It is part of cache keys, so that two builds never share
 * one.
 */
export function buildId(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .replace('-dirty', `-${Date.now().toString(36)}`);
  } catch {
    return Date.now().toString(36);
  }
}
