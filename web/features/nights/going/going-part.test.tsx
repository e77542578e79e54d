import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { SIGNED_IN, standInForPopups } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { setSession } from '../../../session/session.ts';
import { dismissToast, toasts } from '../../../ui/toast-list.ts';
import { GoingAt } from './going-part.client.tsx';
import type { Going } from './going.queries.ts';

let network: Mock<typeof fetch>;
let going: Going;

beforeEach(() => {
  standInForPopups();
  going = { mine: null, shows_going: false, friends: [], is_more: false, writer_ids: [] };
  network = vi.fn<typeof fetch>(async (_input, init) => {
    if (init?.method === 'PUT') {
      const { intent, show } = JSON.parse(init.body as string) as { intent: Going['mine']; show: boolean };
      going = { ...going, mine: intent, shows_going: going.shows_going || show };
    }
    if (init?.method === 'DELETE') going = { ...going, mine: null };
    return Response.json(going);
  });
});

afterEach(() => {
  cleanup();
  act(() => toasts().forEach(({ id }) => dismissToast(id)));
});

const writes = () =>
  network.mock.calls
    .filter(([, init]) => init?.method !== 'GET')
    .map(([, init]) => [init?.method, init?.body && (JSON.parse(init.body as string) as object)]);

const friend = (first_name: string, intent: 'going' | 'with_somebody' = 'going') => ({
  first_name,
  initials: first_name.slice(0, 1),
  intent,
});

async function showPart() {
  const { app, router } = await testApp(
    { '/events/a-night': () => <GoingAt event_id="event" /> },
    { at: '/events/a-night', network },
  );
  render(app);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'I’m going' });
  return { router, user: userEvent.setup(), button };
}

const isPressed = (button: HTMLElement) => button.getAttribute('aria-pressed') === 'true';

test('a person who says they are going is asked only once whether friends may see it', async () => {
  setSession(SIGNED_IN);
  const { user, button } = await showPart();
  await waitFor(() => expect(button.disabled).toBe(false));
  await user.click(button);
  expect(writes()).toEqual([]);
  await user.click(await screen.findByText('Show me'));
  await waitFor(() => expect(isPressed(button)).toBe(true));
  expect(writes()).toEqual([['PUT', { intent: 'going', show: true }]]);
  await waitFor(() => expect(button.disabled).toBe(false));
  // The person has agreed already, so the other button does not ask again.
  act(() => void document.querySelector('dialog')?.dispatchEvent(new Event('close')));
  const other = screen.getByRole('button', { name: 'I’d go with somebody' });
  await user.click(other);
  await waitFor(() => expect([isPressed(button), isPressed(other)]).toEqual([false, true]));
  await waitFor(() => expect((other as HTMLButtonElement).disabled).toBe(false));
  await user.click(other);
  await waitFor(() => expect(isPressed(other)).toBe(false));
  expect(writes().slice(1)).toEqual([
    ['PUT', { intent: 'with_somebody', show: false }],
    ['DELETE', undefined],
  ]);
});

test('friends who are going, or would go with somebody, are shown by initials and first names', async () => {
  going = {
    ...going,
    shows_going: true,
    friends: [friend('Aunt'), friend('Boss'), friend('Cook', 'with_somebody')],
  };
  setSession(SIGNED_IN);
  await showPart();
  expect(await screen.findByText('Aunt and Boss are going. Cook would go with somebody.')).toBeDefined();
  // Screen readers read only the sentence.
  const faces = screen.getAllByRole('listitem', { hidden: true });
  expect(faces.map(({ textContent }) => textContent)).toEqual(['A', 'B', 'C']);
});

test('the button “I’m going” sends a visitor to the sign-in page, which leads back to the event', async () => {
  setSession({ status: 'signed_out' });
  const { router, user, button } = await showPart();
  await user.click(button);
  expect(router.latestLocation).toMatchObject({ pathname: '/auth', state: { from: '/events/a-night' } });
  expect(network).not.toHaveBeenCalled();
});
