import { nextTask } from '../libraries.ts';
import { sessionKnown } from './session.ts';

/** Buttons that do nothing without JavaScript. A menu's button works without it, and other types send their form. */
const NEEDS_CODE = 'button[type=button]:not([popovertarget])';
/** The longest wait between tap and press, in ms. A later press would surprise the person. */
const LONGEST_MS = 10_000;

/**
 * Presses the last button that was tapped before React handled clicks (worker/page/first-tap.ts), unless the person has
 * tapped anything since. Waits for the session first, because many buttons act differently for a signed-in person.
 */
export async function pressFirstTap(): Promise<void> {
  const page = globalThis as { firstTap?: Event };
  const { firstTap } = page;
  const button = (firstTap?.target as Element | undefined)?.closest<HTMLElement>(NEEDS_CODE);
  if (!firstTap || !button) return;
  await sessionKnown();
  await nextTask();
  if (page.firstTap === firstTap && performance.now() - firstTap.timeStamp < LONGEST_MS) button.click();
}
