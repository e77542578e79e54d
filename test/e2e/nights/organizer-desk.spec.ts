import { pageOf } from '../people.ts';
import { expect, test } from '../test.ts';
import { picture, rowOf, signInAs, toast } from '../admin.ts';
import { confirmPlace, mailText } from '../mailbox.ts';
import { axeFindings } from '../screen-checks.ts';
import { fillPerson, visit } from '../visitor.ts';

// Playwright cannot route the requests of a service worker.
test.use({ serviceWorkers: 'block' });

test('an organizer plans a series, reads the numbers of a night, writes to its waitlist and adds a co-organizer', async ({
  page,
  browser,
}) => {
  const title = `Desk Fridays ${Date.now()}`;
  const guest = `desk-guest-${Date.now()}@vouch.test`;
  await signInAs(page, 'organizer');
  await page.goto('/admin/events');
  await page.getByRole('button', { name: 'New series' }).click();
  const series = page.getByRole('dialog');
  await series.getByLabel('Title').fill(title);
  await series.getByLabel('Venue').selectOption({ index: 1 });
  await series.getByLabel('Start (New York time)').fill('2031-03-09T02:30');
  await series.getByLabel('Until').fill('2031-11-14');
  const poster = { name: 'poster.png', mimeType: 'image/png', buffer: await picture(page, '#e6ff3f') };
  await series.getByLabel('Picture (optional)').setInputFiles({ ...poster, mimeType: 'text/plain' });
  await expect(series.getByRole('alert')).toContainText('This isn’t a picture');
  await series.getByLabel('Picture (optional)').setInputFiles(poster);
  await expect(series.getByRole('figure').first()).toBeVisible();
  await series.getByRole('button', { name: 'Show the dates' }).click();
  await expect(series.getByRole('alert')).toContainText('2:30 AM doesn’t exist that night');
  await series.getByLabel('Start (New York time)').fill('2031-10-24T22:00');
  await series.getByRole('button', { name: 'Show the dates' }).click();
  await expect(series.getByRole('checkbox')).toHaveCount(4);
  await series.getByLabel('Fri, Oct 31, 2031, 10:00 PM').uncheck();
  const created = expect(toast(page)).toContainText('Series created');
  await series.getByRole('button', { name: 'Create 3 nights' }).click();
  await created;

  await page.getByLabel('Search by title').fill(title);
  await expect(rowOf(page, title)).toHaveCount(3);
  await rowOf(page, 'Nov 14')
    .getByRole('link', { name: `Open ${title}` })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.getByRole('link', { name: 'View page' }).click();
  await expect(page.getByRole('link', { name: 'Manage this night' })).toBeVisible();
  await expect(page.locator('main img[src*="/images/"]').first()).toBeVisible();
  const address = new URL(page.url()).pathname;

  const visitor = await pageOf(browser, null);
  await visit(visitor, address);
  await visitor.getByRole('button', { name: 'Join Waitlist' }).first().click();
  await fillPerson(visitor, { 'Full Name': 'A desk guest', 'Email Address': guest });
  await visitor.getByRole('dialog').getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(visitor.getByRole('heading', { name: 'Waitlist Request Submitted' })).toBeVisible();
  await confirmPlace(visitor, guest);

  await page.getByRole('link', { name: 'Manage this night' }).click();
  await page.reload();
  const joins = page.getByRole('slider', { name: 'Waitlist joins' });
  await expect(joins).toHaveAttribute('aria-valuetext', /: 1$/);
  await joins.press('ArrowLeft');
  await expect(joins).toHaveAttribute('aria-valuetext', /: 0$/);
  await expect(page.getByRole('slider', { name: 'Page views' })).toHaveAttribute('aria-valuetext', /: [1-9]\d*$/);
  await page.getByRole('button', { name: 'Write to the waitlist' }).click();
  const write = page.getByRole('dialog');
  await write.getByLabel('Message').fill('Doors open at 9 PM.');
  await write.getByRole('button', { name: 'Preview' }).click();
  await expect(write).toContainText('This goes to 1 person');
  const sent = expect(toast(page)).toContainText('Message sent');
  await write.getByRole('button', { name: 'Send to 1 person' }).click();
  await sent;
  await expect(page.getByRole('region', { name: 'Waitlist messages' })).toContainText('Doors open at 9 PM.');
  expect(await mailText(guest, new RegExp(`^News about ${title}$`))).toContain('Doors open at 9 PM.');
  await expect(page.locator('main')).not.toContainText(guest);
  const guests = page.getByRole('region', { name: 'Guest list' });
  const added = expect(toast(page)).toContainText('Guest list uploaded');
  await guests.getByRole('button', { name: 'Upload CSV' }).click();
  const upload = page.getByRole('dialog');
  const csv = Buffer.from('Name,Places\nGuest one,2\nGuest two,99\nguest ONE,1\n');
  await upload.getByLabel('CSV file').setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: csv });
  await expect(upload).toContainText('1 person to add, 1 skipped, 1 line with a problem');
  await expect(upload).toContainText('Line 3: Places must be a whole number from 1 to 20.');
  await upload.getByRole('button', { name: 'Add 1 person' }).click();
  await added;
  await expect(rowOf(page, 'Guest one')).toContainText('Added');
  const organizers = page.getByRole('region', { name: 'Organizers' });
  const coOrganizer = organizers.getByLabel('Email address of a co-organizer');
  await coOrganizer.fill('student@vouch.test');
  await organizers.getByRole('button', { name: 'Add co-organizer' }).click();
  await expect(organizers).toContainText('No organizer has this address. Ask an admin');
  const named = expect(toast(page)).toContainText('Co-organizer added');
  await coOrganizer.fill('admin@vouch.test');
  await organizers.getByRole('button', { name: 'Add co-organizer' }).click();
  await named;
  await expect(rowOf(page, 'admin@vouch.test')).toContainText('Co-organizer');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    expect(await axeFindings(page)).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
