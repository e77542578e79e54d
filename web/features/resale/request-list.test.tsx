import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider, useRouteContext } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ApiClient, makeApi } from '../../api.ts';
import { dismissToast, toasts } from '../../ui/toast-list.ts';
import { RequestList } from './request-list.tsx';
import { requestsQuery } from './resale.queries.ts';

const EVENT = { title: 'Disco Deficit', slug: 'night', start_at: '2030-01-01T03:00:00.000Z', venue_name: 'Blue Line' };
const REQUEST = { id: 'request', role: 'seller', event: EVENT, other: { display_name: 'A student', is_student_verified: false } };
const NUMBERS = { quantity: 1, offered_price: 20, expires_at: '2029-12-31T03:00:00.000Z' };

beforeEach(() => {
  // jsdom does not have them.
  HTMLElement.prototype.showPopover = vi.fn<() => void>();
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

afterEach(() => {
  cleanup();
  act(() => toasts().forEach(({ id }) => dismissToast(id)));
});

function Page() {
  const { api } = useRouteContext({ from: '__root__' });
  const { data } = useQuery(requestsQuery(api, 'me'));
  return data ? <RequestList requests={data} /> : null;
}

test('the focus stays with the list when an answered request loses its buttons', async () => {
  let status = 'pending';
  const network = vi.fn<typeof fetch>(async (_input, init) => {
    if (init?.method === 'POST') status = 'accepted';
    const request = { ...REQUEST, ...NUMBERS, status };
    return Response.json(init?.method === 'POST' ? request : { ticket_requests: [request] });
  });
  const router = createRouter({
    routeTree: createRootRouteWithContext<{ api: ApiClient }>()({ component: Page }),
    context: { api: makeApi('http://vouch.test', network) },
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Accept.*Deficit/ }));
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('Accepted')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')));
});
