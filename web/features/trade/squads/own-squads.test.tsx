import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SIGNED_IN } from '../../../../test/support/web/buying.ts';
import { aMate, aSquad } from '../../../../test/support/web/squads.ts';
import { testApp } from '../../../../test/support/web/test-app.tsx';
import { setSession } from '../../../session/session.ts';
import { OwnSquads } from './own-squads.client.tsx';

afterEach(cleanup);

const of = (id: string) => ({ event: { id, title: id, slug: id } });

test('My tickets shows at most one squad for each night, the newest', async () => {
  setSession(SIGNED_IN);
  const squads = [
    aSquad({ id: 's1', ...of('one'), authorized: 3 }),
    aSquad({ id: 's2', ...of('one'), state: 'ended', why: 'time' }),
    aSquad({ id: 's3', ...of('two'), state: 'in' }),
    aSquad({ id: 's4', ...of('two'), state: 'ended', why: 'no_stock' }),
    aSquad({ id: 's5', ...of('three'), state: 'ended', why: 'seller' }),
    aSquad({ id: 's7', ...of('five'), state: 'in', home_until: '2026-11-29T09:00:00.000Z', mates: [aMate('m1')] }),
    aSquad({ id: 's6', ...of('four'), state: 'asking', answer_by: '2026-11-27T23:40:00.000Z' }),
  ];
  const { app } = await testApp({ '/': OwnSquads }, { network: async () => Response.json({ squads }) });
  render(app);
  const links = await screen.findAllByRole('link', { name: /^See the squad/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/squad/s1', '/squad/s5', '/squad/s7', '/squad/s6']);
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/3 of 4 in, until .*3:30 PM/);
  expect(rows[1]).toContain('Ended, nobody has a ticket');
  expect(rows[2]).toContain('Got home? 0 of 1 home');
  expect(rows[3]).toMatch(/Sellers answer by .*6:40 PM/);
});
