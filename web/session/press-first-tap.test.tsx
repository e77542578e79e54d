import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SIGNED_IN } from '../../test/support/web/buying.ts';
import { nextTask } from '../libraries.ts';
import { pressFirstTap } from './press-first-tap.ts';
import { setSession } from './session.ts';

const TEN_SECONDS = 10_000;

const pressed = vi.fn<(name: string) => void>();

const page = globalThis as { firstTap?: Event };
// Does the same as the inline script of the page (worker/page/first-tap.ts). A browser test runs the script itself.
addEventListener('click', (event) => void (page.firstTap = event), true);

beforeEach(() => {
  setSession({ status: 'loading' });
  document.body.innerHTML = `<button type="button">Save</button><button type="button" popovertarget="menu">Menu</button>
    <button>Send</button><a>Link</a>`;
});
afterEach(() => {
  vi.restoreAllMocks();
  pressed.mockClear();
});

const tap = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a')].find(({ textContent }) => textContent === name)!.click();

async function tapBeforeCode(names: readonly string[], meanwhile = () => {}): Promise<void> {
  names.forEach(tap);
  for (const each of document.querySelectorAll('button, a'))
    each.addEventListener('click', () => pressed(each.textContent));
  const done = pressFirstTap();
  await nextTask();
  await nextTask();
  expect(pressed).not.toHaveBeenCalled();
  meanwhile();
  pressed.mockClear();
  setSession(SIGNED_IN);
  await done;
}

test('a button that was tapped before the code loaded is pressed when the session is known', async () => {
  await tapBeforeCode(['Save']);
  expect(pressed.mock.calls).toEqual([['Save']]);
});

// A menu button, a submit button and a link work without the page's code.
test.each([['Menu'], ['Send'], ['Link']])('no button is pressed if the last tap was on %s', async (name) => {
  await tapBeforeCode(['Save', name]);
  expect(pressed).not.toHaveBeenCalled();
});

test('nothing is pressed if the person taps anything while the session loads', async () => {
  await tapBeforeCode(['Save'], () => tap('Save'));
  expect(pressed).not.toHaveBeenCalled();
});

test.each([
  ['a tap that is just under ten seconds old presses its button', TEN_SECONDS - 1, 1],
  ['a tap that is ten seconds old presses nothing', TEN_SECONDS, 0],
])('%s', async (_, ms, presses) => {
  await tapBeforeCode(['Save'], () => vi.spyOn(performance, 'now').mockReturnValue(page.firstTap!.timeStamp + ms));
  expect(pressed).toHaveBeenCalledTimes(presses);
});
