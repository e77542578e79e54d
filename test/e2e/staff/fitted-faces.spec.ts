import { readFileSync } from 'node:fs';
import type { Page } from '../test.ts';
import { expect, test } from '../visitor.ts';

/**
 * The system fonts that the style sheet names. `test/support/faces` has their files, so the tests also run on machines
 * without these fonts. Arial and Helvetica have the widths of Liberation Sans. The files are subsets of Debian's fonts:
 * Liberation (OFL), Roboto (Apache 2.0), Noto (OFL) and DejaVu (Bitstream Vera).
 */
const FACES = [
  { system: 'Arial', family: 'Fit Arial', file: 'arial' },
  { system: 'Liberation Sans', family: 'Fit Arial', file: 'arial' },
  { system: 'Helvetica', family: 'Fit Arial', file: 'arial' },
  { system: 'Roboto', family: 'Fit Roboto', file: 'roboto' },
  { system: 'Noto Sans', family: 'Fit Noto Sans', file: 'noto-sans' },
  { system: 'DejaVu Sans', family: 'Fit DejaVu Sans', file: 'dejavu-sans' },
] as const;

const LOCAL = /local\("?([^")]+)"?\)/g;

// The content security policy allows only the styles of the build, and these tests change styles.
test.use({ bypassCSP: true });

for (const { system, family, file } of FACES)
  test(`when Archivo replaces ${system}, nothing in the hero of the home page moves by more than a pixel`, async ({
    page,
  }) => {
    const { promise: fontMayCome, resolve: letFontCome } = Promise.withResolvers<void>();
    await page.route(/\/archivo[^/]*\.woff2$/, (route) => fontMayCome.then(() => route.continue()));
    await serveFaces(page);
    await page.route('/', async (route) => {
      const answer = await route.fetch();
      // Makes `system` the only system font that the page finds.
      const body = (await answer.text()).replaceAll(LOCAL, (_, name: string) => {
        if (name !== system && name !== `${system} Bold`) return 'local(none)';
        return `url(/faces/${file}${name.endsWith(' Bold') ? '-bold' : ''}.woff2)`;
      });
      expect(body).toContain(`url(/faces/${file}.woff2)`);
      expect(body).toContain(`url(/faces/${file}-bold.woff2)`);
      await route.fulfill({ response: answer, body });
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('footer').waitFor();
    const loaded = () =>
      page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map((face) => face.family));
    // A real system font needs no loading. Here a file stands in for it. While Archivo is loading, the browser does not
    // load this file by itself, so the test loads it.
    await page.evaluate(
      (fitted) =>
        Promise.all([...document.fonts].filter((face) => face.family.includes(fitted)).map((face) => face.load())),
      family,
    );
    expect(await loaded()).not.toContain('Archivo');
    const before = await placesInHero(page);
    letFontCome();
    await expect.poll(loaded).toContain('Archivo');
    expect(movesBetween(before, await placesInHero(page))).toEqual([]);
  });

test('the text in the hero of the home page breaks at the same places if the letter spacing changes by 0.01 em', async ({
  page,
}) => {
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const asDrawn = await placesInHero(page);
  for (const spacing of ['-0.01em', '0.01em']) {
    // The spacing imitates the font rendering of other machines. The brand's text never breaks, so it is left out.
    await page.addStyleTag({
      content: `main > section :is(h1, p:not(:first-of-type), a, button) { letter-spacing: ${spacing} !important }`,
    });
    expect(movesBetween(asDrawn, await placesInHero(page))).toEqual([]);
  }
});

test('with its `size-adjust`, each system font is as wide as Archivo, within 3 percent', async ({ page }) => {
  await serveFaces(page);
  await page.goto('/');
  const files = FACES.map(({ family, file }) => ({ family, file }));
  const ratios = await page.evaluate(async (faces) => {
    await document.fonts.ready;
    const text = document
      .querySelector('main')!
      .textContent.replaceAll(/[^A-Za-z0-9 ,.]/g, '')
      .slice(0, 2000);
    const widthOf = async (family: string, style: string) => {
      await document.fonts.load(`16px "${family}"`);
      const element = document.createElement('span');
      element.style.cssText = `position:absolute;white-space:nowrap;font-size:100px;font-family:"${family}";${style}`;
      element.textContent = style.includes('62%') ? text.toUpperCase() : text;
      document.body.append(element);
      const { width } = element.getBoundingClientRect();
      element.remove();
      return width;
    };
    const sheets = [...document.styleSheets].map(({ cssRules }) => Array.from(cssRules));
    const rules = sheets.flat().filter((rule) => rule instanceof CSSFontFaceRule);
    const found: Record<string, number> = {};
    for (const { family, file } of faces)
      for (const [at, style] of ['font-weight:400', 'font-weight:600', 'font-weight:800;font-stretch:62%'].entries()) {
        const fitted = rules.filter(
          (rule) => rule.style.getPropertyValue('font-family').replaceAll('"', '') === family,
        )[at]!;
        const own = `own ${file} ${at}`;
        const face = new FontFace(own, `url(/faces/${file}${at > 0 ? '-bold' : ''}.woff2)`);
        document.fonts.add(Object.assign(face, { sizeAdjust: fitted.style.getPropertyValue('size-adjust') }));
        found[`${family}, ${style}`] =
          (await widthOf(own, at > 0 ? 'font-weight:400;' + style.slice(15) : style)) /
          (await widthOf('Archivo', style));
      }
    return found;
  }, files);
  expect(Object.keys(ratios)).toHaveLength(12);
  for (const [face, ratio] of Object.entries(ratios)) {
    expect(ratio, face).toBeGreaterThan(0.97);
    expect(ratio, face).toBeLessThan(1.03);
  }
});

async function serveFaces(page: Page): Promise<void> {
  await page.route('/faces/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!;
    return route.fulfill({ body: readFileSync(`test/support/faces/${name}`), contentType: 'font/woff2' });
  });
}

interface Place {
  what: string;
  /** The upper and the lower edge of an element, in pixels. */
  at: number[];
}

function movesBetween(before: Place[], after: Place[]): string[] {
  return before.flatMap(({ what, at }, index) => {
    const now = after[index]!.at;
    return at.some((edge, side) => Math.abs(edge - now[side]!) > 1) ? [`${what}: ${at.join()} → ${now.join()}`] : [];
  });
}

async function placesInHero(page: Page): Promise<Place[]> {
  const found: Place[] = [];
  for (const width of [320, 360, 375, 390, 412, 430, 768, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    const parts = page.locator('main > section').first().locator('> p, > h1, > div > button, > div > div, > nav');
    found.push(
      ...(await parts.evaluateAll(
        (all: HTMLElement[], at) =>
          all.map((one) => ({
            what: `${at} px, ${one.textContent}`,
            at: [one.offsetTop, one.offsetTop + one.clientHeight],
          })),
        width,
      )),
    );
  }
  return found;
}
