import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SIGNED_IN } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { setSession } from '../../../session/session.ts';
import { MyTonight } from './my-tonight.client.tsx';

const EVENT = {
  title: 'Disco Deficit',
  slug: 'disco',
  start_at: '2030-01-05T03:00:00.000Z',
  end_at: null,
  state: 'on',
};
const PAID = {
  id: 'r1',
  role: 'buyer',
  status: 'accepted',
  quantity: 2,
  event: { ...EVENT, venue_name: 'Blue Line' },
  payment: { handover: { status: 'delivered' } },
};
const ASKED = { ...PAID, id: 'r2', status: 'pending', quantity: 1, payment: null };
const DOOR = { ...EVENT, title: 'Loud Night', slug: 'loud', venue: { name: 'Salt Cellar', city: 'Boston' } };

beforeEach(() => setSession(SIGNED_IN));
afterEach(cleanup);

async function show(tonight: { ticket_requests?: object[]; doors?: object[] }, handover = true) {
  const network: typeof fetch = async (input) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    return Response.json(
      path === '/api/launch' ? { switches: { handover } } : { ticket_requests: [], doors: [], ...tonight },
    );
  };
  const { app } = await testApp({ '/': MyTonight }, { network });
  render(app);
}

const linksOf = (region: HTMLElement) => within(region).getAllByRole('link');

test('paid tickets for tonight link to their pass', async () => {
  await show({ ticket_requests: [PAID] });
  const pass = await screen.findByRole('link', { name: /^Show 2 tickets/ });
  expect(pass.getAttribute('href')).toBe('/pass/r1');
  expect(screen.getByText('2 tickets')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Your doors tonight' })).toBeNull();
});

test('requested tickets have no pass until the seller accepts', async () => {
  await show({ ticket_requests: [ASKED] });
  const region = await screen.findByRole('region', { name: 'Your tickets tonight' });
  expect(linksOf(region).map(({ textContent }) => textContent)).toEqual([
    'Disco Deficit',
    'See the request for Disco Deficit',
  ]);
});

test('the link to a door causes a full page load', async () => {
  await show({ doors: [DOOR] });
  const region = await screen.findByRole('region', { name: 'Your doors tonight' });
  const door = within(region).getByRole('link', { name: /^Open the door/ });
  expect(door.getAttribute('href')).toBe('/door/loud');
  // A router link would not reload the page, and the camera would stay blocked.
  let isPrevented = true;
  window.addEventListener(
    'click',
    (click) => {
      isPrevented = click.defaultPrevented;
      click.preventDefault();
    },
    { once: true },
  );
  door.click();
  expect(isPrevented).toBe(false);
  expect(screen.queryByRole('heading', { name: 'Your tickets tonight' })).toBeNull();
});
