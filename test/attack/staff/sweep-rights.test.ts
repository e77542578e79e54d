import { expect, test } from 'vitest';
import { bodyFor, callOperation, describedOperations, pathFor } from '../../support/worker/operations.ts';
import {
  allRows,
  outsiders,
  PLANTED_NUMBER,
  PLANTED_TEXT,
  plantedFields,
  sweepWorld,
} from '../../support/worker/sweep-world.ts';

/** More than this many calls must succeed. Otherwise the last test proves nothing. */
const FEWEST_DONE = 60;

test('no operation shows or changes other people’s data, whoever calls it', async () => {
  const world = await sweepWorld();
  const callers = await outsiders();
  const before = await allRows();
  const found: string[] = [];
  for (const operation of await describedOperations()) {
    const path = pathFor(operation, world.objectOf);
    const body = operation.schema && JSON.stringify(bodyFor(operation.schema, world.known));
    for (const [who, headers] of Object.entries(callers)) {
      const answer = await callOperation(operation, { path, headers, body });
      const is = `${operation.name} by ${who}: ${answer.status}`;
      const secret = world.secrets.find((text) => answer.text.includes(text));
      if (secret) found.push(`${is} shows ${secret}`);
      if (answer.status >= 500) found.push(`${is} ${answer.text}`);
      if (!mayTry(operation.path, who) && ![401, 403].includes(answer.status))
        found.push(`${is}, and it must be refused`);
    }
  }
  const after = await allRows();
  const victims = [world.deal.buyer, world.deal.seller, world.organizer].map(({ user }) => user.id);
  for (const [at, row] of before) {
    const isTheirs = [...victims, world.deal.id, world.deal.event.id, world.draft.id].some((id) => row.includes(id));
    // The queue may have sent the mail meanwhile.
    const isSent = at.startsWith('outbox ');
    if (isTheirs && !isSent && comparable(after.get(at)) !== comparable(row))
      found.push(`${at} changed from ${row} to ${after.get(at)}`);
  }
  for (const [at, row] of after) {
    const table = at.split(' ')[0]!;
    if (!before.has(at) && !NEW_ROWS_ABOUT_OTHERS.has(table) && victims.some((id) => row.includes(id)))
      found.push(`${at} is new: ${row}`);
  }
  expect(found).toEqual([]);
});

/** Removes the listing count, which the outsiders' own listings change. */
const comparable = (row: string | undefined) => row?.replace(/"listing_count":\d+/, '');

/** The only rows about others that outsiders may add: blocks. */
const NEW_ROWS_ABOUT_OTHERS = new Set(['blocks']);

/** Returns false if the operation must refuse this caller. */
function mayTry(path: string, who: string): boolean {
  if (path.startsWith('/api/admin/')) return who === 'another organizer';
  if (path.startsWith('/api/my/') && path !== '/api/my/news/live') return who !== 'a visitor' && !who.includes('admin');
  return true;
}

const rolesOf = async () =>
  [...(await allRows())]
    .filter(([at]) => at.startsWith('profiles '))
    .map(([, row]) => JSON.parse(row) as { id: string; role: string });

test('no operation writes a field that is missing in its schema', async () => {
  const world = await sweepWorld();
  const planted = await plantedFields();
  const callers = [world.deal.buyer, world.deal.seller, world.organizer, world.admin];
  const roles = new Map((await rolesOf()).map(({ id, role }) => [id, role]));
  const found: string[] = [];
  let done = 0;
  for (const operation of await describedOperations()) {
    if (operation.method === 'GET') continue;
    const path = pathFor(operation, world.objectOf);
    const body = operation.schema ? bodyFor(operation.schema, world.known) : {};
    const grown = Object.fromEntries(
      Object.entries(planted).filter(([name]) => !(name in (operation.schema?.properties ?? {}))),
    );
    for (const { headers } of callers) {
      const sent = JSON.stringify({ ...grown, ...(body as object) });
      const answer = await callOperation(operation, { path, headers, body: sent });
      if (answer.status < 300) done += 1;
      if (answer.status >= 500) found.push(`${operation.name}: ${answer.status} ${answer.text}`);
    }
  }
  for (const [at, row] of await allRows()) {
    if (row.includes(PLANTED_TEXT) || row.includes(String(PLANTED_NUMBER))) found.push(`${at}: ${row}`);
  }
  for (const { id, role } of await rolesOf())
    if (callers.some(({ user }) => user.id === id) && roles.get(id) !== role) found.push(`${id} is ${role} now`);
  expect(found).toEqual([]);
  expect(done).toBeGreaterThan(FEWEST_DONE);
});
