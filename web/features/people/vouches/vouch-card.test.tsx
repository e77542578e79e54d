import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SIGNED_IN, standInForPopups } from '../../../../test/support/web/buying.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { setSession } from '../../../session/session.ts';
import { VouchCard } from './vouch-card.tsx';

beforeEach(() => {
  standInForPopups();
  setSession(SIGNED_IN);
});
afterEach(cleanup);

test('the button Revoke revokes a vouch only after the person has confirmed', async () => {
  const revoked: string[] = [];
  const network: typeof fetch = async (input, init) => {
    const { method, url } = new Request(input, init);
    if (url.endsWith('/launch')) return Response.json({ switches: { vouches: true } });
    if (method === 'DELETE') revoked.push(new URL(url).pathname);
    const given = [{ id: 'v1', display_name: 'A roommate', school: 'NYU' }];
    return Response.json({ given, got: [], live: 1, lately: 3, shows_mutuals: true, refusal: null, open_links: 0 });
  };
  const { app } = await testApp({ '/': () => <VouchCard userId="me" /> }, { network });
  render(app);
  await userEvent.click(await screen.findByRole('button', { name: /^Revoke ?your vouch for A roommate$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Revoke your vouch?' });
  expect(dialog.textContent).toContain('still counts toward your 3 in 30 days');
  expect(within(dialog).getByRole('button', { name: 'Keep it' })).toBeTruthy();
  expect(revoked).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  await vi.waitFor(() => expect(revoked).toEqual(['/api/my/vouches/v1']));
});
