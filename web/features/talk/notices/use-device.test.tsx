import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import type { DeviceState } from './push-device.ts';
import { useDevice } from './use-device.ts';

const reads: ((state: DeviceState) => void)[] = [];
vi.mock('./push-device.ts', () => ({
  deviceState: () => new Promise((answer) => reads.push(answer)),
  switchOn: async () => 'on',
}));
vi.mock('../../../use-api.ts', () => ({ useApi: () => ({}) }));

test('a device that is turned on stays on, even if its state was read just before', async () => {
  const queryClient = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useDevice, { wrapper });
  await act(async () => reads.shift()!('off'));
  await waitFor(() => expect(result.current.state).toBe('off'));
  act(() => void queryClient.invalidateQueries());
  await waitFor(() => expect(reads).toHaveLength(1));
  act(() => result.current.set(true));
  await waitFor(() => expect(result.current.state).toBe('on'));
  act(() => reads.shift()!('off'));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(result.current.state).toBe('on');
});
