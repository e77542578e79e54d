import type { Page } from '../test.ts';
import { SIZES, expect, test, visit } from '../visitor.ts';

async function readAbout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'About' }).click();
  const dialog = page.getByRole('dialog', { name: 'Vouch' });
  await expect(dialog.getByRole('listitem')).toHaveText([
    /^Verified community/,
    'Safe swapsYou agree with the seller on how the ticket changes hands.',
    'Zero fakesOnly approved sellers can list tickets.',
    /^Built for speed/,
  ]);
  await dialog.getByRole('button', { name: 'Got it' }).click();
  await expect(dialog).toHaveCount(0);
}

test('a visitor with a phone goes from the menu to the venues, and from a venue to its nights', async ({ page }) => {
  await visit(page, '/');
  const link = page.getByRole('navigation').getByRole('link', { name: 'Venues' });
  await expect(link).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await link.click();
  await expect(page).toHaveURL('/venues');
  await expect(link).toBeHidden();

  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getUTCFullYear()} Vouch`);
  await readAbout(page);
  await page.getByRole('button', { name: 'Contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contact & Support' });
  await expect(dialog.getByRole('link', { name: 'support@vouch.test' })).toHaveAttribute(
    'href',
    'mailto:support@vouch.test',
  );
  await expect(dialog.getByRole('link', { name: 'Send Email' })).toBeVisible();
  await expect(dialog).toContainText('Replies typically come within 24-48 hours');
  await expect(dialog).toContainText('URGENT in the subject');
  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);

  const card = page.locator('main li', { hasText: 'Lantern Hall' });
  await expect(card).toContainText('210 Kent Avenue');
  await expect(card).toContainText('New York, NY');
  await card.getByRole('link', { name: 'View Events' }).click();
  await expect(page).toHaveURL('/events?q=Lantern+Hall');
  await expect(page.locator('main article').first()).toContainText('Lantern Hall');
});

test('a press on a button counts even if the button moves before the finger leaves the screen', async ({ page }) => {
  await visit(page, '/venues/nowhere');
  const about = page.getByRole('button', { name: 'About' });
  await about.hover();
  await page.mouse.down();
  await about.evaluate((button) => (button.style.marginTop = '200px'));
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'Vouch' })).toBeVisible();
});

test('on a wide screen, the bar shows the public links instead of the button Menu', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  // This page is short. On a page whose list grows while it scrolls, the footer would move.
  await visit(page, '/venues');
  const links = page.getByRole('navigation').getByRole('link');
  await expect(links.filter({ hasText: 'Venues' })).toBeVisible();
  await expect(links.filter({ hasText: /^(Account|Admin|Check)$/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  await readAbout(page);
});

test('the venue that the URL names comes first in the list of venues', async ({ page }) => {
  await visit(page, '/venues/sample-ny');
  await expect(page.locator('main li').first()).toContainText('Lantern Hall');
  await expect(page.locator('main li').first()).toContainText('This venue');
  await expect(page.getByText('Lantern Hall has no page of its own yet.')).toBeVisible();
  await page.getByRole('link', { name: 'See the nights at Lantern Hall' }).click();
  await expect(page).toHaveURL('/events?q=Lantern+Hall');
  await visit(page, '/venues/nowhere');
  await expect(page.getByText('There is no page at this address yet.').getByRole('link')).toHaveAttribute(
    'href',
    '/events',
  );
  await expect(page.locator('main li').first()).not.toContainText('This venue');
});

test('each page of a feature that is off shows a headline and says that it will be ready soon', async ({ page }) => {
  for (const path of ['/coming-soon', '/live', '/my-tickets', '/tickets', '/sell']) {
    await test.step(`${path} shows a headline and “This will be ready soon.”`, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\w+/);
      await expect(page.getByText('This will be ready soon.')).toBeVisible();
    });
  }
});

test('an unknown path answers 404 with a page that links to Home and to the events', async ({ page, complaints }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
  await expect(page.getByRole('main')).toContainText('contact support');
  await expect(page.getByRole('link', { name: 'Browse Events' })).toBeVisible();
  await expect.poll(() => complaints.filter((text) => text.startsWith('404:')).length).toBe(1);
  await page.getByRole('link', { name: 'Return Home' }).click();
  await expect(page).toHaveURL('/');
  complaints.length = 0;
});

test('a page transition that is replaced or times out is not reported as an error', async ({ page, complaints }) => {
  await visit(page, '/venues');
  await page.evaluate(() => {
    for (const name of ['AbortError', 'TimeoutError'])
      void Promise.reject(new DOMException('The transition was skipped.', name));
    void Promise.reject(new Error('A failure'));
  });
  await expect.poll(() => complaints.length).toBeGreaterThan(0);
  expect(complaints.splice(0)).toEqual(['Error: A failure']);
});

test('pages change in 0.4 s on every screen, and at once for people who ask for less motion', async ({ page }) => {
  const animations = () =>
    page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const start = document.startViewTransition.bind(document);
          document.startViewTransition = ((change: never) => {
            const transition = start(change);
            void transition.ready.then(() =>
              resolve(
                document.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().duration)),
              ),
            );
            return transition;
          }) as typeof document.startViewTransition;
          document.querySelector<HTMLAnchorElement>('header a[href="/"]')!.click();
        }),
    );
  for (const [, viewport] of SIZES) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await visit(page, '/venues');
    // The styles of transitions load after the page.
    await page.waitForFunction(() =>
      [...document.styleSheets].some(({ cssRules }) =>
        [...cssRules].some((rule) => rule instanceof CSSKeyframesRule && rule.name === 'page-in'),
      ),
    );
    expect(await animations()).toContain(400);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(page, '/venues');
    expect((await animations()).filter((duration) => duration > 0)).toEqual([]);
  }
});
