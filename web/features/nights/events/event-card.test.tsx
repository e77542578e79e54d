import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { EventGrid } from './event-card.tsx';
import type { EventCard } from './events.queries.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';

afterEach(cleanup);

const START = Date.parse('2030-01-02T02:00:00.000Z');
const HOUR = 3_600_000;

const card = (at: number): EventCard => ({
  id: `event-${at}`,
  title: `Night ${at}`,
  slug: `night-${at}`,
  description: null,
  start_at: new Date(START + at * HOUR).toISOString(),
  end_at: null,
  age_policy: '18+',
  image_url: null,
  focus_x: 50,
  focus_y: 50,
  tags: [],
  tickets: 0,
  venue: { id: 'room', name: 'Salt Cellar', city: 'Boston' },
  ticket_price: 30,
  from_price: null,
  poster: `Night ${at}`,
});

test('when more cards load, a card that is already shown renders again only if its event has begun', async () => {
  const drawn: string[] = [];
  const Action = ({ event }: { event: EventCard }) => void drawn.push(event.id);
  const all = [0, 1, 2, 3].map(card);
  function List() {
    const [{ count, now }, set] = useState({ count: 2, now: START - 2 });
    return (
      <>
        <EventGrid events={all.slice(0, count)} now={now} action={Action} />
        <button onClick={() => set({ count: count + 1, now: now + 1 })}>More</button>
      </>
    );
  }
  const { app } = await testApp({ '/': List });
  render(app);
  const more = await screen.findByRole('button', { name: 'More' });
  expect(drawn.splice(0)).toEqual(['event-0', 'event-1']);
  await userEvent.click(more);
  expect(drawn.splice(0)).toEqual(['event-2']);
  await userEvent.click(more);
  expect(drawn.splice(0)).toEqual(['event-0', 'event-3']);
  expect(screen.getByText('On now')).toBeDefined();
});
