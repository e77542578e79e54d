import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { AdminEvent } from '../../../admin-ui/admin.queries.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { dismissToast, toasts } from '../../../ui/toast-list.ts';
import { usePublish } from './use-publish.ts';

const EVENT = {
  id: 'lantern',
  title: 'Lantern Night',
  updated_at: 'first',
  is_published: true,
  publish_at: '2030-01-01T00:00:00.000Z',
};

afterEach(() => {
  cleanup();
  act(() => toasts().forEach(({ id }) => dismissToast(id)));
});

function Page() {
  const { publish } = usePublish();
  return (
    <button type="button" onClick={() => publish(EVENT as AdminEvent, false)}>
      Unpublish
    </button>
  );
}

test('Undo in the toast publishes an unpublished event again, with its old publish time', async () => {
  const sent: unknown[] = [];
  const network = vi.fn<typeof fetch>(async (_, init) => {
    sent.push(JSON.parse(init?.body as string));
    return Response.json({ ...EVENT, updated_at: 'second' });
  });
  const { app } = await testApp({ '/': Page }, { network });
  render(app);
  await userEvent.click(screen.getByRole('button', { name: 'Unpublish' }));
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(toasts()[0]!.text).toBe('Lantern Night. Everyone affected gets an email in two minutes.');
  act(() => toasts()[0]!.action!.run());
  await waitFor(() => expect(toasts()[0]!.title).toBe('Undone'));
  expect(sent).toEqual([
    { is_published: false, updated_at: 'first' },
    { is_published: true, publish_at: EVENT.publish_at, updated_at: 'second' },
  ]);
});
