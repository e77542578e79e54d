import { accessSync, constants, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';

/** Linux keeps the files of this folder in memory. */
const IN_MEMORY = '/dev/shm';
/** A whole run needs about a fifth of this. */
const NEEDED_BYTES = 1_000_000_000;

/**
 * Makes an empty folder in memory for this checkout and this person. An ended run that could not remove its folder
 * leaves it to the next run. Returns undefined if the system has no such folder or too little memory for it.
 */
export function folderInMemory(): string | undefined {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize < NEEDED_BYTES) return undefined;
    const owner = createHash('sha256').update(`${userInfo().uid} ${resolve('.')}`);
    const folder = join(IN_MEMORY, `vouch-${owner.digest('hex').slice(0, 12)}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  } catch {
    return undefined;
  }
}
