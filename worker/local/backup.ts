import { existsSync } from 'node:fs';
import { backUp } from './backup/backup-deployment.ts';
import { backupFolder } from './backup/backup-folder.ts';
import { showContents, withDeployment } from './backup/command.ts';
import { openScratch } from './backup/open-scratch.ts';
import { commit } from './settings/build-id.ts';

// `npm run backup -- [FOLDER] [--remote staging|production]`
await withDeployment({ name: 'npm run backup', changes: false }, async (deployment, { folder }) => {
  const now = new Date();
  const target = folder ?? `backups/${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
  if (existsSync(`${target}/manifest.json`)) throw new Error(`${target} has a backup already. Name another folder.`);
  const keeping = backupFolder(target);
  showContents(await backUp(deployment, { keeping, now, commit: commit() ?? null, openScratch }));
  console.info(`The backup is in ${target}. It holds everything about everybody: keep it where only you can read it.`);
  return true;
});
