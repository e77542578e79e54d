import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { standInForPopups } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { EventFilter } from './event-filter.tsx';

/** Sixty events. The server sends fifty at a time. */
const EVENTS = Array.from({ length: 60 }, (_, at) => ({
  id: `event-${at}`,
  title: `Night number ${at}`,
  start_local: '2031-03-07T22:00',
}));
const PAGE = 50;

beforeEach(standInForPopups);
afterEach(cleanup);

const network: typeof fetch = async (input, init) => {
  const { pathname, searchParams } = new URL(new Request(input, init).url);
  if (!pathname.endsWith('/events')) return Response.json(EVENTS.find(({ id }) => pathname.endsWith(`/${id}`)));
  const found = EVENTS.filter(({ title }) => title.includes(searchParams.get('q') ?? ''));
  return Response.json({ events: found.slice(0, PAGE), next_cursor: found.length > PAGE ? 'next' : null });
};

async function show(first: string) {
  function Page() {
    const [value, setValue] = useState(first);
    return (
      <>
        <EventFilter value={value} onChange={setValue} />
        <output>{`chosen: ${value}`}</output>
      </>
    );
  }
  const { app } = await testApp({ '/': Page }, { network });
  render(app);
  return userEvent.setup();
}

test('a search finds an event beyond the first fifty, and choosing it sets the filter', async () => {
  const user = await show('');
  await user.click(await screen.findByRole('button', { name: 'Event All' }));
  expect(await screen.findByText('Night number 0, 2031-03-07')).toBeDefined();
  expect(screen.queryByText('Night number 57, 2031-03-07')).toBeNull();
  await user.type(screen.getByLabelText('Title contains'), 'number 57');
  await user.click(await screen.findByText('Night number 57, 2031-03-07'));
  expect(await screen.findByText('chosen: event-57')).toBeDefined();
  expect(await screen.findByText('Night number 57')).toBeDefined();
});

test('the filter shows the title of a chosen event that is not among the first fifty', async () => {
  await show('event-59');
  expect(await screen.findByRole('button', { name: 'Event Night number 59' })).toBeDefined();
});

test('a person can filter for the entries that belong to no event', async () => {
  const user = await show('event-59');
  await user.click(await screen.findByRole('button', { name: /^Event/ }));
  await user.click(screen.getByText('No event: Vouch itself'));
  expect(await screen.findByText('chosen: none')).toBeDefined();
});
