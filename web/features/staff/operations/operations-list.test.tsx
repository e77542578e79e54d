import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { standInForPopups } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { OperationsList } from './operations-list.tsx';
import type { Operations } from './operations.queries.ts';

const FINE: Operations = {
  version: 'abc1234',
  demo: [],
  checks: [
    { name: 'Messages waiting', value: '0, 0 in the queue', sentence: null },
    { name: 'Cron', value: '0 min ago, 120 ms', sentence: null },
  ],
  routes: [{ route: 'GET /api/events', answers: 1, p95_ms: 41.6 }],
};

afterEach(cleanup);

beforeAll(standInForPopups);

async function show(answer: Response, heard: (request: Request) => void = () => undefined) {
  const network: typeof fetch = async (input, init) => {
    heard(new Request(input, init));
    return answer.clone();
  };
  const { app } = await testApp({ '/': OperationsList }, { network });
  render(app);
}

test('if every check is fine, the page says so and lists each check with its value', async () => {
  await show(Response.json(FINE));
  expect(await screen.findByText('Everything is fine.')).toBeDefined();
  const checks = within(screen.getByRole('list', { name: 'Checks' })).getAllByRole('listitem');
  expect(checks.map(({ textContent }) => textContent)).toEqual([
    'Messages waiting0, 0 in the queueFine',
    'Cron0 min ago, 120 msFine',
  ]);
  expect(screen.getByRole('list', { name: 'Slowest routes' }).textContent).toBe('GET /api/events42 ms1 answer');
  expect(screen.getByText('Version abc1234')).toBeDefined();
});

test('the page counts the failing checks and shows what is wrong with each', async () => {
  const [queue] = FINE.checks;
  await show(
    Response.json({
      ...FINE,
      checks: [queue!, { name: 'Cron', value: 'never', sentence: 'The cron job has never run.' }],
    }),
  );
  expect(await screen.findByText('1 of 2 checks need attention.')).toBeDefined();
  expect(screen.getByText('The cron job has never run.').closest('li')?.dataset['wrong']).toBe('true');
  expect(screen.getByText('Fine')).toBeDefined();
});

test('only a demo shows a card that lists its accounts and what each of them sees', async () => {
  await show(Response.json(FINE));
  await screen.findByText('Everything is fine.');
  expect(screen.queryByRole('heading', { name: 'This is a demo' })).toBeNull();
  cleanup();
  const student = { email: 'student@vouch.test', password: 'local', sees: 'Tickets.', path: '/my-tickets' };
  await show(Response.json({ ...FINE, demo: [student] }));
  const card = within(await screen.findByRole('region', { name: 'This is a demo' }));
  expect(card.getByRole('listitem').textContent).toBe('student@vouch.testlocalTickets. /my-tickets');
  expect(card.getByRole('link', { name: '/my-tickets' }).getAttribute('href')).toBe('/my-tickets');
});

test('only a restored deployment shows the button that ends its quarantine', async () => {
  await show(Response.json(FINE));
  await screen.findByText('Everything is fine.');
  expect(screen.queryByRole('button', { name: 'End quarantine' })).toBeNull();
  cleanup();
  const sent: Promise<string>[] = [];
  const restored = {
    name: 'Quarantine',
    value: 'From a backup of production',
    sentence: 'Nothing is sent or charged.',
  };
  await show(Response.json({ ...FINE, checks: [restored] }), (request) => {
    if (request.method === 'POST') sent.push(request.text());
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'End quarantine' }));
  await user.type(screen.getByLabelText('Type release'), 'release');
  await user.click(screen.getByRole('button', { name: 'Release' }));
  expect(await Promise.all(sent)).toEqual(['{"word":"release"}']);
});

test('if the checks cannot be read, the page says so and offers to try again', async () => {
  await show(Response.json({ error: { code: 'internal', message: 'Something went wrong.' } }, { status: 500 }));
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
