import { expect, type Page, test } from '../test.ts';
import { localRows } from '../../support/local-rows.ts';
import { newEvent, picture, rowOf, signInAs, toast } from '../admin.ts';

// Playwright cannot route the requests of a service worker.
test.use({ serviceWorkers: 'block' });

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, 'admin');
});

async function create(page: Page, event: { title: string; start: string }): Promise<void> {
  const form = await newEvent(page, event);
  await form.getByRole('button', { name: 'Create event' }).click();
  await expect(toast(page)).toContainText('Event created successfully');
  await page.getByLabel('Search by title').fill(event.title);
  // Two rows, the heading and the event, mean that the list was reloaded. So no row moves under the next click.
  await expect(page.getByRole('row')).toHaveCount(2);
}

test('the event form names each wrong field', async ({ page }) => {
  await page.goto('/admin/events');
  await page.getByRole('button', { name: 'New event' }).click();
  const form = page.getByRole('dialog', { name: 'New event' });
  await expect(form.getByLabel('Age policy')).toHaveValue('18+');
  await expect(form.getByLabel('Age policy').getByRole('option')).toHaveText(['18+', '21+', 'All Ages']);
  await form.getByLabel('Or image URL (optional)').fill('poster.jpg');
  await form.getByRole('button', { name: 'Create event' }).click();
  await expect(form.getByRole('alert')).toHaveText([
    'Give the night a title.',
    'Pick a venue.',
    'Enter when it starts.',
    'The image address must be a URL.',
  ]);
  await expect(form.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(form).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New event' })).toBeFocused();

  const message = 'Tickets for this night are held, requested or sold. Settle them first, or unpublish the night.';
  await page.route('**/api/admin/events/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 409, json: { error: { code: 'event.has_tickets', message, request_id: 'r' } } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Error');
  await expect(toast(page)).toContainText(message);

  const event = { title: 'Weekly Copy Night', start: '2031-03-21T22:00' };
  await create(page, event);
  await rowOf(page, event.title).getByRole('button', { name: 'Duplicate' }).click();
  const copy = page.getByRole('dialog', { name: 'Edit event' });
  await expect(copy.getByLabel('Start (New York time)')).toHaveValue('2031-03-28T22:00');
  await expect(copy.getByLabel('Published')).not.toBeChecked();
});

test('an admin who saves after somebody else has saved sees both versions and chooses one', async ({
  page,
  context,
}) => {
  const event = { title: 'Night of Two Hands', start: '2031-03-14T22:00' };
  await create(page, event);
  const open = async (one: Page) => {
    await rowOf(one, event.title)
      .getByRole('button', { name: `Edit ${event.title}` })
      .click();
    return one.getByRole('dialog', { name: 'Edit event' });
  };
  const other = await context.newPage();
  const saveElsewhere = async (words: string) => {
    await other.goto('/admin/events?q=Two+Hands');
    await expect(other.getByRole('row')).toHaveCount(2);
    const theirs = await open(other);
    await theirs.getByLabel('Description (optional)').fill(words);
    await theirs.getByRole('button', { name: 'Save' }).click();
    await expect(toast(other)).toContainText('Event saved');
  };

  const mine = await open(page);
  const words = mine.getByLabel('Description (optional)');
  const save = mine.getByRole('button', { name: 'Save', exact: true });
  await words.fill('My words');
  await saveElsewhere('Their words');
  await save.click();
  await expect(mine.getByRole('row', { name: 'Description Their words My words' })).toBeVisible();
  await mine.getByRole('button', { name: 'Take the saved version' }).click();
  await expect(words).toHaveValue('Their words');

  await words.fill('My better words');
  await saveElsewhere('Their last words');
  await save.click();
  await expect(mine.getByRole('row', { name: 'Description Their last words My better words' })).toBeVisible();
  await page.route(/\/api\/admin\/events\?/, async (route) => {
    await new Promise((next) => setTimeout(next, 500));
    await route.continue();
  });
  await mine.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(toast(page)).toContainText('Event saved');
  await expect(await open(page).then((form) => form.getByLabel('Description (optional)'))).toHaveValue(
    'My better words',
  );
  await other.close();
});

test('an admin can create, edit and delete a club', async ({ page }) => {
  await page.goto('/admin/clubs');
  await page.getByRole('button', { name: 'New club' }).click();
  const form = page.getByRole('dialog', { name: 'New club' });
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
  await form.getByLabel('Instagram Handle').fill('@chess@bu');
  await expect(form.getByLabel('Instagram Handle')).toHaveValue('chessbu');
  await form.getByLabel('Name').fill('Chess Society');
  await form.getByLabel('Email').fill('chess');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toHaveText('Invalid email format');
  await form.getByLabel('Email').fill('chess@clubs.test');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(rowOf(page, 'Chess Society')).toContainText('active');

  await rowOf(page, 'Chess Society').getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit club' });
  await edit.getByLabel('Status').selectOption('inactive');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Chess Society')).toContainText('inactive');
  await rowOf(page, 'Chess Society').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Club deleted');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rowOf(page, 'Chess Society')).toHaveCount(0);

  await page.route('**/api/admin/clubs?*', (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'server.unexpected', message: 'Something broke on our side.', request_id: 'r' } },
    }),
  );
  await page.goto('/admin/clubs?q=x');
  await expect(page.getByRole('alert')).toContainText('Something broke on our side.');
  await expect(page.getByRole('alert')).toHaveCSS('color', 'rgb(163, 49, 15)');
});

test('the picture upload refuses a missing file, a CSV file and an SVG file named poster.png', async ({ page }) => {
  await page.goto('/upload-event-images');
  await page.getByRole('tab', { name: 'Venues' }).click();
  const item = page.getByRole('tabpanel').getByRole('listitem').last();
  const title = await item.getByRole('heading').innerText();
  await item.getByRole('button', { name: 'Upload' }).click();
  await expect(toast(page)).toContainText('No file selected');
  await expect(toast(page)).toContainText('Please select an image to upload');
  const input = item.locator('input[type=file]');
  await input.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') });
  await expect(toast(page)).toContainText('No file selected');

  await input.setInputFiles({
    name: 'poster.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await item.getByRole('button', { name: 'Upload' }).click();
  await expect(toast(page)).toContainText('Upload failed');
  await expect(toast(page)).toContainText('Please select an image to upload');

  const drawn = (await picture(page, '#63e6a1')).toString('base64');
  const dropped = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    transfer.items.add(new File([bytes], 'venue.png', { type: 'image/png' }));
    return transfer;
  }, drawn);
  await item.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(item).toContainText('venue.png');
  await item.getByRole('button', { name: 'Upload' }).click();
  await expect(toast(page)).toContainText(new RegExp(`Image uploaded for ${title}`, 'i'));
});

test('the webhook tester sends only valid JSON and lists each delivery', async ({ page }) => {
  await page.goto('/admin/webhook-test');
  // Events that this person sends always get this source. Other tests also send events as this person.
  const source = 'organizer:00000000-0000-4000-8000-000000000001';
  const good = 'select count(*) as before from ingest_deliveries where source = ? and status < 400 and failed = 0';
  const [{ before }] = (await localRows(good, source)) as [{ before: number }];
  const json = page.getByLabel('Delivery (JSON)');
  const send = page.getByRole('button', { name: 'Send' });
  const sample = JSON.parse(await json.inputValue()) as Record<string, unknown>;
  expect(Date.parse(sample['end_at'] as string) - Date.parse(sample['start_at'] as string)).toBe(4 * 3_600_000);
  await json.fill('{"event_name": ');
  await expect(page.getByRole('alert')).toContainText('This isn’t valid JSON');
  await expect(send).toBeDisabled();
  await json.fill(JSON.stringify({ ...sample, source: 'refusals-spec', event_name: '' }));
  await expect(page.getByRole('alert')).toContainText('event_name is required.');
  await json.fill(JSON.stringify({ ...sample, source: 'refusals-spec' }));
  await send.click();
  const answer = page.getByRole('status', { name: 'Answer' });
  await expect(answer).toContainText('Status 200');
  await expect(answer).toContainText('"action": "created"');
  await send.click();
  await expect(answer).toContainText('"action": "updated"');
  await page.getByLabel('Source').fill(source);
  await page.getByLabel('Result').selectOption('ok');
  await expect(rowOf(page, source)).toHaveCount(before + 2);
  await expect(rowOf(page, source).nth(1)).toContainText('1 created');

  await page.route('**/functions/v1/ingest-events', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await send.click();
  await expect(toast(page)).toContainText('Error');
  await expect(toast(page)).toContainText('Failed to create event');
});
