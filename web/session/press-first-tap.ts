import { nextTask } from '../libraries.ts';
import { sessionKnown } from './session.ts';

/**
 * Presses the button that was tapped last before this call (worker/page/first-tap.ts), if there is one. Many buttons do
 * something else for a person who is signed in, so this first waits until the page knows.
 */
export async function pressFirstTap(): Promise<void> {
  const page = globalThis as { firstTap?: HTMLButtonElement | undefined };
  const { firstTap } = page;
  if (!firstTap) return;
  page.firstTap = undefined;
  await sessionKnown();
  await nextTask();
  // A tap in the meantime counts instead.
  if (page.firstTap === undefined) firstTap.click();
}
