import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { EventChoices } from '../events-list.queries.ts';
import { FilterChips } from './filter-chips.tsx';
import { NothingFound } from './nothing-found.tsx';

afterEach(cleanup);

const choices: EventChoices = {
  found: 0,
  counts: { tonight: 3, tomorrow: 51, weekend: 0, under_20: 1, under_30: 2, under_50: 9, available: 1 },
  without: { when: 51, under: 0, city: 4 },
  city: [],
  area: [{ value: 'Brooklyn', label: 'Brooklyn', events: 4 }],
  age: [{ value: '21+', label: '21+', events: 2 }],
  tag: [{ value: 'techno', label: 'techno', events: 1 }],
  venue: [],
};

test('a chip shows its state and its number of nights, and a tap sets or clears its filter', () => {
  const onChange = vi.fn();
  render(<FilterChips filters={{ when: 'tonight', under: '75' }} choices={choices} onChange={onChange} />);
  expect(screen.getByRole('link', { name: 'Tonight 3 nights', current: true })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Tomorrow 50+ nights', current: false })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Up to $75', current: true })).toBeTruthy();
  for (const name of [
    'Tonight 3 nights',
    'Tomorrow 50+ nights',
    'Up to $30 2 nights',
    'Tickets available 1 night',
    'Brooklyn 4 nights',
    '21+ 2 nights',
    '#techno 1 night',
  ])
    fireEvent.click(screen.getByRole('link', { name }));
  expect(onChange.mock.calls.map(([change]) => change)).toEqual([
    { when: '' },
    { when: 'tomorrow' },
    { under: '30' },
    { available: '1' },
    { area: 'Brooklyn' },
    { age: '21+' },
    { tag: 'techno' },
  ]);
});

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('before hydration, a chip is a link that sets or clears its filter and keeps the other filters', () => {
  render(<FilterChips filters={{ when: 'tonight', under: '75' }} choices={choices} onChange={vi.fn()} />);
  expect(hrefOf('Tomorrow 50+ nights')).toBe('/events?when=tomorrow&under=75');
  expect(hrefOf('Tonight 3 nights')).toBe('/events?under=75');
  cleanup();
  render(<FilterChips filters={{ when: 'tonight' }} choices={choices} onChange={vi.fn()} />);
  expect([hrefOf('Tonight 3 nights'), hrefOf('#techno 1 night')]).toEqual([
    '/events',
    '/events?when=tonight&tag=techno',
  ]);
});

test('an empty list offers to clear each filter that hides nights, or all filters', () => {
  const onChange = vi.fn();
  render(
    <NothingFound filters={{ when: 'tonight', under: '20', city: 'Boston' }} choices={choices} onChange={onChange} />,
  );
  expect(screen.getByText('No events found matching your criteria.')).toBeTruthy();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Any night 50+ nights',
    'Any location 4 nights',
    'Clear the filters',
  ]);
  for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  expect(onChange.mock.calls.map(([change]) => change)).toEqual([
    { when: '' },
    { city: '' },
    { when: '', under: '', city: '' },
  ]);
});
