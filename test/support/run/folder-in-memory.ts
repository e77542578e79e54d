import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux keeps the files of this folder in memory. */
const IN_MEMORY = '/dev/shm';
/** A run of all tests needs about a fifth of this. */
const NEEDED_BYTES = 1_000_000_000;
/** The name of a folder contains the id of the process that uses it. */
const OWN = /^vouch-(\d+)-/;

/**
 * Makes a folder in memory for this process, and removes the folders of ended processes. Returns undefined if the
 * system has no such folder or too little memory.
 */
export function folderInMemory(): string | undefined {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    for (const name of readdirSync(IN_MEMORY)) {
      const id = OWN.exec(name)?.[1];
      if (id !== undefined && hasEnded(Number(id))) removeFolder(join(IN_MEMORY, name));
    }
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize < NEEDED_BYTES ? undefined : mkdtempSync(join(IN_MEMORY, `vouch-${process.pid}-`));
  } catch {
    return undefined;
  }
}

/** Tries to remove a folder. This can fail if another user owns the folder, or a process still writes in it. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // The next test run tries again.
  }
}

function hasEnded(id: number): boolean {
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
