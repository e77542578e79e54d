import { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { BuyPanel } from '../../../web/features/trade/buying/buy-panel.tsx';
import type { ShownListing } from '../../../web/features/trade/buying/eligible-listings.ts';
import { PurchaseSheet } from '../../../web/features/trade/buying/purchase-sheet.tsx';
import { RequestButton } from '../../../web/features/trade/buying/request-button.tsx';
import { SentRequest } from '../../../web/features/trade/buying/sent-request.tsx';
import { useBuying } from '../../../web/features/trade/buying/use-buying.ts';
import { ME, NIGHT } from './buying.ts';
import { testApp } from './test-app.tsx';

export const network = vi.fn<typeof fetch>();

function Event({ listings }: { listings: readonly ShownListing[] }) {
  const buying = useBuying({ id: 'night', listings }, ['event', 'night']);
  const [asked, setAsked] = useState<ShownListing>();
  return (
    <>
      {listings.map((listing) => (
        <div key={listing.id} data-testid="row">
          <RequestButton listing={listing} me={ME} onAsk={() => setAsked(listing)} />
        </div>
      ))}
      <BuyPanel buying={buying} band={{ min: 76.5, max: 127.5 }} />
      <SentRequest buying={buying} me={null} />
      {asked && (
        <PurchaseSheet asked={asked} buying={buying} event={NIGHT} me={null} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

export async function show(...listings: ShownListing[]) {
  const queryClient = new QueryClient({ defaultOptions: { mutations: { retryDelay: 0 } } });
  queryClient.setQueryData(['launch'], { 'my-tickets': true });
  const { app } = await testApp({ '/': () => <Event listings={listings} /> }, { network, queryClient });
  render(app);
  await screen.findByRole('heading', { name: 'Buy Tickets' });
  return { user: userEvent.setup(), panel: within(screen.getByRole('region', { name: 'Buy Tickets' })) };
}

/** Returns the idempotency key and the body of each HTTP request that was sent. */
export const sent = () =>
  network.mock.calls.map(([, init]) => [
    new Headers(init?.headers).get('idempotency-key'),
    JSON.parse(init?.body as string) as unknown,
  ]);
