// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { StatTiles } from '../../nights/events/stat-tiles.tsx';
import { type Seller, SellerLine } from './seller-line.tsx';

afterEach(cleanup);

const SELLER: Seller = {
  id: 'seller',
  display_name: 'A seller',
  school: 'Boston University',
  is_student_verified: true,
};
const FACTS = { events: 12, has_sold: true, worked: 98, answers: '1h' } as const;

test('a seller is shown with their school, badge and track record', async () => {
  render(<SellerLine seller={{ ...SELLER, badge_at: '2026-11-22T19:00:00.000Z', facts: FACTS }} said="2 tickets" />);
  expect(screen.getByText('Boston University · 2 tickets')).toBeTruthy();
  expect(screen.getByText('12 nights handed over · 98% of hand-overs worked · answers within an hour')).toBeTruthy();
  const badge = screen.getByText('Student Verified').closest('details')!;
  expect(badge.open).toBe(false);
  await userEvent.click(screen.getByText('Student Verified'));
  expect([badge.open, badge.textContent]).toEqual([true, 'Student Verified: School inbox verified, Nov 2026']);
});

test('a badge that staff gave says that staff gave it', () => {
  const { container, rerender } = render(<SellerLine seller={{ ...SELLER, badge_at: null }} />);
  expect(container.textContent).toBe('A sellerBoston UniversityStudent Verified: Verified by staff');
  const fresh = { events: 0, has_sold: false, worked: null, answers: null };
  rerender(
    <SellerLine seller={{ ...SELLER, display_name: null, school: null, is_student_verified: false, facts: fresh }} />,
  );
  expect(container.textContent).toBe('A studentNew seller');
});

const shownTiles = () =>
  screen.getAllByRole('listitem').map((tile) => (tile.querySelector('summary') ?? tile).textContent);

test('the tiles of an event without listings show no percentages', async () => {
  const { rerender } = render(<StatTiles listingCount={0} tiles={{ demand: 'Quiet', verified: null, worked: null }} />);
  expect(shownTiles()).toEqual(['0 Listings', 'Quiet Demand', '– Verified', 'New Rating']);
  const tile = screen.getByText('Demand').closest('details')!;
  expect(tile.textContent).toContain('High: at least 20 people have asked for tickets');
  await userEvent.click(screen.getByText('Demand'));
  expect(tile.open).toBe(true);
  rerender(<StatTiles listingCount={1} tiles={{ demand: 'High', verified: 0, worked: 96 }} />);
  expect(shownTiles()).toEqual(['1 Listing', 'High Demand', '0% Verified', '96% Rating']);
  rerender(<StatTiles listingCount={null} tiles={null} />);
  expect(shownTiles()).toEqual(['\u00a0 Listings', '\u00a0 Demand', '\u00a0 Verified', '\u00a0 Rating']);
});

test('a past event shows only its number of listings', () => {
  render(<StatTiles listingCount={0} tiles={null} isOver />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['0 Listings']);
});
