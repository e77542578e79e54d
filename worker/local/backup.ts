import { existsSync } from 'node:fs';
import { backUp } from './backup/backup-deployment.ts';
import { backupFolder } from './backup/backup-folder.ts';
import { showManifest, withDeployment } from './backup/command.ts';

// `npm run backup -- [FOLDER] [--remote staging|production]`
await withDeployment(async (deployment, { folder }) => {
  const now = new Date();
  const target = folder ?? `backups/${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
  if (existsSync(`${target}/manifest.json`)) throw new Error(`${target} has a backup already. Name another folder.`);
  showManifest(await backUp(deployment, { keeping: backupFolder(target), now }));
  console.info(`The backup is in ${target}. It holds everything about everybody: keep it where only you can read it.`);
  return true;
});
