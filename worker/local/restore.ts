import { backUp, NOWHERE, restore } from './backup/backup-deployment.ts';
import { backupFolder } from './backup/backup-folder.ts';
import { showManifest, withDeployment } from './backup/command.ts';
import { differencesOf } from './backup/manifest.ts';

// `npm run restore -- FOLDER [--remote staging|production] [--wipe]`
await withDeployment(async (deployment, { folder, wipes }) => {
  if (folder === undefined) throw new Error('Name the folder of the backup: npm run restore -- backups/<when>');
  const manifest = await restore(deployment, { keeping: backupFolder(folder), wipes });
  const found = await backUp(deployment, { keeping: NOWHERE, now: new Date() });
  showManifest(found);
  const differences = differencesOf(manifest, found);
  for (const difference of differences) console.error(difference);
  console.info(
    differences.length === 0 ? 'restore: every hash is equal' : `restore: ${differences.length} differences`,
  );
  return differences.length === 0;
});
