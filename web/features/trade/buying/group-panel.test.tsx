import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aListing, NIGHT, seller, SIGNED_IN, standInForPopups } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { setSession } from '../../../session/session.ts';
import { eventQuery } from '../../nights/events/events.queries.ts';
import { openCardPage } from '../payments/card-page.ts';
import { GroupPanel } from './group-panel.client.tsx';

vi.mock('../payments/card-page.ts', () => ({ openCardPage: vi.fn<(url: string) => void>() }));

beforeEach(() => {
  standInForPopups();
  setSession(SIGNED_IN);
});
afterEach(cleanup);

const LISTINGS = [
  aListing(25, { id: 'l1', total_price: 27.5, seller: seller('s1', 'Ana') }),
  aListing(26, { id: 'l2', total_price: 28.58, quantity: 1, seller: seller('s2', 'Ben') }),
];
const part = (id: string, listing_id: string, quantity: number, total: number) => ({
  id,
  listing_id,
  quantity,
  payment: {
    status: 'awaiting',
    total,
    pay_url: `https://pay.vouch.test/${id}`,
    pay_until: new Date(Date.now() + 600_000).toISOString(),
  },
});

test.each([
  [2, '3 tickets from 2 sellers', 'You pay 2 times, once for each seller, on 2 card pages.'],
  [1, '3 tickets from 1 seller', 'You pay 2 times, on 2 card pages.'],
])(
  'a group’s buyer sees the number of payments before the first card page opens (sellers: %i)',
  async (sellers, title, pays) => {
    let listings: object[] = LISTINGS;
    const network: typeof fetch = async (input, init) => {
      if (init?.method === 'POST') {
        listings = [];
        // The page may learn that the tickets are gone while it waits for this response. The form then disappears.
        queryClient.setQueryData(eventQuery(api, 'night').queryKey, { ...NIGHT, slug: 'night', listings } as never);
        await vi.waitUntil(() => screen.queryByRole('button', { name: 'Sending' }) === null);
        return Response.json({
          group_id: 'g',
          sellers,
          requests: [part('r1', 'l1', 2, 55), part('r2', 'l2', 1, 28.58)],
        });
      }
      const path = new URL(input instanceof Request ? input.url : String(input)).pathname;
      if (path.includes('/my/')) return Response.json({ requests: [], lacks_badge: false });
      return Response.json({ ...NIGHT, slug: 'night', listings });
    };
    const { app, api, queryClient } = await testApp({ '/events/$slug': GroupPanel }, { at: '/events/night', network });
    queryClient.setQueryData(['launch'], { handover: true });
    queryClient.setQueryData(eventQuery(api, 'night').queryKey, { ...NIGHT, slug: 'night', listings } as never);
    render(app);
    await userEvent.click(await screen.findByRole('button', { name: 'Hold 3 places' }));
    const sheet = await screen.findByRole('dialog', { name: title });
    expect(openCardPage).not.toHaveBeenCalled();
    expect(sheet.textContent).toContain('Ana, 2 tickets$55.00Ben, 1 ticket$28.58Total with fees$83.58');
    expect(sheet.textContent).toContain(pays);
    await userEvent.click(within(sheet).getByRole('button', { name: 'Continue to payment 1 of 2' }));
    expect(openCardPage).toHaveBeenCalledWith('https://pay.vouch.test/r1');
  },
);
