import { backupFolder } from './backup/backup-folder.ts';
import { showContents, withDeployment } from './backup/command.ts';
import { openScratch } from './backup/open-scratch.ts';
import { restore } from './backup/restore-deployment.ts';
import { readMigrations } from './migration/files.ts';

// `npm run restore -- FOLDER [--remote staging|production --confirm NAME] [--wipe] [--from ENVIRONMENT]`
await withDeployment({ name: 'npm run restore', changes: true }, async (deployment, { folder, ...called }) => {
  if (folder === undefined) throw new Error('Name the folder of the backup: npm run restore -- backups/<when>');
  const { manifest, notes, differences } = await restore(deployment, {
    keeping: backupFolder(folder),
    wipes: called.wipes,
    from: called.from,
    // The keys of this deployment do not open the files of another one.
    TICKET_KEYS: called.from === undefined ? called.TICKET_KEYS : process.env['TICKET_KEYS'],
    migrations: readMigrations('migrations'),
    openScratch,
  });
  showContents(manifest);
  for (const each of [...notes, ...differences]) console.error(each);
  console.info('This deployment is in quarantine: it sends nothing until an admin releases it at /check.');
  console.info(
    differences.length === 0 ? 'restore: every hash is equal' : `restore: ${differences.length} differences`,
  );
  return differences.length === 0;
});
