// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { standInForPopups } from '../../../test/support/web/buying.ts';
import { testApp } from '../../../test/support/web/test-app.tsx';
import { AboutDialog } from './about-dialog.client.tsx';

const HELD = 'Your money is held until you have the ticket.';
const READ = 'We read the code of every ticket before it goes on sale, and again when you open the ticket.';

beforeEach(standInForPopups);
afterEach(cleanup);

async function benefits(switches: Record<string, boolean>): Promise<string[]> {
  const { app, queryClient } = await testApp(
    { '/': () => <AboutDialog onClose={() => undefined} /> },
    { network: async () => Response.json({ switches, fees: {} }) },
  );
  render(app);
  await waitFor(() => expect(queryClient.getQueryData(['launch'])).toEqual(switches));
  return (await screen.findAllByRole('listitem')).map((item) => item.textContent);
}

test('while payments and hand-overs are off, About does not say that money is held or that codes are read', async () => {
  const said = await benefits({ payments: false, handover: false, vouches: false });
  expect(said).toEqual([
    expect.stringMatching(/^Verified community/),
    expect.stringMatching(/^Safe swaps/),
    expect.stringMatching(/^Zero fakes/),
    expect.stringMatching(/^Built for speed/),
  ]);
  expect(said.join(' ')).not.toMatch(/held|code|mutual/i);
});

test('with payments, About says that the money is held', async () => {
  const said = await benefits({ payments: true, handover: false, vouches: false });
  expect(said[1]).toBe(`Safe swaps${HELD}`);
  expect(said.join(' ')).not.toContain(READ);
});

test('with hand-overs and vouches, About also says that codes are read and that people see their mutuals', async () => {
  const said = await benefits({ payments: true, handover: true, vouches: true });
  expect(said.slice(0, 3)).toEqual([expect.stringContaining('mutuals'), `Safe swaps${HELD}`, `Zero fakes${READ}`]);
});
