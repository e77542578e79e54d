import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { ForWanted } from './for-wanted.tsx';

afterEach(cleanup);

const FAR = new Date(Date.now() + 86_400_000).toISOString();

const network: typeof fetch = async () =>
  Response.json({ switches: { payments: true }, fees: { buyer_pct: 8, buyer_fixed: 0.5, seller_pct: 5 } });

async function show(price: number, onEverybody: () => void, { quantity = 2, start_at = FAR } = {}) {
  const { app } = await testApp(
    {
      '/': () => (
        <ForWanted
          wanted={{ id: 'w1', name: null, places: 2, most_each: 27.5 }}
          start_at={start_at}
          quantity={quantity}
          price={price}
          onEverybody={onEverybody}
        />
      ),
    },
    { network },
  );
  render(app);
}

test('a seller whose price is above the student’s limit is told so, and can sell to everybody instead', async () => {
  const onEverybody = vi.fn<() => void>();
  await show(26, onEverybody);
  const words =
    'A student pays up to $27.50 for each ticket, and yours cost $28.58 with fees. At this price, they go to everybody.';
  expect(await screen.findByText(words)).toBeDefined();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Sell to everybody instead' }));
  expect(onEverybody).toHaveBeenCalledOnce();
});

test('at a price equal to the student’s limit, the student has the first 30 minutes to take the tickets', async () => {
  await show(25, vi.fn<() => void>());
  const words = 'A student has the first 30 minutes to take these tickets. After that, they go to everybody.';
  expect(await screen.findByText(words)).toBeDefined();
});

test('in the last hour before the night, the student has the first 10 minutes to take the tickets', async () => {
  await show(25, vi.fn<() => void>(), { start_at: new Date(Date.now() + 3_000_000).toISOString() });
  const words = 'A student has the first 10 minutes to take these tickets. After that, they go to everybody.';
  expect(await screen.findByText(words)).toBeDefined();
});

test('if a seller lists fewer tickets than the student wants, the seller reads that they go to everybody', async () => {
  await show(25, vi.fn<() => void>(), { quantity: 1 });
  const words = 'A student is looking for 2 tickets. If you sell fewer, they go to everybody.';
  expect(await screen.findByText(words)).toBeDefined();
});

test('if a seller lists more tickets than the student wants, the seller reads how many are held for the student', async () => {
  await show(25, vi.fn<() => void>(), { quantity: 4 });
  const words = 'A student has the first 30 minutes to take 2 of these tickets. After that, they go to everybody.';
  expect(await screen.findByText(words)).toBeDefined();
});
