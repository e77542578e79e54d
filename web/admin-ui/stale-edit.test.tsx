import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { differences, labelOf, StaleEdit } from './stale-edit.tsx';

afterEach(cleanup);

const versions = {
  theirs: { title: 'Their title', ticket_price_cents: 3000, description: null, updated_at: '2026-11-01T12:00:00.000Z' },
  yours: { title: 'My title', ticket_price_cents: 3000, description: '' },
};

test('a stale edit shows only the fields that differ between the saved version and the edit', () => {
  expect(differences(versions)).toEqual([{ field: 'title', theirs: 'Their title', yours: 'My title' }]);
  expect(labelOf('ticket_price_cents')).toBe('Ticket price');
});

test('an edit of an entry that was deleted meanwhile cannot be saved', () => {
  render(
    <StaleEdit
      versions={{ ...versions, theirs: null }}
      onTakeTheirs={vi.fn<() => void>()}
      onSaveMine={vi.fn<() => void>()}
    />,
  );
  expect(screen.getByText('It was deleted in the meantime.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save mine over it' })).toBeNull();
});
