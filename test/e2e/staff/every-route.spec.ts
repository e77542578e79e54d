import { answerWithLongWords, everyAddress, goTo, someOfEverything, WORD } from '../every-route.ts';
import { axeFindings, outlineOf, quietOf, tooWide, withoutFocusRing } from '../screen-checks.ts';
import { expect, type Page, test } from '../test.ts';
import { hydrated } from '../visitor.ts';

test.use({ reducedMotion: 'reduce', colorScheme: 'dark' });

const HEIGHT = 812;
/** Buttons that lead to another page, sign the person out, or are on every page. */
const NOT_PRESSED = /sign out|google|try again|clear the filters|refresh/i;

/** Checks that the page fits three widths. With `isNew`, also checks the focus rings and runs axe. */
async function findingsOf(page: Page, { isNew }: { isNew: boolean }): Promise<string[]> {
  const found = isNew ? await withoutFocusRing(page) : [];
  for (const width of [1280, 375, 320]) {
    await page.setViewportSize({ width, height: HEIGHT });
    found.push(...(await tooWide(page)));
    if (!isNew || width === 320) continue;
    found.push(...(await axeFindings(page, width === 375 ? undefined : ['color-contrast'])));
  }
  if (isNew) {
    await page.emulateMedia({ colorScheme: 'light' });
    found.push(...(await axeFindings(page, ['color-contrast'])).map((one) => `light, ${one}`));
    await page.emulateMedia({ colorScheme: 'dark' });
  }
  return found;
}

/** Presses each kind of button once and checks the page. A fake API refuses every change with a text of long words. */
async function findingsOfButtons(
  page: Page,
  { path, untilQuiet }: { path: string; untilQuiet: () => Promise<void> },
): Promise<string[]> {
  const found: string[] = [];
  const buttons = page.locator('main button:visible:enabled');
  const namesOf = () =>
    buttons.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label') ?? button.textContent));
  const pressed = new Set<string>();
  for (const [at, label] of (await namesOf()).entries()) {
    const name = label.replaceAll(/W{20,}|\d/g, '');
    if (pressed.has(name) || NOT_PRESSED.test(name) || (await namesOf())[at] !== label) continue;
    pressed.add(name);
    const opens = (await buttons.nth(at).getAttribute('aria-haspopup')) === 'dialog';
    await buttons.nth(at).dispatchEvent('click');
    // The code of a dialog is loaded when it first opens.
    const dialog = page.getByRole('dialog').last();
    if (opens) await dialog.waitFor().catch(() => undefined);
    await untilQuiet();
    const report = async () =>
      found.push(
        ...[...(await tooWide(page)), ...(await axeFindings(page, undefined, 'dialog[open]'))].map(
          (one) => `${name}: ${one}`,
        ),
      );
    if (await dialog.isVisible()) {
      for (const field of await dialog.locator('input:not([type]), [type=text], [type=search], textarea').all())
        await field.fill(WORD);
      await report();
      const closers = page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true });
      for (const closer of await closers.all()) await closer.dispatchEvent('click');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    } else found.push(...(await tooWide(page)).map((one) => `${name}: ${one}`));
    if (new URL(page.url()).pathname !== path) await goTo(page, path);
  }
  return found;
}

/** Adds every violation of the content security policy to `found`, with the code that caused it. */
async function reportBreaches(page: Page, found: string[]): Promise<void> {
  await page.exposeFunction('reportBreach', (breach: string) =>
    found.push(`${new URL(page.url()).pathname}: ${breach}`),
  );
  await page.addInitScript(() => {
    const { reportBreach } = globalThis as unknown as { reportBreach: (breach: string) => void };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample, sourceFile }) =>
      reportBreach(`${violatedDirective} by ${blockedURI} ${sample} in ${sourceFile}`),
    );
  });
}

const isForAdmins = (address: string) => address.startsWith('/admin');

// The admin's addresses are split between two tests, so that these tests can run in parallel.
for (const [who, visits] of [
  ['an admin at the desk', isForAdmins],
  ['an admin who buys and sells', (address: string) => !isForAdmins(address)],
  // A visitor cannot open the pages for admins. `admin-gates.spec.ts` tests this.
  ['a visitor', (address: string) => !isForAdmins(address)],
] as const) {
  test(`for ${who}, every route passes axe, fits long words, shows the focus and obeys the content security policy`, async ({
    page,
    request,
  }) => {
    test.setTimeout(480_000);
    page.setDefaultTimeout(30_000);
    const made = who === 'a visitor' ? null : await someOfEverything(request);
    if (made)
      await page.addInitScript((kept) => localStorage.setItem('vouch-session', kept), JSON.stringify(made.session));
    // For a visitor, the launch switches are not faked, so the visitor sees the pages with the features off.
    await page.route(made ? /\/api\/|\/auth\/v1\/(user|factors|logout)/ : /\/api\/(?!launch)/, answerWithLongWords);
    const found: string[] = [];
    await reportBreaches(page, found);
    page.on('pageerror', (error) => found.push(String(error)));
    const untilQuiet = quietOf(page);
    await page.goto('/coming-soon');
    await hydrated(page);
    const seen = new Set<string>();
    const addresses = await everyAddress(page, made?.event ?? { id: 'unknown', slug: 'headline-halloween' });
    for (const address of addresses.filter(visits)) {
      const path = await goTo(page, address);
      if (seen.has(path)) continue;
      const outline = await outlineOf(page);
      const isNew = !seen.has(outline);
      seen.add(path).add(outline);
      const here = [
        ...(await findingsOf(page, { isNew })),
        ...(isNew ? await findingsOfButtons(page, { path, untilQuiet }) : []),
      ];
      found.push(...here.map((one) => `${path}: ${one}`));
    }
    await made?.close();
    expect([...new Set(found)]).toEqual([]);
    // Proves that the policy is in force: a string that would become code or markup is refused and reported.
    const refused = page.evaluate(() => void (document.body.innerHTML = '<b>markup</b>'));
    await expect(refused).rejects.toThrow(/TrustedHTML/);
    await expect
      .poll(() => found.join())
      .toContain('require-trusted-types-for by trusted-types-sink Element innerHTML|<b>markup</b>');
  });
}
