const plans = 'worker/features/nights/plans/case.db.ts';
const trade = 'worker/features/trade/offers/case.db.ts';
const people = 'worker/features/people/accounts/case.db.ts';
const http = 'worker/http/answers/case.ts';
const LISTINGS = `import { listings } from '../../../../drizzle/tables/trade/listings.ts';`;
const OUTBOX = `import { outbox } from '../../../../drizzle/tables/talk/outbox.ts';`;
const WAITLIST = `import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';`;
const INSERT_FROM = `import { insertFrom } from '../../../http/database/insert-from.ts';`;

export const FORBIDDEN: Record<string, string[]> = {
  [plans]: [
    // All forms of Drizzle calls that write to a table of another district.
    `${LISTINGS} db.insert(listings).values(row);`,
    `${LISTINGS} db.update(listings).set({ status: 'withdrawn' });`,
    `${LISTINGS} const later = () => [db.delete(listings).where(isIt)];`,
    `${LISTINGS} db['delete'](listings);`,
    `${LISTINGS} db.with(chosen).update(listings).set(fields);`,
    `${LISTINGS} c.get('db').update(listings).set(fields);`,
    `import { listings as sold } from '../../../../drizzle/tables/trade/listings.ts'; db.delete(sold);`,
    `import * as tables from '../../../../drizzle/tables/all-tables.ts'; db.delete(tables.listings);`,
    `import { auditLog } from '../../../../drizzle/tables/staff/audit-log.ts'; db.insert(auditLog).values(entry);`,
    // Functions that write to the table that they get as an argument.
    `${OUTBOX} ${INSERT_FROM} insertFrom(db, outbox, { row, from });`,
    `${OUTBOX} import { insertFrom as add } from '../../../http/database/insert-from.ts'; add(db, outbox, { row, from });`,
    `${INSERT_FROM} const add = (table) => insertFrom(db, table, { row, from });`,
    // Writes whose table cannot be told from the source.
    `${LISTINGS} const all = listings; db.delete(all);`,
    `export const empty = (db, table) => db.delete(table);`,
    `import { listings } from './more-tables.ts'; db.delete(listings);`,
    // SQL in strings and templates.
    `db.run(sql\`update listings set held = 0\`);`,
    `db.run(sql\`UPDATE listings AS l SET held = 0\`);`,
    `${LISTINGS} db.run(sql\`update \${listings} set held = 0\`);`,
    `db.run(sql\`with gone as (select 1) delete from "listings" where held = 0\`);`,
    `db.run(sql\`insert into listings (id) select 1\`);`,
    `db.run(sql\`insert or replace into listings (id) select 1\`);`,
    `db.run(sql\`replace into listings (id) select 1\`);`,
    `db.run(sql.raw('delete from listings'));`,
    `db.run(sql.raw('delete from ' + name));`,
    `db.run(sql.raw('update ' + 'listings' + ' set held = 0'));`,
    `db.run(sql.raw(\`update \${name} set held = 0\`));`,
    `db.run(sql\`delete from no_such_table\`);`,
  ],
  [trade]: [
    `${WAITLIST} db.update(waitlist).set({ missed: 0 });`,
    `queues.map((queue) => db.update(queue.table).set(fields));`,
  ],
  [people]: [
    `${LISTINGS} db.update(listings).set({ status: 'withdrawn' });`,
    `${OUTBOX} import { deleteSome } from '../../../http/database/delete-some.ts'; deleteSome(db, outbox, isOld);`,
    `${OUTBOX} import { rowsOf } from '../../../http/database/rows-of-person.ts'; rowsOf(outbox, outbox.recipient);`,
  ],
  'worker/features/door/door/case.db.ts': [
    `import { problems } from '../../../../drizzle/tables/trade/problems.ts'; db.update(problems);`,
  ],
  'worker/features/staff/reviews/case.db.ts': [`${WAITLIST} db.update(waitlist).set({ status: 'accepted' });`],
  [http]: [`export const empty = (db, table) => db.delete(table);`],
  'worker/case.ts': [`env.DB.prepare('delete from listings').run();`],
  // Triggers of another district.
  'drizzle/triggers/talk/case.ts': [
    `sql\`CREATE TRIGGER t AFTER INSERT ON blocks BEGIN UPDATE listings SET held = 0; END\``,
  ],
  'drizzle/triggers/case.ts': [`sql\`CREATE TRIGGER t AFTER DELETE ON events BEGIN DELETE FROM listings; END\``],
  // Places that do not own the table: a subject of the same district, the parts that districts share, and a room.
  'worker/features/nights/desk/case.db.ts': [`${WAITLIST} db.delete(waitlist);`],
  'worker/features/trade/offers-of-others/case.db.ts': [
    `import { waitlistOffers as o } from 'drizzle/tables/all-tables.ts'; db.delete(o);`,
  ],
  'worker/http/shared/nights/case.ts': [`${LISTINGS} db.delete(listings);`],
  'worker/http/shared/case.ts': [`${LISTINGS} db.delete(listings);`],
  'worker/rooms/case.db.ts': [`${LISTINGS} db.delete(listings);`],
};

export const ALLOWED: Record<string, string[]> = {
  [plans]: [
    `${LISTINGS} db.select().from(listings);`,
    `db.all(sql\`select * from listings where updated_at > 0\`);`,
    `// update listings set held = 0\nexport {};`,
    `const summary = 'Create or update events, or delete them';`,
    `createHash('sha256').update(bytes).digest(); caches.default.delete(key);`,
  ],
  [trade]: [`${LISTINGS} db.update(listings).set(fields);`],
  'worker/features/trade/listings/case.db.ts': [`db.run(sql\`update listings set held = 0\`);`],
  'worker/http/shared/trade/case.ts': [`${LISTINGS} export const end = (db) => db.update(listings).set(fields);`],
  'worker/features/nights/waitlist/case.db.ts': [`${WAITLIST} db.delete(waitlist);`],
  'worker/http/outbox/case.ts': [
    `${OUTBOX} ${INSERT_FROM.replace('../../../http', '..')} insertFrom(db, outbox, { row, from });`,
  ],
  'drizzle/triggers/trade/case.ts': [
    `sql\`CREATE TRIGGER t BEFORE UPDATE OF status ON events BEGIN UPDATE listings SET held = 0; END\``,
  ],
  'worker/features/nights/plans/case.routes.ts': [
    `new Hono().delete('/my/saved', signedIn, handler).delete(path, handler);`,
  ],
  'worker/features/nights/images/case.ts': [`await env.IMAGES_BUCKET.delete(names); known.delete(key);`],
};
