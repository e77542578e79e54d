import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { TrafficPlots } from './traffic-plots.tsx';

const NOON = Date.UTC(2026, 9, 1, 12);
const bar = (at: number, over: object = {}) => ({
  at: new Date(NOON + at * 1_800_000).toISOString(),
  requests: 0,
  errors: 0,
  p95_ms: 0,
  mails: { codes: 0, trade: 0, nights: 0, news: 0 },
  ...over,
});

/** Returns the number beside the title of a plot. */
const sumOf = async (title: string) => {
  const figure = (await screen.findByText(title)).closest('figure')!;
  return within(figure).getByText((_, element) => element?.tagName === 'B').textContent;
};

test('the plots show the requests, errors, response times and messages of the last day', async () => {
  const bars = [
    bar(0, { requests: 1200, p95_ms: 100, mails: { codes: 4, trade: 0, nights: 2, news: 9 } }),
    bar(1, { requests: 300, errors: 7, p95_ms: 2500 }),
  ];
  const { app } = await testApp({ '/': TrafficPlots }, { network: async () => Response.json({ bars }) });
  render(app);
  expect(await sumOf('Requests')).toBe('1,500');
  expect(await sumOf('Errors on our side')).toBe('7');
  expect(await sumOf('95 % answered within')).toBe('2,500 ms');
  expect(await sumOf('Messages with codes')).toBe('4');
  expect(await sumOf('Messages about trade')).toBe('0');
  expect(await sumOf('Messages about changed nights')).toBe('2');
  expect(await sumOf('All other messages')).toBe('9');
});
