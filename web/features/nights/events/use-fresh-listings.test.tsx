import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFreshListings } from './use-fresh-listings.ts';

let isHidden = false;
let reads = 0;
let tell: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  isHidden = false;
  reads = 0;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Listings() {
  const { data } = useQuery({
    queryKey: ['event', 'night'],
    queryFn: () => Promise.resolve((reads += 1)),
    staleTime: Infinity,
  });
  const changed = useFreshListings(['event', 'night']);
  return (
    <button type="button" onClick={changed}>
      read {data}
    </button>
  );
}

async function show(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Listings />
    </QueryClientProvider>,
  );
  await pass(10);
  tell = () => screen.getByRole('button').click();
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('after three changes in a row, the page reads the listings only once', async () => {
  await show();
  act(() => [1, 2, 3].forEach(tell));
  await pass(100);
  expect(screen.getByText('read 2')).toBeTruthy();
  await pass(60_000);
  expect(reads).toBe(2);
});

test('a hidden page reads changed listings when it is shown again', async () => {
  await show();
  isHidden = true;
  act(tell);
  await pass(5000);
  expect(reads).toBe(1);
  isHidden = false;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await pass(10);
  expect(reads).toBe(2);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await pass(10);
  expect(reads).toBe(2);
});
