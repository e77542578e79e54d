import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axeCore from 'axe-core';
import type { Page, Request } from './test.ts';

/** The minified file loads in two thirds of the time that the full file takes. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export const WCAG_AA = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

export async function axeFindings(page: Page, rules?: readonly string[], part?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ only, within }) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore };
      const { violations } = await axe.run(within ?? document, {
        resultTypes: ['violations'],
        preload: false,
        ...(only ? { runOnly: [...only] } : {}),
      });
      return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    },
    { only: rules, within: part },
  );
}

export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open], :popover-open')].flatMap((box) => {
      const left = box === document.documentElement ? 0 : box.getBoundingClientRect().left;
      const right = left + box.clientWidth + 2;
      if (box.scrollWidth <= box.clientWidth && right <= innerWidth + 4) return [];
      const reaching = [...box.querySelectorAll('*')].filter(
        (element) => element.getBoundingClientRect().right > right,
      );
      const innermost = reaching.filter((element) => ![...element.children].some((child) => reaching.includes(child)));
      const what = innermost.slice(0, 3).map(({ outerHTML }) => outerHTML.slice(0, 160));
      return [`${box.tagName} is ${box.scrollWidth} px wide in ${box.clientWidth}: ${what.join(' ')}`];
    }),
  );
}

/** Returns the kinds of controls that show no outline on keyboard focus. */
export async function withoutFocusRing(page: Page): Promise<string[]> {
  // The browser shows outlines only after a key press.
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const kinds = new Set<string>();
    const hasRing = (element: Element, part?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    return [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'))
      .flatMap((element) => {
        const kind = element.tagName + element.className;
        if (kinds.has(kind)) return [];
        kinds.add(kind);
        element.focus({ preventScroll: true });
        const frame = element.parentElement!;
        const isShown =
          document.activeElement !== element || hasRing(element) || hasRing(element, '::after') || hasRing(frame);
        return isShown ? [] : [`no outline on focus: ${element.outerHTML.slice(0, 160)}`];
      });
  });
}

/** Returns links and buttons less than 24 px high. Links inside a text are exempt. */
export function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, summary')]
      .filter((element) => {
        const { height, width } = element.getBoundingClientRect();
        const isAlone = element.parentElement!.textContent.trim() === element.textContent.trim();
        return isAlone && width > 1 && height > 0 && height < 24;
      })
      .map(({ outerHTML }) => `too small to tap: ${outerHTML.slice(0, 160)}`),
  );
}

/** Lists the tags and classes of a page, so two pages that differ only in their texts have equal outlines. */
export function outlineOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    [
      ...new Set(
        [...document.querySelectorAll('main *')].map(({ tagName, className }) => `${tagName} ${String(className)}`),
      ),
    ].join(','),
  );
}

/** Returns a function that waits until the page has no open request and has had time to process the answers. */
export function quietOf(page: Page): () => Promise<void> {
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  return async () => {
    do {
      await Promise.all(asked.splice(0).map(async (request) => (await request.response())?.finished()));
      // React is done when the page is idle. A page that draws nothing may never report that, so this code asks for a
      // frame.
      await page.evaluate(
        () =>
          new Promise<void>((done) => requestAnimationFrame(() => requestIdleCallback(() => done(), { timeout: 300 }))),
      );
    } while (asked.length > 0);
  };
}
