import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { TESTED_SERVER } from '../../support/tested-server.ts';
import { pageOf } from '../people.ts';
import { expect, test } from '../test.ts';
import { newEvent, picture, rowOf, signInAs, toast } from '../admin.ts';
import { confirmPlace, mailText } from '../mailbox.ts';
import { fillPerson, visit } from '../visitor.ts';

// Playwright cannot route the requests of a service worker.
test.use({ serviceWorkers: 'block' });

const NIGHT = { title: 'Lantern Season Opening', slug: 'lantern-season-opening', start: '2031-03-07T22:00' };
const GUEST = { name: 'A season guest', email: 'season-guest@vouch.test' };

test('an admin takes an event from its creation to its last entry in the audit log', async ({ page, browser }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, 'admin');

  const form = await newEvent(page, NIGHT);
  await expect(form.locator('[data-slug]')).toHaveText(`/events/${NIGHT.slug}`);
  await form.getByLabel('Ticket price (optional)').fill('40');
  await form.getByLabel('Published').uncheck();
  await form.getByRole('button', { name: 'Create event' }).click();
  await expect(toast(page)).toContainText('Event created successfully');
  await expect(form).toHaveCount(0);

  const visitor = await pageOf(browser, null);
  await visit(visitor, `/events/${NIGHT.slug}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Event not found');

  await page.goto('/upload-event-images');
  await page.getByLabel('Search by title').fill(NIGHT.title);
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: NIGHT.title }) });
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') }),
  ).toHaveCount(1);
  const poster = { name: 'poster.png', mimeType: 'image/png', buffer: await picture(page, '#e6ff3f') };
  await item.getByLabel(`Image for ${NIGHT.title}`).setInputFiles(poster);
  await expect(item.getByRole('img', { name: `Preview for ${NIGHT.title}` })).toBeVisible();
  await item.getByRole('button', { name: 'Upload' }).click();
  await expect(toast(page)).toContainText(`Image uploaded for ${NIGHT.title}`);
  await expect(item.locator('img')).toHaveAttribute('src', /^\/images\/[0-9a-f]{32}/);

  await page.goto('/admin/events');
  await page.getByLabel('Search by title').fill(NIGHT.title);
  await expect(page.getByRole('row')).toHaveCount(2);
  const published = page.getByRole('switch', { name: `Published: ${NIGHT.title}` });
  await expect(published).not.toBeChecked();
  await published.click();
  await expect(published).toBeChecked();

  await visit(visitor, `/events/${NIGHT.slug}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(NIGHT.title);
  await expect(visitor.locator('main')).toContainText('Friday, March 7, 2031 at 10:00 PM');
  await expect(visitor.locator('main img[src*="/images/"]').first()).toBeVisible();
  await visitor.getByRole('button', { name: 'Join Waitlist' }).first().click();
  await fillPerson(visitor, { 'Full Name': GUEST.name, 'Email Address': GUEST.email });
  await visitor.getByRole('dialog').getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(visitor.getByRole('heading', { name: 'Waitlist Request Submitted' })).toBeVisible();
  await confirmPlace(visitor, GUEST.email);

  await page.goto('/admin/waitlist?status=pending');
  await page.getByLabel('Email begins with').fill(GUEST.email);
  await rowOf(page, GUEST.email).getByRole('button', { name: 'Accept' }).click();
  await expect(toast(page)).toContainText(`${GUEST.name}: accepted`);
  await expect(rowOf(page, GUEST.email)).toHaveCount(0);
  expect(await mailText(GUEST.email, /^You're in: Lantern Season Opening$/)).toContain('you have a place at');

  await page.goto('/admin/events');
  await page.getByLabel('Search by title').fill(NIGHT.title);
  await expect(page.getByRole('row')).toHaveCount(2);
  await rowOf(page, NIGHT.title).getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit event' });
  await edit.getByLabel('Start (New York time)').fill('2031-03-07T23:30');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Event saved');
  await visit(visitor, `/events/${NIGHT.slug}`);
  await expect(visitor.locator('main')).toContainText('Friday, March 7, 2031 at 11:30 PM');

  await page.goto('/admin/waitlist?status=accepted');
  await page.getByLabel('Email begins with').fill(GUEST.email);
  await expect(rowOf(page, GUEST.email)).toBeVisible();
  await expect(page).toHaveURL(/email=/);
  await page.getByRole('button', { name: 'Event All' }).click();
  const events = page.getByRole('dialog', { name: 'Filter by event' });
  await events.getByLabel('Title contains').fill('season open');
  await events.getByRole('button', { name: `${NIGHT.title}, 2031-03-07` }).click();
  await expect(page.getByRole('button', { name: `Event ${NIGHT.title}` })).toBeFocused();
  await expect(page).toHaveURL(/event_id=/);
  await expect(rowOf(page, GUEST.email)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^waitlist-\d{4}-\d{2}-\d{2}\.csv$/);
  const csv = readFileSync(await file.path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toContain(`"${GUEST.name}","${GUEST.email}"`);
  expect(csv).toContain('"accepted"');

  await page.goto('/admin/events');
  await page.getByLabel('Search by title').fill(NIGHT.title);
  await expect(page.getByRole('row')).toHaveCount(2);
  await rowOf(page, NIGHT.title).getByRole('button', { name: 'Delete' }).click();
  const sure = page.getByRole('dialog', { name: 'Delete this event?' });
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, NIGHT.title)).toBeVisible();
  await rowOf(page, NIGHT.title).getByRole('button', { name: 'Delete' }).click();
  await sure.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Event deleted');
  await expect(rowOf(page, NIGHT.title)).toHaveCount(0);
  await visit(visitor, `/events/${NIGHT.slug}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Event not found');
  await visitor.close();

  await page.goto('/admin/audit?action=event.delete');
  const entries = page.getByRole('main').getByRole('listitem').filter({ hasText: 'event.' });
  await entries.filter({ hasText: 'event.delete' }).first().getByRole('button').first().click();
  await expect(page).toHaveURL(/target_id=/);
  await page.getByLabel('Action').fill('');
  await expect(entries.locator('b')).toHaveText([
    'event.delete',
    'event.update',
    'event.update',
    'event.image',
    'event.create',
  ]);
  await page.goto('/admin/audit?target_type=waitlist');
  const decisions = page.getByRole('main').getByRole('listitem').locator('b');
  await expect(decisions.filter({ hasText: 'waitlist.accepted' })).not.toHaveCount(0);
  await expect(decisions.filter({ hasText: 'waitlist.export' })).not.toHaveCount(0);

  const said = execFileSync(process.execPath, ['worker/local/audit-verify.ts'], {
    env: { ...process.env, STATE_DIR: TESTED_SERVER.state },
    encoding: 'utf8',
  });
  expect(said).toMatch(/The audit log is intact: \d+ entries/);
});
