import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openLocalDatabase } from '../../../worker/local/database/local.db.ts';
import { endTree, OWN_TREE } from '../../../worker/local/processes/end-tree.ts';
import {
  HANDOVER_KINDS,
  HANDOVER_STATUSES,
  FILE_TYPES,
  PROBLEM_STATUSES,
} from '../../../drizzle/handover-vocabulary.ts';
import {
  LAUNCH_FEATURES,
  PAYMENT_STATUSES,
  PAYOUT_STATUSES,
  TICKET_REQUEST_STATUSES,
} from '../../../drizzle/vocabulary.ts';
import { firstOfFreePorts } from '../../support/free-ports.ts';
import { DEMO_STATE, PORTS_OF_A_SERVER } from '../../support/tested-server.ts';
import { picture } from '../admin.ts';
import { pageOf, tokensOf } from '../people.ts';
import { axeFindings } from '../screen-checks.ts';
import { type Browser, expect, type Page, test } from '../test.ts';

const READY_MS = 600_000;

let demo: ChildProcess;
let origin: string;

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(READY_MS);
  const port = await firstOfFreePorts(PORTS_OF_A_SERVER, 'demo');
  origin = `http://127.0.0.1:${port}`;
  const args = ['worker/local/demo.ts', '--built'];
  const env = { ...process.env, PORT: String(port), STATE_DIR: DEMO_STATE };
  demo = spawn(process.execPath, args, { ...OWN_TREE, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const options = { signal: AbortSignal.timeout(READY_MS) };
  const [first] = (await Promise.race([once(demo, 'message', options), once(demo, 'exit', options)])) as [unknown];
  expect(first).toBe('ready');
});
test.afterAll(() => endTree(demo, 'SIGTERM'));

function stored(sql: string): unknown[] {
  process.env['STATE_DIR'] = DEMO_STATE;
  const database = openLocalDatabase();
  try {
    return database
      .prepare(sql)
      .all()
      .flatMap((row) => Object.values(row));
  } finally {
    database.close();
  }
}

const among = (sql: string) => new Set(stored(sql));
const all = (words: readonly string[]) => new Set<unknown>(words);

async function screenOf(browser: Browser, name: string, path: string): Promise<Page> {
  const api = await browser.newContext({ baseURL: origin });
  const page = await pageOf(browser, await tokensOf(api.request, `${name}@vouch.test`, 'vouch-local-only'));
  await api.close();
  await page.goto(origin + path);
  return page;
}

test('a demo has every launch switch on, and a sale, a problem and a payout in every state', () => {
  expect(among('select feature from launch_switches where is_on = 1')).toEqual(all(LAUNCH_FEATURES));
  expect(among('select distinct status from ticket_requests')).toEqual(all(TICKET_REQUEST_STATUSES));
  expect(among('select distinct status from payments')).toEqual(all(PAYMENT_STATUSES));
  expect(among('select distinct status from handovers')).toEqual(all(HANDOVER_STATUSES));
  expect(among('select distinct status from problems')).toEqual(all(PROBLEM_STATUSES));
  expect(among('select distinct status from payouts')).toEqual(all(PAYOUT_STATUSES));
  const onSale = `listings where status = 'active' and handover_kind is not null`;
  expect(among(`select distinct handover_kind from ${onSale}`)).toEqual(all(HANDOVER_KINDS));
  expect(
    among(`select distinct media_type from listing_tickets join ticket_files on ticket_files.id = file_id
    where request_id is null and freed_at is null`),
  ).toEqual(all(FILE_TYPES));
});

const shoot = async (page: Page, name: string) => {
  if (!process.env['SHOTS']) return;
  for (const [width, height] of [
    [1280, 800],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `.artifacts/shots/demo-${name}-${width}.png`, fullPage: true });
  }
};

test('the screens of a demo are full: the demo card, the money desk, payouts, tickets, the door and the chat', async ({
  browser,
}) => {
  const admin = await screenOf(browser, 'admin', '/check');
  await expect(admin.getByRole('region', { name: 'This is a demo' }).getByRole('listitem')).toHaveCount(9);
  expect(await axeFindings(admin)).toEqual([]);
  await shoot(admin, 'check');
  await admin.goto(`${origin}/admin/money`);
  await expect(admin.getByText('The transfer never arrived.').first()).toBeVisible();
  await shoot(admin, 'money');
  await admin.context().close();

  const seller = await screenOf(browser, 'seller', '/payouts');
  for (const word of ['On its way', 'Ready', 'Waiting', 'Paid', 'Taken back', 'Frozen'])
    await expect(seller.getByText(word, { exact: true }).first()).toBeVisible();
  await shoot(seller, 'payouts');
  await seller.goto(`${origin}/my-tickets`);
  await seller
    .getByRole('button', { name: /^I sent the tickets/ })
    .first()
    .click();
  const sent = seller.getByRole('dialog', { name: 'Did you send the tickets?' });
  await sent.getByLabel('A screenshot or photo that shows the transfer').setInputFiles({
    name: 'sent.png',
    mimeType: 'image/png',
    buffer: await picture(seller, '#e6ff3f'),
  });
  await shoot(seller, 'sent');
  await sent.getByRole('button', { name: 'I sent the tickets' }).click();
  await expect(seller.getByText('Tickets sent', { exact: true })).toBeVisible();
  await seller
    .getByRole('button', { name: /^The name is on the list/ })
    .first()
    .click();
  await seller
    .getByRole('dialog', { name: 'Is the name on the list?' })
    .getByRole('button', { name: 'The name is on the list' })
    .click();
  await expect(seller.getByText('Name on the list', { exact: true })).toBeVisible();
  await seller.context().close();

  const student = await screenOf(browser, 'student', '/my-tickets');
  await expect(student.getByRole('listitem').filter({ hasText: 'Not paid yet' })).toHaveCount(1);
  await shoot(student, 'my-tickets');
  await student.goto(`${origin}/events/lantern-hour`);
  await expect(student.getByText('The red lamp is real and everyone looks amazing in it.')).toBeVisible();
  await shoot(student, 'event');
  await student.context().close();

  const door = await screenOf(browser, 'door', '/live');
  await door.getByRole('link', { name: 'Open the door of Lantern Hour' }).click();
  await expect(door.getByText(/^1\d inside of \d+$/)).toBeVisible();
  await expect(door.getByRole('region', { name: 'Let in twice' }).getByRole('listitem')).toHaveCount(1);
  await shoot(door, 'door');
  await door.context().close();
});
