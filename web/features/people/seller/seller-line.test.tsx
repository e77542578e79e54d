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

test('a seller is shown with school, badge and track record, and a tap says what the badge proves', async () => {
  render(<SellerLine seller={{ ...SELLER, badge_at: '2026-11-22T19:00:00.000Z', facts: FACTS }} said="2 tickets" />);
  expect(screen.getByText('Boston University · 2 tickets')).toBeTruthy();
  expect(screen.getByText('12 nights handed over · 98% of hand-overs worked · answers within an hour')).toBeTruthy();
  const badge = screen.getByText('Student Verified').closest('details')!;
  expect(badge.open).toBe(false);
  await userEvent.click(screen.getByText('Student Verified'));
  expect([badge.open, badge.textContent]).toEqual([true, 'Student Verified: School inbox proved, Nov 2026']);
});

test('a badge from staff says that staff gave it, and a new seller without a badge is called new', () => {
  const { container, rerender } = render(<SellerLine seller={{ ...SELLER, badge_at: null }} />);
  expect(container.textContent).toBe('A sellerBoston UniversityStudent Verified: Verified by staff');
  const fresh = { events: 0, has_sold: false, worked: null, answers: null };
  rerender(
    <SellerLine seller={{ ...SELLER, display_name: null, school: null, is_student_verified: false, facts: fresh }} />,
  );
  expect(container.textContent).toBe('A studentNew seller');
});

test('a tap on a tile with a measured value explains it, and a tile without enough data shows a fixed text', async () => {
  render(<StatTiles listingCount={3} tiles={{ verified: 95, worked: null, asked_per_ticket: 2.5 }} />);
  const tiles = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(tiles[0]).toBe('3 Listings');
  expect(tiles[1]).toMatch(/^2\.5 Asked per ticketHow many people asked for tickets to this night/);
  expect(tiles[2]).toMatch(/^95% Verified sellersOf all sellers with tickets on sale/);
  expect(tiles[3]).toBe('4.9 Rating');
  const tile = screen.getByText('Verified sellers').closest('details')!;
  await userEvent.click(screen.getByText('Verified sellers'));
  expect(tile.open).toBe(true);
});

test('the tiles of a past event say nothing about demand', () => {
  render(<StatTiles listingCount={0} tiles={{ verified: null, worked: null, asked_per_ticket: 2.5 }} isOver />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '0 Listings',
    '100% Verified',
    '4.9 Rating',
  ]);
});
