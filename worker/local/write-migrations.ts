import { thawed } from './migration/files.ts';
import { writeNext } from './migration/write-next.ts';

// `npm run migrations -- what-changes` writes migrations for the changes to tables, triggers and seeded rows that have
// no migration yet.
const [title = 'change'] = process.argv.slice(2);
const edited = thawed('migrations').filter((problem) => !problem.includes('is not frozen'));
if (edited.length > 0) {
  console.error(edited.join('\n'));
  process.exit(1);
}
const written = await writeNext('migrations', title);
console.info(written.length > 0 ? `Wrote ${written.join(' and ')}` : 'The migrations are complete.');
