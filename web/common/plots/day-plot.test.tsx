import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DayPlot } from './day-plot.tsx';

afterEach(cleanup);

test('the plot shows the count of the last day until a person chooses another day', () => {
  render(<DayPlot title="Page views" days={['2026-11-20', '2026-11-21', '2026-11-22']} counts={[1200, 0, 7]} />);
  const bars = screen.getByRole('slider', { name: 'Page views' });
  expect(screen.getByText('1,207')).toBeDefined();
  expect(bars.getAttribute('aria-valuetext')).toBe('Nov 22: 7');
  fireEvent.change(bars, { target: { value: '0' } });
  expect(bars.getAttribute('aria-valuetext')).toBe('Nov 20: 1,200');
  expect(screen.getByRole('status').textContent).toBe('Nov 20: 1,200');
});

test('an empty plot says so and offers no day to choose', () => {
  render(<DayPlot title="Tickets sold" days={['2026-11-21', '2026-11-22']} counts={[0, 0]} />);
  expect(screen.getByText('Nothing in this time.')).toBeDefined();
  expect(screen.queryByRole('slider')).toBeNull();
});
